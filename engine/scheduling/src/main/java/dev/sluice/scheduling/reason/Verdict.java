package dev.sluice.scheduling.reason;

import java.util.List;

/// The forecast for one job.
public sealed interface Verdict {

    /// It starts in the next pass.
    record StartsNow() implements Verdict {}

    /// It is expected to start later.
    ///
    /// @param reserved true for a reservation, false for an estimate from planning all earlier jobs in order
    /// @param waitsFor the jobs, running or reserved, that end at that moment
    /// @param windows what else ends then: windows by name, other schedulers' work by an empty name
    record Planned(long startNanos, boolean reserved, List<Long> waitsFor, List<String> windows) implements Verdict {
        public Planned {
            waitsFor = List.copyOf(waitsFor);
            windows = List.copyOf(windows);
        }
    }

    /// It is expected to start later, judging by how fast the jobs ahead of it start; too far behind for a
    /// forecast.
    ///
    /// @param ahead how many jobs in line are ahead of it
    record Extrapolated(long startNanos, int ahead) implements Verdict {}

    record Waits(Reason reason) implements Verdict {}

    record Runs(long sinceNanos) implements Verdict {}

    record Over() implements Verdict {}

    record Unknown() implements Verdict {}
}

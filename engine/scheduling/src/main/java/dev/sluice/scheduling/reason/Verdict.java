package dev.sluice.scheduling.reason;

import java.util.List;

/// What will become of a job, as far as one can tell.
public sealed interface Verdict {

    /// It starts in the coming pass.
    record StartsNow() implements Verdict {}

    /// It starts later, as far as one can tell.
    ///
    /// @param reserved whether the time is promised, or what would come of it if everybody ahead were planned
    ///     in order
    /// @param waitsFor the jobs, running or planned themselves, that are to be over at that very moment
    /// @param windows what else ends then: windows by name, other schedulers' work without one
    record Planned(long startNanos, boolean reserved, List<Long> waitsFor, List<String> windows) implements Verdict {
        public Planned {
            waitsFor = List.copyOf(waitsFor);
            windows = List.copyOf(windows);
        }
    }

    record Waits(Reason reason) implements Verdict {}

    record Runs(long sinceNanos) implements Verdict {}

    record Over() implements Verdict {}

    record Unknown() implements Verdict {}
}

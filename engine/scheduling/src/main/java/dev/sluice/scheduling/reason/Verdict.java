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
    /// @param waitsFor the jobs that must be over first, as far as they run
    record Planned(long startNanos, boolean reserved, List<Long> waitsFor) implements Verdict {
        public Planned {
            waitsFor = List.copyOf(waitsFor);
        }
    }

    record Waits(Reason reason) implements Verdict {}

    record Runs(long sinceNanos) implements Verdict {}

    record Over() implements Verdict {}

    record Unknown() implements Verdict {}
}

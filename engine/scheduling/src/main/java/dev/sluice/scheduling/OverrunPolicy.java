package dev.sluice.scheduling;

/// What happens to a job that still runs at its wall time.
public sealed interface OverrunPolicy {

    /// Stops the job.
    record Kill() implements OverrunPolicy {}

    /// Stops the job this much later.
    record Grace(long nanos) implements OverrunPolicy {
        public Grace {
            requirePositive(nanos);
        }
    }

    /// Extends the wall time step by step while no job waits.
    record ExtendWhileNoneWaits(long nanos) implements OverrunPolicy {
        public ExtendWhileNoneWaits {
            requirePositive(nanos);
        }
    }

    private static void requirePositive(long nanos) {
        if (nanos < 1) {
            throw new IllegalArgumentException("extension (" + nanos + " ns) must be positive");
        }
    }
}

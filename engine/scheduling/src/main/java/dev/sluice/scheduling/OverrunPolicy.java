package dev.sluice.scheduling;

/// What becomes of a job that still runs at its wall time.
public sealed interface OverrunPolicy {

    /// It is stopped.
    record Kill() implements OverrunPolicy {}

    /// It is stopped so much later.
    record Grace(long nanos) implements OverrunPolicy {
        public Grace {
            requirePositive(nanos);
        }
    }

    /// It goes on, so much at a time, for as long as nobody waits.
    record ExtendWhileNobodyWaits(long nanos) implements OverrunPolicy {
        public ExtendWhileNobodyWaits {
            requirePositive(nanos);
        }
    }

    private static void requirePositive(long nanos) {
        if (nanos < 1) {
            throw new IllegalArgumentException("an extension of (" + nanos + ") ns is none");
        }
    }
}

package dev.sluice.runtime.fault;

/// Handles faults in tests and simulations: the run fails at once, with the fault as its cause.
public final class FailRunOnFault implements Faults {

    @Override
    public void raise(String where, Throwable fault) {
        throw new FailedRun(where, fault);
    }

    /// A test or simulated run that met a fault. An [Error], so that no code retries it as an operating error.
    public static final class FailedRun extends Error {
        FailedRun(String where, Throwable fault) {
            super("fault in " + where + ": " + fault, fault);
        }
    }
}

package dev.sluice.runtime.fault;

/// The answer to a fault in tests and simulations: the run fails, here and now, with the fault as its cause.
public final class FailRunOnFault implements Faults {

    @Override
    public void raise(String where, Throwable fault) {
        throw new FailedRun(where, fault);
    }

    /// A test or simulated run that met a fault. An [Error], so that no edge takes it for an operating error and
    /// retries.
    public static final class FailedRun extends Error {
        FailedRun(String where, Throwable fault) {
            super("fault in " + where + ": " + fault, fault);
        }
    }
}

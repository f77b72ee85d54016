package dev.sluice.runtime.fault;

/// A bug in our own code: the state found is impossible. Never caught to continue, only passed to [Faults].
public final class InvariantViolation extends RuntimeException {
    public InvariantViolation(String message) {
        super(message);
    }
}

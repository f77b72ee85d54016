package dev.sluice.runtime.fault;

/// Our own code is wrong: the state it found cannot be. Never caught to carry on, only handed to [Faults].
public final class InvariantViolation extends RuntimeException {
    public InvariantViolation(String message) {
        super(message);
    }
}

package dev.sluice.runtime.fault;

/// Checks that hold unless our own code is wrong. Always on, in production too: a scheduler that has lost track of what
/// is free must stop rather than guess.
///
/// The overloads exist so that a check that holds neither boxes its values nor builds its message.
public final class Invariants {
    private Invariants() {}

    public static void check(boolean holds, String message) {
        if (!holds) {
            throw new InvariantViolation(message);
        }
    }

    public static void check(boolean holds, String format, long value) {
        if (!holds) {
            throw new InvariantViolation(format.formatted(value));
        }
    }

    public static void check(boolean holds, String format, long first, long second) {
        if (!holds) {
            throw new InvariantViolation(format.formatted(first, second));
        }
    }

    public static void check(boolean holds, String format, Object value) {
        if (!holds) {
            throw new InvariantViolation(format.formatted(value));
        }
    }
}

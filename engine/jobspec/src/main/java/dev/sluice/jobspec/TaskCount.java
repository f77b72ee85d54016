package dev.sluice.jobspec;

/// The number of copies of a task.
public sealed interface TaskCount {
    long count();

    record PerSlot(long count) implements TaskCount {
        public PerSlot {
            requirePositive(count);
        }
    }

    /// `count` copies for each resource of a type inside the slot.
    record PerResource(String type, long count) implements TaskCount {
        public PerResource {
            requirePositive(count);
            if (type.isBlank()) {
                throw new IllegalArgumentException("type is blank");
            }
        }
    }

    /// `count` copies in all slots together.
    record Total(long count) implements TaskCount {
        public Total {
            requirePositive(count);
        }
    }

    private static void requirePositive(long count) {
        if (count < 1) {
            throw new IllegalArgumentException("count (" + count + ") of tasks is below (1)");
        }
    }
}

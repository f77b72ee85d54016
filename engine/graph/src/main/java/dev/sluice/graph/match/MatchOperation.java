package dev.sluice.graph.match;

import java.util.Locale;
import java.util.Optional;

/// flux-sched's match operations.
public enum MatchOperation {
    ALLOCATE,
    ALLOCATE_WITH_SATISFIABILITY,
    ALLOCATE_ORELSE_RESERVE,
    SATISFIABILITY,
    WITHOUT_ALLOCATING,
    WITHOUT_ALLOCATING_FUTURE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<MatchOperation> named(String word) {
        for (MatchOperation operation : values()) {
            if (operation.word().equals(word)) {
                return Optional.of(operation);
            }
        }
        return Optional.empty();
    }

    /// Whether the operation allocates or reserves what it finds.
    public boolean allocates() {
        return this == ALLOCATE || this == ALLOCATE_WITH_SATISFIABILITY || this == ALLOCATE_ORELSE_RESERVE;
    }

    /// Whether the operation considers later start times.
    public boolean looksAhead() {
        return this == ALLOCATE_ORELSE_RESERVE || this == WITHOUT_ALLOCATING_FUTURE;
    }
}

package dev.sluice.simulator.result;

import dev.sluice.runtime.fault.Invariants;

/// How arrays grow.
final class Growth {

    /// What an array can hold on every JVM.
    private static final int ENTRIES_MAX = Integer.MAX_VALUE - 8;

    private static final int ENTRIES_MIN = 16;

    private Growth() {}

    static int next(int size) {
        Invariants.check(size < ENTRIES_MAX, "a column of a run has no room for more than (%d) entries", ENTRIES_MAX);
        long wanted = Math.max(ENTRIES_MIN, size + (size >> 1) + 1L);
        return (int) Math.min(wanted, ENTRIES_MAX);
    }
}

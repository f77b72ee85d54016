package dev.sluice.simulator.drive;

import dev.sluice.runtime.heap.IntHeap;

/// The simulator's future events, in the exact order of time, rank and insertion.
final class EventHeap {
    static final long NEVER = Long.MAX_VALUE;

    /// The tie-break has the rank in its upper bits, then the number of the insertion, then the kind.
    private static final int RANK_SHIFT = 48;

    /// Leaves 44 bits for insertions; a run would take years to get there.
    private static final int INSERTION_SHIFT = 4;

    private static final int KIND_MASK = (1 << INSERTION_SHIFT) - 1;

    /// The subjects of the events.
    private final IntHeap events = new IntHeap();

    private long inserted;

    /// The time of the first event, or [#NEVER] if there is none.
    long time() {
        return events.isEmpty() ? NEVER : events.firstKey();
    }

    int rank() {
        return (int) (events.firstTieBreak() >>> RANK_SHIFT);
    }

    int kind() {
        return (int) events.firstTieBreak() & KIND_MASK;
    }

    int subject() {
        return events.first();
    }

    /// @param kind from 0 to 15
    void add(long time, int rank, int kind, int subject) {
        events.add(time, (long) rank << RANK_SHIFT | inserted++ << INSERTION_SHIFT | kind, subject);
    }

    void removeFirst() {
        events.removeFirst();
    }
}

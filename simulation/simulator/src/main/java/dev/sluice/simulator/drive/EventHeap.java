package dev.sluice.simulator.drive;

import java.util.Arrays;

/// What is still to happen: a binary heap in arrays, in the exact order of time, rank and insertion.
final class EventHeap {
    static final long NEVER = Long.MAX_VALUE;

    private long[] times = new long[64];

    /// Rank in the upper bits, number of insertion below.
    private long[] orders = new long[64];

    private int[] kinds = new int[64];
    private int[] subjects = new int[64];
    private int size;
    private long inserted;

    /// Insertions beyond this would spill into the rank; a run would take years to get there.
    private static final int RANK_SHIFT = 48;

    /// When the first thing happens; [#NEVER] if there is none.
    long time() {
        return size == 0 ? NEVER : times[0];
    }

    int rank() {
        return (int) (orders[0] >>> RANK_SHIFT);
    }

    int kind() {
        return kinds[0];
    }

    int subject() {
        return subjects[0];
    }

    void add(long time, int rank, int kind, int subject) {
        if (size == times.length) {
            grow();
        }
        long order = (long) rank << RANK_SHIFT | inserted++;
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) / 2;
            if (times[parent] < time || (times[parent] == time && orders[parent] < order)) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        set(at, time, order, kind, subject);
    }

    void removeFirst() {
        size--;
        long time = times[size];
        long order = orders[size];
        int at = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && isBefore(child + 1, times[child], orders[child])) {
                child++;
            }
            if (!isBefore(child, time, order)) {
                break;
            }
            move(child, at);
            at = child;
            child = 2 * at + 1;
        }
        set(at, time, order, kinds[size], subjects[size]);
    }

    private boolean isBefore(int at, long time, long order) {
        return times[at] < time || (times[at] == time && orders[at] < order);
    }

    private void move(int from, int to) {
        set(to, times[from], orders[from], kinds[from], subjects[from]);
    }

    private void set(int at, long time, long order, int kind, int subject) {
        times[at] = time;
        orders[at] = order;
        kinds[at] = kind;
        subjects[at] = subject;
    }

    private void grow() {
        int capacity = 2 * size;
        times = Arrays.copyOf(times, capacity);
        orders = Arrays.copyOf(orders, capacity);
        kinds = Arrays.copyOf(kinds, capacity);
        subjects = Arrays.copyOf(subjects, capacity);
    }
}

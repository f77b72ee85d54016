package dev.sluice.graph.occupancy;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The holdings by job, in insertion order.
///
/// A map with boxed keys would cost as much as the rest of a hold. Jobs are found by open addressing; the entries
/// form a list.
final class HeldByJob {
    static final int NONE = -1;

    /// At most half full, so that a search ends after two or three steps.
    private static final int SLOTS_PER_JOB = 2;

    private static final int INITIAL = 16;

    /// By slot: an entry.
    private int[] entries = filled(INITIAL * SLOTS_PER_JOB);

    private long[] jobs = new long[INITIAL];
    private @Nullable Held[] held = new Held[INITIAL];
    private int[] next = new int[INITIAL];
    private int[] previous = new int[INITIAL];
    private int first = NONE;
    private int last = NONE;
    private int size;
    private int used;
    private int firstFree = NONE;

    HeldByJob() {}

    HeldByJob(HeldByJob other) {
        entries = other.entries.clone();
        jobs = other.jobs.clone();
        held = other.held.clone();
        next = other.next.clone();
        previous = other.previous.clone();
        first = other.first;
        last = other.last;
        size = other.size;
        used = other.used;
        firstFree = other.firstFree;
    }

    int size() {
        return size;
    }

    /// The first entry in insertion order, or [#NONE].
    int first() {
        return first;
    }

    int next(int entry) {
        return next[entry];
    }

    @Nullable
    Held get(long job) {
        int entry = entries[slotOf(job)];
        return entry == NONE ? null : held[entry];
    }

    Held at(int entry) {
        Held found = held[entry];
        if (found == null) {
            throw new IllegalArgumentException("there is no entry (" + entry + ")");
        }
        return found;
    }

    void set(int entry, Held other) {
        held[entry] = other;
    }

    /// Adds a job at the end, or replaces the holding of a job in its place.
    void put(long job, Held what) {
        int slot = slotOf(job);
        if (entries[slot] != NONE) {
            held[entries[slot]] = what;
            return;
        }
        int entry = takeEntry();
        jobs[entry] = job;
        held[entry] = what;
        next[entry] = NONE;
        previous[entry] = last;
        if (last == NONE) {
            first = entry;
        } else {
            next[last] = entry;
        }
        last = entry;
        entries[slot] = entry;
        size++;
        if (size * SLOTS_PER_JOB > entries.length) {
            spread();
        }
    }

    @Nullable
    Held remove(long job) {
        int slot = slotOf(job);
        int entry = entries[slot];
        if (entry == NONE) {
            return null;
        }
        Held gone = held[entry];
        held[entry] = null;
        unlink(entry);
        next[entry] = firstFree;
        firstFree = entry;
        size--;
        closeGap(slot);
        return gone;
    }

    private void unlink(int entry) {
        if (previous[entry] == NONE) {
            first = next[entry];
        } else {
            next[previous[entry]] = next[entry];
        }
        if (next[entry] == NONE) {
            last = previous[entry];
        } else {
            previous[next[entry]] = previous[entry];
        }
    }

    /// Moves entries back that a collision had displaced, so that look-ups need not skip a gap.
    private void closeGap(int slot) {
        int mask = entries.length - 1;
        int gap = slot;
        for (int at = (gap + 1) & mask; entries[at] != NONE; at = (at + 1) & mask) {
            int home = home(jobs[entries[at]], mask);
            if (((at - home) & mask) >= ((at - gap) & mask)) {
                entries[gap] = entries[at];
                gap = at;
            }
        }
        entries[gap] = NONE;
    }

    private int takeEntry() {
        if (firstFree != NONE) {
            int entry = firstFree;
            firstFree = next[entry];
            return entry;
        }
        if (used == jobs.length) {
            jobs = Arrays.copyOf(jobs, 2 * used);
            held = Arrays.copyOf(held, 2 * used);
            next = Arrays.copyOf(next, 2 * used);
            previous = Arrays.copyOf(previous, 2 * used);
        }
        return used++;
    }

    private void spread() {
        entries = filled(2 * entries.length);
        for (int entry = first; entry != NONE; entry = next[entry]) {
            entries[slotOf(jobs[entry])] = entry;
        }
    }

    /// The slot of the job, or the one where it would be inserted.
    private int slotOf(long job) {
        int mask = entries.length - 1;
        int slot = home(job, mask);
        while (entries[slot] != NONE && jobs[entries[slot]] != job) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static int home(long job, int mask) {
        // Fibonacci hashing: consecutive numbers, which are usual, end up far apart.
        return (int) ((job * 0x9E37_79B9_7F4A_7C15L) >>> 40) & mask;
    }

    private static int[] filled(int length) {
        int[] slots = new int[length];
        Arrays.fill(slots, NONE);
        return slots;
    }
}

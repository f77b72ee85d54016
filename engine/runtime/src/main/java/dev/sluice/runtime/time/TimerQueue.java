package dev.sluice.runtime.time;

import dev.sluice.runtime.fault.Invariants;
import java.util.Arrays;

/// Pending timers in primitive arrays, expired in the order (deadline, insertion).
///
/// Goals, in this order: exact order, since a simulation must be a pure function of its seed; no allocation per timer
/// once the arrays have grown; speed with a few as well as with a million timers pending.
///
/// It is a four-ary heap. The sort keys lie in the heap itself, deadline and sequence number side by side, so that the
/// four children compared on the way down share a cache line and no other memory is read. What a timer carries lies in
/// a
/// *slot* that does not move; the heap knows each entry's slot and each slot its place in the heap, which makes
/// cancelling logarithmic.
///
/// ```
///        heap (moves)                    slots (stay)
///   keys      d0 s0 | d1 s1 | …     placeOf     generation     handler     subject
///   slotAt     7    |  2    | …        1            4             …           …
/// ```
///
/// A timer's id is its slot and that slot's generation. The generation counts the timers that the slot has held, so an
/// id kept after its timer has fired cancels nothing.
///
/// Rejected: a timing wheel, which is constant-time but orders only to its tick, so that the last level needs sorting
/// after all; cancelling by a mark, which leaves dead entries in the heap and needs sweeping.
///
/// Equivalent to a sorted map from (deadline, sequence) to handler; the tests compare it with that. Not thread-safe:
/// owned by whatever turns the crank.
public final class TimerQueue implements Timers {

    /// The deadline reported when nothing is pending: later than any other.
    public static final long NEVER_NANOS = Long.MAX_VALUE;

    /// Half of what a Java array of two longs per timer could hold; far beyond any simulated cluster.
    static final int TIMERS_MAX = 1 << 29;

    private static final int INITIAL_CAPACITY = 64;
    private static final int NO_SLOT = -1;
    private static final int GENERATION_MASK = Integer.MAX_VALUE; // keeps ids positive

    /// Stands in free slots, so that the queue does not keep a finished timer's handler alive.
    private static final TimerHandler RELEASED = (_, _) -> {
        throw new IllegalStateException("a released timer fired");
    };

    private long[] keys = new long[2 * INITIAL_CAPACITY];
    private int[] slotAt = new int[INITIAL_CAPACITY];
    private int size;

    /// While the slot is free: the next free slot.
    private int[] placeOf = new int[INITIAL_CAPACITY];

    private int[] generations = new int[INITIAL_CAPACITY];
    private TimerHandler[] handlers = new TimerHandler[INITIAL_CAPACITY];
    private long[] subjects = new long[INITIAL_CAPACITY];
    private int slotsUsed;
    private int firstFreeSlot = NO_SLOT;

    private long nextSequence;

    @Override
    public long schedule(long deadlineNanos, TimerHandler handler, long subject) {
        int slot = takeSlot();
        handlers[slot] = handler;
        subjects[slot] = subject;
        siftUp(size++, deadlineNanos, nextSequence++, slot);
        return ((long) generations[slot] << Integer.SIZE) | slot;
    }

    @Override
    public boolean cancel(long timer) {
        int slot = (int) timer;
        int generation = (int) (timer >>> Integer.SIZE);
        if (slot < 0 || slot >= slotsUsed || generations[slot] != generation) {
            return false;
        }
        removeAt(placeOf[slot]);
        releaseSlot(slot);
        return true;
    }

    public int pending() {
        return size;
    }

    public long nextDeadlineNanos() {
        return size == 0 ? NEVER_NANOS : keys[0];
    }

    /// Fires the timers that are due, at most so many. Handlers may schedule and cancel; a timer that they schedule for
    /// the present or the past takes its place among the due ones.
    ///
    /// @return how many fired
    public int expire(long nowNanos, int limit) {
        int fired = 0;
        while (fired < limit && size > 0 && keys[0] <= nowNanos) {
            int slot = slotAt[0];
            TimerHandler handler = handlers[slot];
            long subject = subjects[slot];
            removeAt(0);
            releaseSlot(slot);
            fired++;
            handler.onTimer(subject, nowNanos);
        }
        return fired;
    }

    private int takeSlot() {
        if (firstFreeSlot != NO_SLOT) {
            int slot = firstFreeSlot;
            firstFreeSlot = placeOf[slot];
            return slot;
        }
        if (slotsUsed == slotAt.length) {
            grow();
        }
        return slotsUsed++;
    }

    private void releaseSlot(int slot) {
        generations[slot] = (generations[slot] + 1) & GENERATION_MASK;
        handlers[slot] = RELEASED;
        placeOf[slot] = firstFreeSlot;
        firstFreeSlot = slot;
    }

    private void grow() {
        Invariants.check(slotsUsed < TIMERS_MAX, "more than (%d) timers pending", TIMERS_MAX);
        int capacity = slotsUsed * 2;
        keys = Arrays.copyOf(keys, 2 * capacity);
        slotAt = Arrays.copyOf(slotAt, capacity);
        placeOf = Arrays.copyOf(placeOf, capacity);
        generations = Arrays.copyOf(generations, capacity);
        handlers = Arrays.copyOf(handlers, capacity);
        subjects = Arrays.copyOf(subjects, capacity);
    }

    /// Takes the entry out and puts the last one in its stead, which may have to move either way: it comes from another
    /// branch of the heap.
    private void removeAt(int place) {
        int last = --size;
        if (place == last) {
            return;
        }
        long deadline = keys[2 * last];
        long sequence = keys[2 * last + 1];
        int parent = (place - 1) >> 2;
        if (place > 0 && isBefore(deadline, sequence, parent)) {
            siftUp(place, deadline, sequence, slotAt[last]);
        } else {
            siftDown(place, deadline, sequence, slotAt[last]);
        }
    }

    private void siftUp(int from, long deadline, long sequence, int slot) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) >> 2;
            if (!isBefore(deadline, sequence, parent)) {
                break;
            }
            move(parent, place);
            place = parent;
        }
        put(place, deadline, sequence, slot);
    }

    private void siftDown(int from, long deadline, long sequence, int slot) {
        int place = from;
        int child = 4 * place + 1;
        while (child < size) {
            int least = leastOf(child, Math.min(child + 4, size));
            if (isBefore(deadline, sequence, least)) {
                break;
            }
            move(least, place);
            place = least;
            child = 4 * place + 1;
        }
        put(place, deadline, sequence, slot);
    }

    private int leastOf(int from, int to) {
        int least = from;
        for (int other = from + 1; other < to; other++) {
            if (isBefore(keys[2 * other], keys[2 * other + 1], least)) {
                least = other;
            }
        }
        return least;
    }

    private boolean isBefore(long deadline, long sequence, int place) {
        long other = keys[2 * place];
        return deadline < other || (deadline == other && sequence < keys[2 * place + 1]);
    }

    private void move(int from, int to) {
        put(to, keys[2 * from], keys[2 * from + 1], slotAt[from]);
    }

    private void put(int place, long deadline, long sequence, int slot) {
        keys[2 * place] = deadline;
        keys[2 * place + 1] = sequence;
        slotAt[place] = slot;
        placeOf[slot] = place;
    }
}

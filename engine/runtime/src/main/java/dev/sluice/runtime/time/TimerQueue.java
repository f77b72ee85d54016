package dev.sluice.runtime.time;

import dev.sluice.runtime.heap.IntHeap;
import java.util.Arrays;

/// Pending timers in primitive arrays, expired in the order (deadline, insertion).
///
/// Goals, in this order: exact order, since a simulation must be a pure function of its seed; no allocation per timer
/// once the arrays have grown; speed with a few as well as with a million timers pending.
///
/// An [IntHeap] orders the timers. What a timer carries lies in a *slot* that does not move. The heap holds slot
/// numbers
/// and knows the place of each, which makes cancelling logarithmic.
///
/// ```
///        heap (moves)                              slots (stay)
///   deadline   sequence   slot         generation     handler     subject
///      d0         s0        7               4             …           …
/// ```
///
/// A timer's id is its slot and that slot's generation. The generation counts the timers that the slot has held, so an
/// id kept after its timer has fired cancels nothing.
///
/// Rejected: a timing wheel, which is constant-time but orders only to its tick, so that the last level needs sorting
/// after all; cancelling by a mark, which leaves dead entries in the heap and needs sweeping.
///
/// Equivalent to a sorted map from (deadline, sequence) to handler; the tests compare it with that. Not thread-safe:
/// owned by the thread that turns the crank.
public final class TimerQueue implements Timers {

    /// The deadline reported when nothing is pending: later than any other.
    public static final long NEVER_NANOS = Long.MAX_VALUE;

    private static final int INITIAL_CAPACITY = 64;
    private static final int NO_SLOT = -1;
    private static final int GENERATION_MASK = Integer.MAX_VALUE; // keeps ids positive

    /// Stands in free slots, so that the queue does not keep a finished timer's handler alive.
    private static final TimerHandler RELEASED = (_, _) -> {
        throw new IllegalStateException("a released timer fired");
    };

    /// The slots of pending timers by deadline, then by sequence number.
    private final IntHeap heap = IntHeap.tracked();

    /// The list of free slots; stale for slots in use.
    private int[] nextFreeSlot = new int[INITIAL_CAPACITY];

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
        heap.add(deadlineNanos, nextSequence++, slot);
        return ((long) generations[slot] << Integer.SIZE) | slot;
    }

    @Override
    public boolean cancel(long timer) {
        int slot = (int) timer;
        int generation = (int) (timer >>> Integer.SIZE);
        if (slot < 0 || slot >= slotsUsed || generations[slot] != generation) {
            return false;
        }
        heap.remove(slot);
        releaseSlot(slot);
        return true;
    }

    public int pending() {
        return heap.size();
    }

    public long nextDeadlineNanos() {
        return heap.isEmpty() ? NEVER_NANOS : heap.firstKey();
    }

    /// Fires the timers that are due, at most so many. Handlers may schedule and cancel; a timer that they schedule for
    /// the present or the past takes its place among the due ones.
    ///
    /// @return how many fired
    public int expire(long nowNanos, int limit) {
        int fired = 0;
        while (fired < limit && !heap.isEmpty() && heap.firstKey() <= nowNanos) {
            int slot = heap.removeFirst();
            TimerHandler handler = handlers[slot];
            long subject = subjects[slot];
            releaseSlot(slot);
            fired++;
            handler.onTimer(subject, nowNanos);
        }
        return fired;
    }

    private int takeSlot() {
        if (firstFreeSlot != NO_SLOT) {
            int slot = firstFreeSlot;
            firstFreeSlot = nextFreeSlot[slot];
            return slot;
        }
        if (slotsUsed == generations.length) {
            grow();
        }
        return slotsUsed++;
    }

    private void releaseSlot(int slot) {
        generations[slot] = (generations[slot] + 1) & GENERATION_MASK;
        handlers[slot] = RELEASED;
        nextFreeSlot[slot] = firstFreeSlot;
        firstFreeSlot = slot;
    }

    private void grow() {
        int capacity = slotsUsed * 2;
        nextFreeSlot = Arrays.copyOf(nextFreeSlot, capacity);
        generations = Arrays.copyOf(generations, capacity);
        handlers = Arrays.copyOf(handlers, capacity);
        subjects = Arrays.copyOf(subjects, capacity);
    }
}

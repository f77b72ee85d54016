package dev.sluice.graph.plan;

import dev.sluice.runtime.fault.Invariants;
import java.util.Arrays;

/// Spans in one array, four longs each.
///
/// A span's handle is its slot and that slot's generation, which counts the spans that the slot has held; so a
/// handle kept for too long is found out. Both share an `int`, since a large job keeps a handle for each of its
/// vertices. That leaves few generations; therefore slots are used again in the order in which they became
/// free, and only after a while. An old handle is taken for a new one only after [#RESTING_MIN] × 64 other
/// spans have been removed.
final class SpanTable {
    private static final int SLOT_BITS = 25;

    /// What the slot's bits can count; 1 GiB.
    static final int SPANS_MAX = 1 << SLOT_BITS;

    /// So many free slots are kept back: 32 KiB.
    static final int RESTING_MIN = 1024;

    private static final int STRIDE = 4;
    private static final int START = 0; // inverted: before the origin; while free: the slot that became free next
    private static final int END = 1;
    private static final int AMOUNT = 2;
    private static final int OWNER = 3; // generation in the upper half, timeline in the lower

    private static final int INITIAL_SPANS = 32;
    private static final int NO_SLOT = -1;
    private static final int NO_TIMELINE = -1;
    private static final int SLOT_MASK = SPANS_MAX - 1;
    private static final int GENERATION_MASK = Integer.MAX_VALUE >>> SLOT_BITS; // keeps handles positive
    private static final long TIMELINE_MASK = 0xFFFF_FFFFL;

    private long[] spans = new long[INITIAL_SPANS * STRIDE];
    private int slotsUsed;
    private int live;

    /// The free slots form a queue.
    private int longestFree = NO_SLOT;

    private int lastFree = NO_SLOT;

    SpanTable() {}

    SpanTable(SpanTable other) {
        spans = Arrays.copyOf(
                other.spans, Math.max(INITIAL_SPANS, Integer.highestOneBit(other.slotsUsed * 2)) * STRIDE);
        slotsUsed = other.slotsUsed;
        live = other.live;
        longestFree = other.longestFree;
        lastFree = other.lastFree;
    }

    int live() {
        return live;
    }

    int slotsUsed() {
        return slotsUsed;
    }

    /// @param isBeforeOrigin whether its beginning is kept as a number, not as a change
    int add(int timeline, long start, long end, long amount, boolean isBeforeOrigin) {
        int slot = take();
        int at = slot * STRIDE;
        int generation = generation(at);
        spans[at + START] = isBeforeOrigin ? ~start : start;
        spans[at + END] = end;
        spans[at + AMOUNT] = amount;
        spans[at + OWNER] = owner(generation, timeline);
        live++;
        return (generation << SLOT_BITS) | slot;
    }

    void remove(int at) {
        int slot = at / STRIDE;
        spans[at + OWNER] = owner((generation(at) + 1) & GENERATION_MASK, NO_TIMELINE);
        spans[at + START] = NO_SLOT;
        if (lastFree == NO_SLOT) {
            longestFree = slot;
        } else {
            spans[lastFree * STRIDE + START] = slot;
        }
        lastFree = slot;
        live--;
    }

    boolean contains(int span) {
        int slot = span & SLOT_MASK;
        int at = slot * STRIDE;
        return span >= 0 && slot < slotsUsed && timeline(at) != NO_TIMELINE && generation(at) == span >>> SLOT_BITS;
    }

    /// Where the span lies, for the methods below.
    int find(int span) {
        Invariants.check(contains(span), "span (%d) is not there: removed before, or never added", span);
        return (span & SLOT_MASK) * STRIDE;
    }

    long start(int at) {
        long start = spans[at + START];
        return start < 0 ? ~start : start;
    }

    boolean isBeforeOrigin(int at) {
        return spans[at + START] < 0;
    }

    long end(int at) {
        return spans[at + END];
    }

    long amount(int at) {
        return spans[at + AMOUNT];
    }

    int timeline(int at) {
        return (int) spans[at + OWNER];
    }

    void setEnd(int at, long end) {
        spans[at + END] = end;
    }

    void setAmount(int at, long amount) {
        spans[at + AMOUNT] = amount;
    }

    private int generation(int at) {
        return (int) (spans[at + OWNER] >>> Integer.SIZE);
    }

    private static long owner(int generation, int timeline) {
        return ((long) generation << Integer.SIZE) | (timeline & TIMELINE_MASK);
    }

    private int take() {
        if (slotsUsed - live > RESTING_MIN) {
            int slot = longestFree;
            longestFree = (int) spans[slot * STRIDE + START];
            return slot;
        }
        if (slotsUsed * STRIDE == spans.length) {
            Invariants.check(slotsUsed < SPANS_MAX, "more than (%d) spans in all timelines", SPANS_MAX);
            spans = Arrays.copyOf(spans, 2 * spans.length);
        }
        return slotsUsed++;
    }
}

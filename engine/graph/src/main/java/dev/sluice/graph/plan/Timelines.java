package dev.sluice.graph.plan;

import dev.sluice.runtime.fault.Invariants;
import java.util.Arrays;

/// How much of each resource is free at each moment of the future: very many timelines in one store.
///
/// Goals, in this order: exact answers, since a reservation that is off by one breaks a promise; to find the first
/// moment at which something fits without trying one moment after the other; no allocation per operation once the
/// arrays have grown; little memory for unused timelines, since most vertices of a graph are idle.
///
/// A timeline has a total. A *span* takes an amount of it during [start, end). What is free may be negative: a
/// timeline shrinks when a node dies, and its spans stay until their owners have been dealt with. Whether a span
/// fits is for the caller to ask first.
///
/// A timeline keeps no levels, only the moments at which its use changes and by how much ([ChangeTrees]); the total
/// stands apart. So a span is two changes, however many others lie in between, and a new total touches no tree.
///
/// Time goes on: a caller that will query no moment before the *origin* says so by [#advanceTo]. From then on a
/// span that begins at or before it is only one change, its end, since its beginning is a number that is in use
/// all along. Most spans are such: those of jobs that start when they are placed.
///
/// ```
///   in use                              the first fit of 5 for a duration of 40, from 0 on:
///   8 total ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─
///          ┌────┐  ┌──┐  ┌────┐         window  0 … 40: last short from 30 on, free again at 35
///   3 ─ ─ ─│─ ─ │─ │─ │─ │─ ─ │─ ─      window 35 … 75: last short from 50 on, free again at 65
///      ────┘    └──┘  └──┘    └────     window 65 … 105: never short, so it fits at 65
///      0   10   25 30 35 50   65
/// ```
///
/// [#firstFit] looks at a window from behind, as Boyer and Moore's search looks at a word: the *last* moment in it
/// at which too little is free rules out all starts up to there, so the next start is the first moment after it
/// with enough. Gaps inside the window, as the one at 25, are never looked at. Both searches skip subtrees by
/// their highest or lowest use.
///
/// | cost, n changes on the timeline | |
/// |---|---|
/// | total, resize, create, destroy; fits and firstFit where the timeline is never short | constant |
/// | a span added, removed, reduced, trimmed; free at a moment, during a window; next change | O(log n) |
/// | firstFit past k gaps that are too small, in a time of w durations | O((min(k, 2 w) + 1) log n) |
/// | memory | 20 bytes a timeline, 32 a span, 64 a change |
///
/// The logarithms are expected values, whatever the input: chance comes from a mix of array indices. Growth is
/// amortized.
///
/// Equivalent to keeping the list of spans and adding up those that cover a moment; the tests compare it with that.
///
/// Rejected: a second tree ordered by what is free, as Fluxion's planner has, which finds the earliest moment with
/// enough free but not a window, so that it takes out one candidate after the other; leaping from each gap to the
/// next, which is a little quicker where there are few gaps and several times slower where there are many; a
/// segment tree over time slots, which rounds times and costs its full size on idle vertices; an object per
/// timeline.
///
/// Moments and durations are in any one unit, from zero on. Not thread-safe, not even for queries: owned by the
/// thread that turns the crank.
public final class Timelines {

    /// Later than any moment: the answer if nothing ever fits or changes. A span that ends then never ends.
    public static final long NEVER = Long.MAX_VALUE;

    /// A moment after all ends, at which only spans without an end are left.
    public static final long AFTER_ALL_ENDS = NEVER - 2;

    /// No span's handle.
    public static final int NO_SPAN = -1;

    /// The most that a timeline can hold or have in use: a thousand petabytes in bytes, and sums do not overflow.
    public static final long AMOUNT_MAX = ChangeTrees.USE_MAX;

    /// Far beyond any graph; doubling an array of so many still fits an `int`.
    static final int TIMELINES_MAX = 1 << 29;

    static final long NO_VERSION = -1;

    private static final int INITIAL_TIMELINES = 16;
    private static final int NO_TIMELINE = -1;
    private static final long DESTROYED = -1;

    private long[] totals = new long[INITIAL_TIMELINES];

    /// What is in use by spans that began before the origin, apart from the changes at their ends.
    private long[] begun = new long[INITIAL_TIMELINES];

    /// While the timeline is destroyed: the next destroyed one.
    private int[] roots = new int[INITIAL_TIMELINES];

    private int timelinesUsed;
    private int firstDestroyed = NO_TIMELINE;

    private final ChangeTrees trees;
    private final SpanTable spans;
    private final TimelineCursor cursor;

    private long origin;

    /// Counts all changes, so that a cursor notices those that happen during its walk.
    private long version;

    public Timelines() {
        trees = new ChangeTrees();
        spans = new SpanTable();
        cursor = new TimelineCursor(this, trees);
    }

    /// Copies a store, with the same timelines and handles. Several threads may copy a store that does not change.
    public Timelines(Timelines other) {
        totals = other.totals.clone();
        begun = other.begun.clone();
        origin = other.origin;
        roots = other.roots.clone();
        timelinesUsed = other.timelinesUsed;
        firstDestroyed = other.firstDestroyed;
        trees = new ChangeTrees(other.trees);
        spans = new SpanTable(other.spans);
        cursor = new TimelineCursor(this, trees);
        version = other.version;
    }

    /// Moves the origin. Queries of earlier moments are answered for the origin. Never goes back.
    public void advanceTo(long moment) {
        origin = Math.max(origin, moment);
    }

    public int create(long total) {
        checkTotal(total);
        int timeline = takeTimeline();
        totals[timeline] = total;
        begun[timeline] = 0;
        roots[timeline] = ChangeTrees.NIL;
        return timeline;
    }

    /// The index may be given to another timeline afterwards.
    public void destroy(int timeline) {
        Invariants.check(
                root(timeline) == ChangeTrees.NIL && begun[timeline] == 0, "timeline (%d) still has spans", timeline);
        version++;
        totals[timeline] = DESTROYED;
        roots[timeline] = firstDestroyed;
        firstDestroyed = timeline;
    }

    public long total(int timeline) {
        checkTimeline(timeline);
        return totals[timeline];
    }

    /// What is free changes by the difference at every moment, if need be to less than nothing.
    public void resize(int timeline, long total) {
        checkTimeline(timeline);
        checkTotal(total);
        version++;
        totals[timeline] = total;
    }

    /// Does not ask whether it fits.
    ///
    /// @return the span's handle
    public int addSpan(int timeline, long start, long end, long amount) {
        checkTimeline(timeline);
        checkWindow(start, end);
        Invariants.check(amount > 0, "a span of (%d) holds nothing", amount);
        // Against the highest use at any moment, be it in the window or not: that is known without a search.
        Invariants.check(
                amount <= AMOUNT_MAX - begun[timeline] - trees.highest(roots[timeline]),
                "a span of (%d) is too much on timeline (%d)",
                amount,
                timeline);
        boolean isBeforeOrigin = start <= origin;
        begin(timeline, start, amount, isBeforeOrigin);
        change(timeline, end, -amount);
        return spans.add(timeline, start, end, amount, isBeforeOrigin);
    }

    /// Restores exactly what would be without it.
    public void removeSpan(int span) {
        int at = spans.find(span);
        begin(spans.timeline(at), spans.start(at), -spans.amount(at), spans.isBeforeOrigin(at));
        change(spans.timeline(at), spans.end(at), spans.amount(at));
        spans.remove(at);
    }

    /// Takes a part of the span's amount back, over all of its time; the span is gone if the part is all of it.
    public void reduceSpan(int span, long part) {
        int at = spans.find(span);
        long rest = spans.amount(at) - part;
        Invariants.check(part >= 0 && rest >= 0, "a span of (%d) cannot be reduced by (%d)", spans.amount(at), part);
        if (rest == 0) {
            removeSpan(span);
            return;
        }
        begin(spans.timeline(at), spans.start(at), -part, spans.isBeforeOrigin(at));
        change(spans.timeline(at), spans.end(at), part);
        spans.setAmount(at, rest);
    }

    /// Gives the span another end, earlier or later; like [#addSpan], does not ask whether that fits.
    public void trimSpan(int span, long end) {
        int at = spans.find(span);
        int timeline = spans.timeline(at);
        long amount = spans.amount(at);
        checkWindow(spans.start(at), end);
        Invariants.check(
                end <= spans.end(at) || amount <= AMOUNT_MAX - begun[timeline] - trees.highest(roots[timeline]),
                "a longer span of (%d) is too much on timeline (%d)",
                amount,
                timeline);
        change(timeline, spans.end(at), amount);
        change(timeline, end, -amount);
        spans.setEnd(at, end);
    }

    public boolean hasSpan(int span) {
        return spans.contains(span);
    }

    public long start(int span) {
        return spans.start(spans.find(span));
    }

    public long end(int span) {
        return spans.end(spans.find(span));
    }

    public long amount(int span) {
        return spans.amount(spans.find(span));
    }

    public int timeline(int span) {
        return spans.timeline(spans.find(span));
    }

    public int spanCount() {
        return spans.live();
    }

    public long freeAt(int timeline, long moment) {
        return room(timeline) - trees.useAt(roots[timeline], Math.max(moment, origin));
    }

    /// The least that is free at any moment of the window.
    public long freeDuring(int timeline, long start, long end) {
        checkWindow(start, end);
        return room(timeline) - trees.highestDuring(roots[timeline], Math.max(start, origin), end);
    }

    /// By how much the use exceeds the total at the worst moment from the origin on; 0 if it never does.
    public long overcommitment(int timeline) {
        long room = room(timeline);
        if (trees.highest(roots[timeline]) <= room) {
            return 0;
        }
        return Math.max(0, trees.highestDuring(roots[timeline], origin, NEVER) - room);
    }

    public boolean fits(int timeline, long start, long end, long amount) {
        checkWindow(start, end);
        checkAmount(amount);
        long useMax = room(timeline) - amount;
        int root = roots[timeline];
        return amount <= totals[timeline]
                && ((useMax >= 0 && trees.highest(root) <= useMax)
                        || trees.highestDuring(root, Math.max(start, origin), end) <= useMax);
    }

    /// The first moment from which on so much is free for so long: the earliest one allowed, or one at which
    /// something becomes free. A duration of [#NEVER] asks for a place without end.
    ///
    /// @return [#NEVER] if there is none, since the total is too small or spans without end are in the way
    public long firstFit(int timeline, long earliest, long duration, long amount) {
        checkMoment(earliest);
        checkAmount(amount);
        Invariants.check(duration > 0, "a duration of (%d) takes no time", duration);
        long useMax = room(timeline) - amount;
        if (amount > totals[timeline]) {
            return NEVER;
        }
        if (trees.highest(roots[timeline]) <= useMax) {
            return Math.max(earliest, origin);
        }
        cursor.seek(timeline, earliest);
        if (cursor.free() < amount && !cursor.advanceToFree(amount)) {
            return NEVER;
        }
        long start = cursor.time();
        while (cursor.seekShortBefore(endOf(start, duration), amount) && cursor.time() > start) {
            if (!cursor.advanceToFree(amount)) {
                return NEVER;
            }
            start = cursor.time();
        }
        return start;
    }

    private static long endOf(long start, long duration) {
        return duration < NEVER - start ? start + duration : NEVER;
    }

    /// The first moment from which on all fit for so long, each amount on its timeline. Takes the first so many of
    /// both arrays; a timeline may be among them once only, since its amounts are not added up.
    ///
    /// The timelines take turns at moving the start later, until all of them leave it where it is.
    public long firstFit(int[] timelines, long[] amounts, int count, long earliest, long duration) {
        long start = earliest;
        int agreeing = 0;
        for (int turn = 0; agreeing < count; turn = turn + 1 == count ? 0 : turn + 1) {
            long fit = firstFit(timelines[turn], start, duration, amounts[turn]);
            if (fit == NEVER) {
                return NEVER;
            }
            agreeing = fit == start ? agreeing + 1 : 1;
            start = fit;
        }
        return start;
    }

    /// The first later moment at which more or less becomes free, or [#NEVER]. Where spans meet so that nothing
    /// changes, there is none.
    public long nextChangeAfter(int timeline, long moment) {
        int change = trees.firstAfter(root(timeline), Math.max(moment, origin));
        return change == ChangeTrees.NIL ? NEVER : trees.time(change);
    }

    /// To be kept and used again.
    public TimelineCursor cursor() {
        return new TimelineCursor(this, trees);
    }

    int root(int timeline) {
        checkTimeline(timeline);
        return roots[timeline];
    }

    long version() {
        return version;
    }

    /// For tests: how many changes all timelines have together.
    int changeCount() {
        return trees.live();
    }

    /// For tests: recomputes the timeline's tree and compares.
    ///
    /// @return the tree's depth
    int verify(int timeline) {
        return trees.verify(root(timeline));
    }

    /// What there is for spans that have not begun at the origin.
    long room(int timeline) {
        checkTimeline(timeline);
        return totals[timeline] - begun[timeline];
    }

    long origin() {
        return origin;
    }

    private void begin(int timeline, long start, long amount, boolean isBeforeOrigin) {
        if (isBeforeOrigin) {
            begun[timeline] += amount;
        } else {
            change(timeline, start, amount);
        }
    }

    private void change(int timeline, long moment, long amount) {
        version++;
        if (moment != NEVER) {
            roots[timeline] = trees.add(roots[timeline], moment, amount);
        }
    }

    private int takeTimeline() {
        if (firstDestroyed != NO_TIMELINE) {
            int timeline = firstDestroyed;
            firstDestroyed = roots[timeline];
            return timeline;
        }
        if (timelinesUsed == totals.length) {
            Invariants.check(timelinesUsed < TIMELINES_MAX, "more than (%d) timelines", TIMELINES_MAX);
            totals = Arrays.copyOf(totals, 2 * timelinesUsed);
            begun = Arrays.copyOf(begun, 2 * timelinesUsed);
            roots = Arrays.copyOf(roots, 2 * timelinesUsed);
        }
        return timelinesUsed++;
    }

    private void checkTimeline(int timeline) {
        Invariants.check(
                timeline >= 0 && timeline < timelinesUsed && totals[timeline] != DESTROYED,
                "there is no timeline (%d)",
                timeline);
    }

    private static void checkTotal(long total) {
        Invariants.check(total >= 0 && total <= AMOUNT_MAX, "a total of (%d) is none", total);
    }

    private static void checkAmount(long amount) {
        Invariants.check(amount >= 0, "an amount of (%d) is none", amount);
    }

    private static void checkMoment(long moment) {
        Invariants.check(moment >= 0 && moment < NEVER, "(%d) is not a moment", moment);
    }

    private static void checkWindow(long start, long end) {
        Invariants.check(start >= 0 && start < end, "the window from (%d) to (%d) is none", start, end);
    }
}

package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.plan.Timelines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// How much of one counted type is free below each inner vertex, over time: an upper bound by which a search in the
/// future skips subtrees.
///
/// A timeline's total is what there is at or below the vertex; each holding takes what it has there. Where a vertex is
/// over-committed at some moment, its neighbours must not look as if they had less. So its over-commitment at the worst
/// moment, its *credit*, counts as part of the total of everything that contains it. The timelines then never show less
/// than is free, which is all that a search asks of them:
///
/// ```
///   rack   total 16 + 3 (credit of node0)   free 16 + 3 − 11 − 0 = 8     node1 has 8
///    ├ node0   total 8, taken 11             free −3, credit 3
///    └ node1   total 8, taken 0              free 8
/// ```
///
/// Equivalent to adding up what the children have left at each moment, each at least zero, except that a vertex which
/// is over-committed at one moment is counted generously at the others.
final class FreeBelow {
    private static final int UNTOUCHED = Uses.UNTOUCHED;

    private final ResourceGraph graph;
    private final Layout layout;
    private final Timelines timelines;
    private final Uses uses;
    private final int counted;

    /// By inner number.
    private int[] timelineOf;

    private final Credits credits = new Credits();

    /// The groups of lists that count this type. Not copied: lists belong to one matcher.
    private final List<GroupTimelines> groups = new ArrayList<>();

    // Credit that the children pass up, by depth.
    private long[] below = new long[8];

    FreeBelow(Layout layout, Timelines timelines, Uses uses, int counted) {
        this.graph = layout.graph();
        this.layout = layout;
        this.timelines = timelines;
        this.uses = uses;
        this.counted = counted;
        this.timelineOf = new int[layout.innerLimit()];
        Arrays.fill(timelineOf, UNTOUCHED);
    }

    FreeBelow(FreeBelow other, Layout layout, Timelines timelines, Uses uses) {
        this.graph = layout.graph();
        this.layout = layout;
        this.timelines = timelines;
        this.uses = uses;
        this.counted = other.counted;
        this.timelineOf = other.timelineOf.clone();
        this.credits.addAll(other.credits);
    }

    int counted() {
        return counted;
    }

    List<GroupTimelines> groups() {
        return groups;
    }

    void makeRoom() {
        int old = timelineOf.length;
        if (layout.innerLimit() > old) {
            timelineOf = Arrays.copyOf(timelineOf, layout.innerLimit());
            Arrays.fill(timelineOf, old, timelineOf.length, UNTOUCHED);
        }
    }

    boolean hasCredits() {
        return !credits.isEmpty();
    }

    void take(int vertex, int inner, long amount, SpanSink spans) {
        if (timelineOf[inner] == UNTOUCHED) {
            timelineOf[inner] = timelines.create(layout.total(vertex, counted));
        }
        spans.take(timelineOf[inner], amount);
    }

    /// At most this much is free throughout the window.
    long free(int vertex, long start, long end) {
        int inner = layout.inner(vertex);
        if (inner == Layout.NOT_INNER) {
            long total = layout.total(vertex, counted);
            return total == 0
                    ? 0
                    : graph.isDivisible(vertex)
                            ? uses.free(vertex, start, end)
                            : uses.free(vertex, start, end) == 0 ? 0 : total;
        }
        int timeline = timelineOf[inner];
        return timeline == UNTOUCHED
                ? layout.total(vertex, counted)
                : Math.max(0, timelines.freeDuring(timeline, start, end));
    }

    /// The first moment at which so much may be free for the duration.
    long first(int vertex, long earliest, long duration, long amount) {
        int inner = layout.inner(vertex);
        int timeline = inner == Layout.NOT_INNER ? UNTOUCHED : timelineOf[inner];
        return timeline == UNTOUCHED ? earliest : timelines.firstFit(timeline, earliest, duration, amount);
    }

    /// Follows the graph after what lies at or below a vertex has changed.
    void totalChanged(int vertex, long change) {
        for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            int inner = layout.inner(above);
            if (inner != Layout.NOT_INNER && timelineOf[inner] != UNTOUCHED) {
                timelines.resize(timelineOf[inner], timelines.total(timelineOf[inner]) + change);
            }
            grow(above, change);
        }
    }

    /// Forgets an inner vertex below which nothing is held.
    void drop(int inner) {
        if (timelineOf[inner] != UNTOUCHED) {
            credits.set(timelineOf[inner], 0);
            timelines.destroy(timelineOf[inner]);
            timelineOf[inner] = UNTOUCHED;
        }
    }

    /// Updates the totals above the vertices of a placement after their use has changed.
    void settle(Placement placement) {
        for (int i = 0; i < placement.entryCount(); i++) {
            settle(placement.entryVertex(i), placement.entryDepth(i));
        }
        Arrays.fill(below, 0);
    }

    /// Updates the totals above a vertex after its size has changed.
    void settleAbove(int vertex) {
        for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            settle(above, layout.depth(above));
        }
        Arrays.fill(below, 0);
    }

    private void settle(int vertex, int depth) {
        if (below.length < depth + 2) {
            below = Arrays.copyOf(below, 2 * depth + 2);
        }
        long change = below[depth + 1];
        below[depth + 1] = 0;
        int timeline = timeline(vertex);
        if (timeline == UNTOUCHED && change == 0) {
            return;
        }
        if (timeline == UNTOUCHED) {
            timeline = timelines.create(layout.total(vertex, counted));
            timelineOf[layout.inner(vertex)] = timeline;
        }
        if (change != 0) {
            timelines.resize(timeline, timelines.total(timeline) + change);
        }
        long own = credits.set(timeline, overcommitment(vertex, timeline));
        for (int i = 0; own != 0 && i < groups.size(); i++) {
            groups.get(i).setCredit(vertex, credits.get(timeline));
        }
        long passed = change + own;
        grow(vertex, passed);
        below[depth] += passed;
    }

    private void grow(int vertex, long change) {
        for (int i = 0; change != 0 && i < groups.size(); i++) {
            groups.get(i).grow(vertex, change);
        }
    }

    /// The timeline that says how much of a vertex is free, or [Uses#UNTOUCHED].
    private int timeline(int vertex) {
        int inner = layout.inner(vertex);
        if (inner != Layout.NOT_INNER) {
            return timelineOf[inner];
        }
        return layout.counted(graph.typeNumber(vertex)) == counted ? uses.timeline(vertex) : UNTOUCHED;
    }

    private long overcommitment(int vertex, int timeline) {
        long over = timelines.overcommitment(timeline);
        boolean isWholeLeaf = layout.inner(vertex) == Layout.NOT_INNER && !graph.isDivisible(vertex);
        // Every further job that holds a leaf exclusively counts all of it once more.
        return isWholeLeaf ? (over + Uses.EXCLUSIVELY - 1) / Uses.EXCLUSIVELY * graph.size(vertex) : over;
    }

    /// By how much a vertex itself is over-committed.
    long ownCredit(int vertex) {
        int timeline = timeline(vertex);
        return timeline == UNTOUCHED ? 0 : credits.get(timeline);
    }

    /// What a vertex passes up: its own credit and that of all below it.
    long credit(int vertex) {
        int timeline = timeline(vertex);
        if (timeline == UNTOUCHED) {
            return 0;
        }
        boolean isInner = layout.inner(vertex) != Layout.NOT_INNER;
        long ofChildren = isInner ? timelines.total(timeline) - layout.total(vertex, counted) : 0;
        return ofChildren + credits.get(timeline);
    }
}

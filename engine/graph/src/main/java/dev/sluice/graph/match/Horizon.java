package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.plan.Timelines;
import java.util.Arrays;

/// Before which moment so many vertices cannot possibly be had together.
///
/// Each vertex has a first moment from which on it is free for long enough. For n of them to be free together,
/// the n-th of these moments must have come. They are found in order, the earliest first, without asking every
/// vertex: a group of neighbours cannot have a free one before all of them together have enough cores. That the
/// moment has come does not mean that a match succeeds; but none before it does, and so a search through a
/// crowded future takes a few leaps.
final class Horizon {
    private final ResourceGraph graph;
    private final Occupancy occupancy;

    // A heap of groups and vertices by their first moments. A vertex has level -1.
    private static final int VERTEX = -1;
    private long[] moments = new long[64];
    private int[] levels = new int[64];
    private int[] numbers = new int[64];
    private int count;

    private long duration;
    private long cores;
    private boolean unused;

    Horizon(ResourceGraph graph, Occupancy occupancy) {
        this.graph = graph;
        this.occupancy = occupancy;
    }

    /// The moment at which the n-th vertex becomes free.
    ///
    /// @param coresEach how many cores each vertex has to have free
    /// @param whole whether nobody else may use the vertices
    /// @return the n-th moment, not before the earliest one allowed, or [Timelines#NEVER]
    long first(
            Groups groups, Eligibility eligibility, long n, long coresEach, boolean whole, long earliest, long length) {
        duration = length;
        cores = coresEach;
        unused = whole;
        count = 0;
        int top = groups.levels() - 1;
        for (int group = 0; group < groups.count(top); group++) {
            pushGroup(groups, top, group, earliest);
        }
        long found = 0;
        while (count > 0) {
            long moment = moments[0];
            int level = levels[0];
            int number = numbers[0];
            pop();
            if (level == VERTEX) {
                if (++found == n) {
                    return moment;
                }
            } else if (level == 0) {
                int end = Math.min(groups.vertexCount(), (number + 1) * Groups.SIZE);
                for (int place = number * Groups.SIZE; place < end; place++) {
                    pushVertex(groups.vertex(place), eligibility, moment);
                }
            } else {
                int end = Math.min(groups.count(level - 1), (number + 1) * Groups.SIZE);
                for (int group = number * Groups.SIZE; group < end; group++) {
                    pushGroup(groups, level - 1, group, moment);
                }
            }
        }
        return Timelines.NEVER;
    }

    private void pushGroup(Groups groups, int level, int group, long earliest) {
        long moment = cores == 0 ? earliest : groups.firstWithCores(level, group, earliest, duration, cores);
        push(moment, level, group);
    }

    private void pushVertex(int vertex, Eligibility eligibility, long earliest) {
        if (graph.isDown(vertex) || !eligibility.admits(vertex)) {
            return;
        }
        long moment = unused ? occupancy.firstUnused(vertex, earliest, duration) : firstWithCores(vertex, earliest);
        push(moment, VERTEX, vertex);
    }

    /// A job that has what contains the vertex leaves no mark on the vertex itself.
    private long firstWithCores(int vertex, long earliest) {
        long moment = occupancy.firstWithCores(vertex, earliest, duration, cores);
        int above = graph.parent(vertex);
        return moment == Timelines.NEVER || above == ResourceGraph.NO_VERTEX
                ? moment
                : occupancy.firstWithCores(above, moment, duration, cores);
    }

    private void push(long moment, int level, int number) {
        if (moment == Timelines.NEVER) {
            return;
        }
        if (count == moments.length) {
            moments = Arrays.copyOf(moments, 2 * count);
            levels = Arrays.copyOf(levels, 2 * count);
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        int at = count++;
        while (at > 0 && isBefore(moment, level, (at - 1) / 2)) {
            put(at, moments[(at - 1) / 2], levels[(at - 1) / 2], numbers[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        put(at, moment, level, number);
    }

    private void pop() {
        int last = --count;
        int at = 0;
        while (2 * at + 1 < count) {
            int child = 2 * at + 1;
            if (child + 1 < count && isBefore(moments[child + 1], levels[child + 1], child)) {
                child++;
            }
            if (isBefore(moments[last], levels[last], child)) {
                break;
            }
            put(at, moments[child], levels[child], numbers[child]);
            at = child;
        }
        put(at, moments[last], levels[last], numbers[last]);
    }

    /// At the same moment vertices come before groups, so that no group is opened in vain.
    private boolean isBefore(long moment, int level, int other) {
        return moment != moments[other] ? moment < moments[other] : level < levels[other];
    }

    private void put(int at, long moment, int level, int number) {
        moments[at] = moment;
        levels[at] = level;
        numbers[at] = number;
    }
}

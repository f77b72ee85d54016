package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Availability;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.runtime.heap.IntHeap;

/// A lower bound of the time at which n vertices are free together.
///
/// Each vertex has a first moment from which it is free for the duration. For n vertices to be free together, the n-th
/// of these moments must have come. They are found in ascending order without a query for every vertex: no vertex of a
/// group is free before the group as a whole has enough free cores. For example, 2 nodes, in groups of 2:
///
/// ```
///   group 0: 10                  queue: group 0 at 10, group 1 at 30
///     node0 free from 40         opened: node1 at 10, group 1 at 30, node0 at 40
///     node1 free from 10         node1 is the first
///   group 1: 30                  opened: node2 at 30, …
///     node2 free from 30         node2 is the second: not before 30
/// ```
///
/// A match at that moment may still fail: the nodes may be free in turn, or in too small pieces. None before it
/// succeeds. So a search in a crowded future takes few steps.
///
/// Cost: O((n + groups opened · 32) · log) searches on timelines; the groups opened are those that are free before the
/// n-th vertex is. Without cores to count, every vertex is asked.
final class EarliestStart {
    private final ResourceGraph graph;
    private final Availability availability;

    /// The level of a single vertex. Lower than that of any group, so that at the same moment vertices come before
    /// groups and no group is opened in vain.
    private static final int VERTEX = -1;

    /// Groups and vertices by first moment, then by level.
    private final IntHeap queue = new IntHeap();

    private long duration;
    private long cores;
    private boolean unused;

    EarliestStart(ResourceGraph graph, Availability availability) {
        this.graph = graph;
        this.availability = availability;
    }

    /// The moment at which the n-th vertex becomes free.
    ///
    /// @param coresEach the number of free cores that each vertex needs
    /// @param whole whether the vertices must be unused
    /// @return the n-th moment, at least `earliest`, or [Timelines#NEVER]
    long first(
            Groups groups, Eligibility eligibility, long n, long coresEach, boolean whole, long earliest, long length) {
        duration = length;
        cores = coresEach;
        unused = whole;
        queue.clear();
        int top = groups.levels() - 1;
        for (int group = 0; group < groups.count(top); group++) {
            pushGroup(groups, top, group, earliest);
        }
        long found = 0;
        while (!queue.isEmpty()) {
            long moment = queue.firstKey();
            int level = (int) queue.firstTieBreak();
            int number = queue.removeFirst();
            if (level == VERTEX) {
                if (++found == n) {
                    return moment;
                }
            } else if (level == 0) {
                int end = Math.min(groups.limit(), (number + 1) * Groups.SIZE);
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
        if (vertex == ResourceGraph.NO_VERTEX || graph.isDown(vertex) || !eligibility.admits(vertex)) {
            return;
        }
        long moment = unused ? availability.firstUnused(vertex, earliest, duration) : firstWithCores(vertex, earliest);
        push(moment, VERTEX, vertex);
    }

    /// Also asks the parent: a job that holds the parent exclusively leaves no mark on the vertex itself.
    private long firstWithCores(int vertex, long earliest) {
        long moment = availability.firstWithCores(vertex, earliest, duration, cores);
        int above = graph.parent(vertex);
        return moment == Timelines.NEVER || above == ResourceGraph.NO_VERTEX
                ? moment
                : availability.firstWithCores(above, moment, duration, cores);
    }

    private void push(long moment, int level, int number) {
        if (moment != Timelines.NEVER) {
            queue.add(moment, level, number);
        }
    }
}

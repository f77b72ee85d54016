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
/// group is free before the group as a whole has enough free of each type. For example, 2 nodes, in groups of 2:
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
/// n-th vertex is. Without a type to count, every vertex is asked.
final class EarliestStart {
    private final ResourceGraph graph;
    private final Availability availability;

    /// The level of a single vertex. Lower than that of any group, so that at the same moment vertices come before
    /// groups and no group is opened in vain.
    private static final int VERTEX = -1;

    /// Groups and vertices by first moment, then by level.
    private final IntHeap queue = new IntHeap();

    private long duration;
    private boolean unused;

    EarliestStart(ResourceGraph graph, Availability availability) {
        this.graph = graph;
        this.availability = availability;
    }

    /// The moment at which the n-th vertex becomes free.
    ///
    /// @param groups count all planned types that a vertex needs
    /// @param each what each vertex needs
    /// @param whole whether the vertices must be unused
    /// @return the n-th moment, at least `earliest`, or [Timelines#NEVER]
    long first(
            Groups groups,
            Eligibility eligibility,
            long n,
            CompiledResource each,
            boolean whole,
            long earliest,
            long length) {
        duration = length;
        unused = whole;
        queue.clear();
        int top = groups.levels() - 1;
        for (int group = 0; group < groups.count(top); group++) {
            pushGroup(groups, top, group, each, earliest);
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
                    pushVertex(groups.vertex(place), eligibility, each, moment);
                }
            } else {
                int end = Math.min(groups.count(level - 1), (number + 1) * Groups.SIZE);
                for (int group = number * Groups.SIZE; group < end; group++) {
                    pushGroup(groups, level - 1, group, each, moment);
                }
            }
        }
        return Timelines.NEVER;
    }

    private void pushGroup(Groups groups, int level, int group, CompiledResource each, long earliest) {
        long moment = earliest;
        for (int i = 0; i < each.neededCount() && moment != Timelines.NEVER; i++) {
            moment = groups.first(each.neededType(i), each.neededAmount(i), level, group, moment, duration);
        }
        push(moment, level, group);
    }

    private void pushVertex(int vertex, Eligibility eligibility, CompiledResource each, long earliest) {
        if (vertex == ResourceGraph.NO_VERTEX || graph.isDown(vertex) || !eligibility.admits(vertex)) {
            return;
        }
        long moment =
                unused ? availability.firstUnused(vertex, earliest, duration) : firstWithAll(vertex, each, earliest);
        push(moment, VERTEX, vertex);
    }

    /// Also asks the parent: a job that holds the parent exclusively leaves no mark on the vertex itself.
    private long firstWithAll(int vertex, CompiledResource each, long earliest) {
        int above = graph.parent(vertex);
        long moment = earliest;
        for (int i = 0; i < each.neededCount() && moment != Timelines.NEVER; i++) {
            int counted = each.neededType(i);
            long amount = each.neededAmount(i);
            if (!availability.isPlanned(counted)) {
                continue;
            }
            moment = availability.firstWith(counted, vertex, moment, duration, amount);
            if (moment != Timelines.NEVER && above != ResourceGraph.NO_VERTEX) {
                moment = availability.firstWith(counted, above, moment, duration, amount);
            }
        }
        return moment;
    }

    private void push(long moment, int level, int number) {
        if (moment != Timelines.NEVER) {
            queue.add(moment, level, number);
        }
    }
}

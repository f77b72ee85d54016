package dev.sluice.graph.occupancy;

import dev.sluice.graph.plan.Timelines;

/// Timelines of the free cores of neighbours in a list of vertices: of groups of [#SIZE] vertices, of groups of as
/// many groups, and so on.
///
/// The timeline of a vertex with a thousand children covers all of them together. Groups lie in between and tell
/// where in the list a search in the future need not look.
public final class Groups {

    /// Neighbours in a group: large enough that groups are few, small enough that looking through one is quick.
    public static final int SIZE = 32;

    private static final int NO_GROUP = -1;

    private final Timelines timelines;
    private final Members members;
    private final long[] cores;

    /// The timelines of each level, starting with the smallest groups.
    private final int[][] timelineOf;

    // What a holding takes of one group and has not been added yet.
    private int pendingGroup = NO_GROUP;
    private long pendingCores;

    Groups(Timelines timelines, Members members, long[] cores) {
        this.timelines = timelines;
        this.members = members;
        this.cores = cores;
        int levels = 1;
        for (long covered = SIZE; covered < members.size(); covered *= SIZE) {
            levels++;
        }
        this.timelineOf = new int[levels][];
        long[] totals = cores;
        for (int level = 0; level < levels; level++) {
            totals = sums(totals);
            timelineOf[level] = new int[totals.length];
            for (int group = 0; group < totals.length; group++) {
                timelineOf[level][group] = timelines.create(totals[group]);
            }
        }
    }

    private static long[] sums(long[] amounts) {
        long[] sums = new long[(amounts.length + SIZE - 1) / SIZE];
        for (int i = 0; i < amounts.length; i++) {
            sums[i / SIZE] += amounts[i];
        }
        return sums;
    }

    public int levels() {
        return timelineOf.length;
    }

    /// Groups of a level; the highest level has one, unless the list is empty.
    public int count(int level) {
        return timelineOf[level].length;
    }

    public int vertexCount() {
        return members.size();
    }

    public int vertex(int place) {
        return members.vertex(place);
    }

    /// The most free cores that the vertices of one of the smallest groups can have together throughout the window.
    public long freeCores(int group, long start, long end) {
        return timelines.freeDuring(timelineOf[0][group], start, end);
    }

    /// The first moment from `earliest` on at which a group may have that many cores free for the duration.
    public long firstWithCores(int level, int group, long earliest, long duration, long cores) {
        return timelines.firstFit(timelineOf[level][group], earliest, duration, cores);
    }

    /// Adds what is taken of a vertex to what was taken of its neighbours before.
    ///
    /// @param exclusively whether the whole subtree of the vertex is taken, members below it included
    void add(int vertex, long amount, boolean exclusively, SpanSink spans) {
        int own = members.placeOf(vertex);
        if (own >= 0) {
            addAt(own, amount, spans);
        } else if (exclusively) {
            int end = members.to(vertex);
            for (int i = members.from(vertex); i < end; i++) {
                addAt(members.place(i), cores[members.place(i)], spans);
            }
        }
    }

    private void addAt(int place, long amount, SpanSink spans) {
        int group = place / SIZE;
        if (group != pendingGroup) {
            flush(spans);
            pendingGroup = group;
        }
        pendingCores += amount;
    }

    void flush(SpanSink spans) {
        int group = pendingGroup;
        for (int level = 0; level < timelineOf.length && pendingGroup != NO_GROUP && pendingCores > 0; level++) {
            spans.take(timelineOf[level][group], pendingCores);
            group /= SIZE;
        }
        pendingGroup = NO_GROUP;
        pendingCores = 0;
    }
}

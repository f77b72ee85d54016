package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.plan.Timelines;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Timelines of what is free of one counted type in the [Groups] of a list, in all levels.
///
/// A job that holds a vertex above the members exclusively takes all of them. If others use them at the same time, the
/// vertex above is over-committed, and what the members have is counted twice. So its credit counts for the groups of
/// all members below it, as [FreeBelow] explains.
final class GroupTimelines {

    private static final int SIZE = Groups.SIZE;
    private static final int NO_GROUP = -1;

    private final Timelines timelines;
    private final OrderedVertices members;
    private final FreeBelow type;
    private final Layout layout;

    /// The timelines of each level, starting with the smallest groups.
    private int[][] timelineOf = new int[0][];

    /// By over-committed vertex above members: its credit.
    private final Map<Integer, Credit> credits = new HashMap<>();

    /// What was added to the totals of some timelines.
    private record Credit(long amount, List<Integer> timelines) {}

    // What a holding takes of one group and has not been added yet.
    private int pendingGroup = NO_GROUP;
    private long pendingAmount;

    GroupTimelines(Timelines timelines, OrderedVertices members, FreeBelow type, Layout layout) {
        this.timelines = timelines;
        this.members = members;
        this.type = type;
        this.layout = layout;
        makeRoom();
        for (int place = 0; place < members.limit(); place++) {
            if (members.vertex(place) != ResourceGraph.NO_VERTEX) {
                growGroup(place / SIZE, amount(members.vertex(place)));
            }
        }
        if (type.hasCredits()) {
            enterCredits();
        }
    }

    int counted() {
        return type.counted();
    }

    private void enterCredits() {
        ResourceGraph graph = layout.graph();
        for (int place = 0; place < members.limit(); place++) {
            int member = members.vertex(place);
            int above = member == ResourceGraph.NO_VERTEX ? member : graph.parent(member);
            for (; above != ResourceGraph.NO_VERTEX && !credits.containsKey(above); above = graph.parent(above)) {
                setCredit(above, type.ownCredit(above));
            }
        }
    }

    /// Notes by how much a vertex is over-committed. Concerns the groups of the members below it.
    void setCredit(int vertex, long amount) {
        Credit before = credits.remove(vertex);
        if (before != null) {
            for (int timeline : before.timelines()) {
                timelines.resize(timeline, timelines.total(timeline) - before.amount());
            }
        }
        int first = members.from(vertex);
        if (amount == 0 || members.placeOf(vertex) >= 0 || !members.isWithin(first, vertex)) {
            return;
        }
        TreeSet<Integer> above = new TreeSet<>();
        for (int i = first; members.isWithin(i, vertex); i++) {
            int group = members.place(i) / SIZE;
            for (int[] level : timelineOf) {
                above.add(level[group]);
                group /= SIZE;
            }
        }
        List<Integer> concerned = List.copyOf(above);
        for (int timeline : concerned) {
            timelines.resize(timeline, timelines.total(timeline) + amount);
        }
        credits.put(vertex, new Credit(amount, concerned));
    }

    /// Creates the timelines of all groups that the list needs by now.
    private void makeRoom() {
        int needed = 1;
        for (long covered = SIZE; covered < members.limit(); covered *= SIZE) {
            needed++;
        }
        int had = timelineOf.length;
        if (needed > had) {
            timelineOf = Arrays.copyOf(timelineOf, needed);
        }
        int count = members.limit();
        for (int level = 0; level < timelineOf.length; level++) {
            count = (count + SIZE - 1) / SIZE;
            int old = level < had ? timelineOf[level].length : 0;
            if (count > old) {
                timelineOf[level] = old == 0 ? new int[count] : Arrays.copyOf(timelineOf[level], count);
                for (int group = old; group < count; group++) {
                    timelineOf[level][group] = timelines.create(0);
                }
            } else if (level >= had) {
                timelineOf[level] = new int[0];
            }
        }
    }

    /// What a member adds to its group.
    private long amount(int vertex) {
        return type.counted() == Layout.NOT_COUNTED ? 0 : layout.total(vertex, type.counted()) + type.credit(vertex);
    }

    private void growGroup(int smallest, long change) {
        int group = smallest;
        for (int level = 0; level < timelineOf.length && change != 0; level++) {
            int timeline = timelineOf[level][group];
            timelines.resize(timeline, timelines.total(timeline) + change);
            group /= SIZE;
        }
    }

    /// Notes that there is more or less at or below a vertex.
    void grow(int vertex, long change) {
        int place = members.placeOf(vertex);
        if (place >= 0) {
            growGroup(place / SIZE, change);
        }
    }

    /// Notes that the list has a new member.
    ///
    /// @return whether the groups still fit the list; if not, they must be made anew
    boolean joined(int place) {
        int levels = timelineOf.length;
        makeRoom();
        growGroup(place / SIZE, amount(members.vertex(place)));
        return levels == timelineOf.length;
    }

    /// Notes that a member is about to leave the list. Nothing is held of it any more.
    void leaving(int place) {
        growGroup(place / SIZE, -amount(members.vertex(place)));
    }

    int levels() {
        return timelineOf.length;
    }

    int count(int level) {
        return timelineOf[level].length;
    }

    /// The most that the vertices of one of the smallest groups can have free together throughout the window.
    long free(int group, long start, long end) {
        return timelines.freeDuring(timelineOf[0][group], start, end);
    }

    /// The first moment from `earliest` on at which a group may have so much free for the duration.
    long first(int level, int group, long earliest, long duration, long amount) {
        return timelines.firstFit(timelineOf[level][group], earliest, duration, amount);
    }

    /// Adds what is taken of a vertex to what was taken of its neighbours before.
    ///
    /// @param exclusively whether the whole subtree of the vertex is taken, members below it included
    void add(int vertex, long amount, boolean exclusively, SpanSink spans) {
        int own = members.placeOf(vertex);
        if (own >= 0) {
            addAt(own, amount, spans);
        } else if (exclusively && layout.inner(vertex) != Layout.NOT_INNER) {
            for (int i = members.from(vertex); members.isWithin(i, vertex); i++) {
                int place = members.place(i);
                addAt(place, layout.total(members.vertex(place), type.counted()), spans);
            }
        }
    }

    private void addAt(int place, long amount, SpanSink spans) {
        int group = place / SIZE;
        if (group != pendingGroup) {
            flush(spans);
            pendingGroup = group;
        }
        pendingAmount += amount;
    }

    void flush(SpanSink spans) {
        int group = pendingGroup;
        for (int level = 0; level < timelineOf.length && pendingGroup != NO_GROUP && pendingAmount > 0; level++) {
            spans.take(timelineOf[level][group], pendingAmount);
            group /= SIZE;
        }
        pendingGroup = NO_GROUP;
        pendingAmount = 0;
    }
}

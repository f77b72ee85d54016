package dev.sluice.graph.occupancy;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What is free of some counted types among neighbours in a list of vertices, over time: in groups of [#SIZE] places,
/// in
/// groups of as many groups, and so on.
///
/// The timeline of a vertex with a thousand children covers all of them together. Groups lie in between and tell
/// where in the list a search in the future need not look. They follow their list: its owner reports members that come
/// and go. A list that is spread anew needs new groups.
///
/// Cores are counted from the start, other types from the first search on that asks this list for them
/// ([Occupancy#count]): each counted type costs time with every holding.
public final class Groups {

    /// Neighbours in a group: large enough that groups are few, small enough that looking through one is quick.
    public static final int SIZE = OrderedVertices.BLOCK;

    private final OrderedVertices members;

    /// The timelines of cores; on a machine without cores they have nothing.
    private final GroupTimelines cores;

    /// By counted type; null where no search has asked.
    private @Nullable GroupTimelines[] byType = {};

    Groups(OrderedVertices members, GroupTimelines cores) {
        this.members = members;
        this.cores = cores;
        if (cores.counted() >= 0) {
            add(cores);
        }
    }

    /// Starts to count another type.
    void add(GroupTimelines type) {
        if (type.counted() >= byType.length) {
            byType = Arrays.copyOf(byType, type.counted() + 1);
        }
        byType[type.counted()] = type;
    }

    @Nullable
    GroupTimelines of(int counted) {
        return counted < byType.length ? byType[counted] : null;
    }

    OrderedVertices members() {
        return members;
    }

    /// Whether a counted type is counted here.
    public boolean counts(int counted) {
        return of(counted) != null;
    }

    /// Notes that the list has a new member.
    ///
    /// @return whether the groups still fit the list; if not, they must be made anew
    public boolean joined(int place) {
        boolean fits = true;
        for (GroupTimelines type : byType) {
            fits &= type == null || type.joined(place);
        }
        return (cores.counted() >= 0 || cores.joined(place)) && fits;
    }

    /// Notes that a member is about to leave the list. Nothing is held of it any more.
    public void leaving(int place) {
        for (GroupTimelines type : byType) {
            if (type != null) {
                type.leaving(place);
            }
        }
    }

    public int levels() {
        return cores.levels();
    }

    /// Groups of a level; the highest level has one, unless the list is empty.
    public int count(int level) {
        return cores.count(level);
    }

    /// All places are below this.
    public int limit() {
        return members.limit();
    }

    /// The member at a place, or [ResourceGraph#NO_VERTEX].
    public int vertex(int place) {
        return members.vertex(place);
    }

    /// The most that the vertices of one of the smallest groups can have of a type together throughout the window;
    /// [Long#MAX_VALUE] if the type is not counted here.
    public long free(int counted, int group, long start, long end) {
        GroupTimelines type = of(counted);
        return type == null ? Long.MAX_VALUE : type.free(group, start, end);
    }

    /// The first moment from `earliest` on at which a group may have so much of a type free for the duration.
    public long first(int counted, long amount, int level, int group, long earliest, long duration) {
        GroupTimelines type = of(counted);
        return type == null ? earliest : type.first(level, group, earliest, duration, amount);
    }
}

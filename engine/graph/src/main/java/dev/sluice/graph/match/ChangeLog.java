package dev.sluice.graph.match;

import java.util.Arrays;

/// The vertices that have changed recently. A cache continues reading where it stopped at its last use, or rebuilds
/// itself if it has missed too many changes.
///
/// There are three kinds of changes. The *use* of a vertex changes when jobs get or release it. Its *capacity* changes
/// when something at or below it is resized, added or removed. A vertex is *reviewed* when it or something below it may
/// have become a member of a list; members that are removed leave all lists at once, before they can be read here.
final class ChangeLog {
    /// The number of changes kept. A reader that is further behind rebuilds faster than it catches up.
    private static final int REMEMBERED = 1 << 14;

    // Above all vertex numbers.
    private static final int CAPACITY = 1 << 29;
    private static final int REVIEW = 1 << 30;
    private static final int VERTEX = CAPACITY - 1;

    private final int[] entries = new int[REMEMBERED];

    /// By vertex: the lower bits of its last change. A vertex often changes many times between two reads, and only the
    /// last time counts.
    private int[] lastOf = new int[0];

    private long count;
    private long structural;

    /// Notes that the use of a vertex has changed.
    ///
    /// @param exclusively whether this also changes what is available below the vertex
    void add(int vertex, boolean exclusively) {
        if (vertex >= lastOf.length) {
            lastOf = Arrays.copyOf(lastOf, Math.max(vertex + 1, 2 * lastOf.length));
        }
        lastOf[vertex] = (int) count;
        entries[(int) (count++ & (REMEMBERED - 1))] = exclusively ? ~vertex : vertex;
    }

    void addCapacity(int vertex) {
        structural++;
        entries[(int) (count++ & (REMEMBERED - 1))] = vertex | CAPACITY;
    }

    void addReview(int vertex) {
        structural++;
        entries[(int) (count++ & (REMEMBERED - 1))] = vertex | REVIEW;
    }

    long count() {
        return count;
    }

    /// The number of changes of the machine itself.
    long structural() {
        return structural;
    }

    boolean remembers(long since) {
        return count - since <= REMEMBERED;
    }

    /// The first change that is still kept.
    long oldest() {
        return Math.max(0, count - REMEMBERED);
    }

    int vertex(long at) {
        int entry = entries[(int) (at & (REMEMBERED - 1))];
        return (entry < 0 ? ~entry : entry) & VERTEX;
    }

    /// Whether the use of the vertex has changed again since, so that this change need not be looked at.
    boolean isOutdated(long at) {
        int entry = entries[(int) (at & (REMEMBERED - 1))];
        return entry >= 0 && entry < CAPACITY && lastOf[entry] != (int) at;
    }

    boolean isExclusive(long at) {
        return entries[(int) (at & (REMEMBERED - 1))] < 0;
    }

    boolean isCapacity(long at) {
        int entry = entries[(int) (at & (REMEMBERED - 1))];
        return entry >= 0 && (entry & CAPACITY) != 0;
    }

    boolean isReview(long at) {
        int entry = entries[(int) (at & (REMEMBERED - 1))];
        return entry >= 0 && (entry & REVIEW) != 0;
    }
}

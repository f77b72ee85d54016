package dev.sluice.graph.match;

/// The vertices whose allocation has changed recently. A cache that depends on allocations continues reading where
/// it stopped at its last use, or rebuilds itself if it has missed too many changes.
final class ChangeLog {
    /// The number of changes kept. A reader that is further behind rebuilds faster than it catches up.
    private static final int REMEMBERED = 1 << 14;

    private final int[] vertices = new int[REMEMBERED];
    private long count;

    void add(int vertex, boolean exclusively) {
        vertices[(int) (count++ & (REMEMBERED - 1))] = exclusively ? ~vertex : vertex;
    }

    long count() {
        return count;
    }

    boolean remembers(long since) {
        return count - since <= REMEMBERED;
    }

    int vertex(long at) {
        int entry = vertices[(int) (at & (REMEMBERED - 1))];
        return entry < 0 ? ~entry : entry;
    }

    boolean isExclusive(long at) {
        return vertices[(int) (at & (REMEMBERED - 1))] < 0;
    }
}

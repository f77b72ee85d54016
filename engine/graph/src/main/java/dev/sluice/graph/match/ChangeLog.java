package dev.sluice.graph.match;

/// The vertices whose allocation has changed lately. Whoever keeps something that follows from allocations
/// reads on from where it stopped, when it is next asked; or starts anew, if it has missed too much.
final class ChangeLog {
    /// Changes that are remembered; whoever is further behind has more to catch up with than to make anew.
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

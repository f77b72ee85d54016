package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;

/// How much of each counted type no job has been given, below each inner vertex, whatever the time.
///
/// Reservations do not count, and an allocation counts until it is released, even after its end. So the stock is
/// never less than what a job could be given now, and a search may skip a vertex whose stock is too small.
///
/// A vertex may be over-committed: two jobs hold it exclusively, or a pool shrank below what is taken of it. What is
/// missing there must not hide what its neighbours have. So a vertex passes up what it has left but never less than
/// zero, and the number kept for it is
///
/// ```
///   sum of what its children pass up  −  its total, once for each job that holds it exclusively
/// ```
///
/// which depends on what is held and not on the order in which it was taken.
public final class Stock {
    private final Layout layout;
    private final long[][] left;

    Stock(Layout layout) {
        this.layout = layout;
        this.left = new long[layout.countedCount()][layout.innerCount()];
        for (int counted = 0; counted < left.length; counted++) {
            for (int vertex = 0; vertex < layout.vertexCount(); vertex++) {
                if (layout.inner(vertex) != Layout.NOT_INNER) {
                    left[counted][layout.inner(vertex)] = layout.total(vertex, counted);
                }
            }
        }
    }

    Stock(Stock other, Layout layout) {
        this.layout = layout;
        this.left = new long[other.left.length][];
        for (int counted = 0; counted < left.length; counted++) {
            left[counted] = other.left[counted].clone();
        }
    }

    /// For an inner vertex.
    public long free(int vertex, int counted) {
        return Math.max(0, left[counted][layout.inner(vertex)]);
    }

    /// Adds to an inner vertex.
    ///
    /// @return by how much that changes what it passes up
    long add(int inner, int counted, long amount) {
        long before = left[counted][inner];
        long after = before + amount;
        left[counted][inner] = after;
        return Math.max(0, after) - Math.max(0, before);
    }
}

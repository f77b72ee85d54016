package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;

/// A pruning filter for the present: how much of each counted type is unallocated below each inner vertex.
///
/// Reservations do not count, and an allocation counts until it is released, even after its end. So the stock is
/// never less than what a job could get now, and a search may skip a subtree with too little of it.
public final class Stock {
    private final Layout layout;
    private final long[][] free;

    Stock(Layout layout) {
        this.layout = layout;
        this.free = new long[layout.countedCount()][layout.innerCount()];
        for (int counted = 0; counted < free.length; counted++) {
            for (int vertex = 0; vertex < layout.vertexCount(); vertex++) {
                if (layout.inner(vertex) != Layout.NOT_INNER) {
                    free[counted][layout.inner(vertex)] = layout.total(vertex, counted);
                }
            }
        }
    }

    Stock(Stock other, Layout layout) {
        this.layout = layout;
        this.free = new long[other.free.length][];
        for (int counted = 0; counted < free.length; counted++) {
            free[counted] = other.free[counted].clone();
        }
    }

    /// The unallocated amount below an inner vertex.
    public long free(int vertex, int counted) {
        return free[counted][layout.inner(vertex)];
    }

    void add(int inner, int counted, long amount) {
        free[counted][inner] += amount;
    }
}

package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;

/// How much of each counted type nobody has been given, below each inner vertex, whatever the time.
///
/// Reservations do not count, and an allocation counts until it is given back, be its time over or not. So what
/// is in stock is never less than what a job could be given now, which makes it a quick way to see where not to
/// look.
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

    /// For an inner vertex.
    public long free(int vertex, int counted) {
        return free[counted][layout.inner(vertex)];
    }

    void add(int inner, int counted, long amount) {
        free[counted][inner] += amount;
    }
}

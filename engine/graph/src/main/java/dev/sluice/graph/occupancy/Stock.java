package dev.sluice.graph.occupancy;

import dev.sluice.graph.InnerAmounts;
import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;

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

    private final InnerAmounts left;

    Stock(Layout layout) {
        this.layout = layout;
        this.left = new InnerAmounts(layout.innerLimit(), layout.countedCount());
        for (int vertex = layout.firstInOrder();
                vertex != ResourceGraph.NO_VERTEX;
                vertex = layout.nextInOrder(vertex)) {
            fill(vertex);
        }
    }

    Stock(Stock other, Layout layout) {
        this.layout = layout;
        this.left = new InnerAmounts(other.left);
    }

    /// Enters a vertex of which nothing is held, nor of anything below it.
    void fill(int vertex) {
        int inner = layout.inner(vertex);
        for (int counted = 0; counted < left.types() && inner != Layout.NOT_INNER; counted++) {
            left.set(inner, counted, layout.total(vertex, counted));
        }
    }

    void drop(int inner) {
        left.clear(inner);
    }

    /// Makes room for new vertices and types. Sums up the new types.
    void makeRoom(Allocations allocations) {
        int types = left.types();
        left.grow(layout.innerLimit(), layout.countedCount());
        for (int counted = types; counted < left.types(); counted++) {
            sumUp(counted, allocations);
        }
    }

    private void sumUp(int counted, Allocations allocations) {
        ResourceGraph graph = layout.graph();
        for (int vertex = layout.firstInOrder();
                vertex != ResourceGraph.NO_VERTEX;
                vertex = layout.nextInOrder(vertex)) {
            int inner = layout.inner(vertex);
            boolean isOfType = layout.counted(graph.typeNumber(vertex)) == counted;
            if (inner != Layout.NOT_INNER) {
                long own = isOfType ? graph.size(vertex) : 0;
                left.add(inner, counted, own - allocations.exclusiveCount(vertex) * layout.total(vertex, counted));
            }
            int above = graph.parent(vertex);
            if (above != ResourceGraph.NO_VERTEX) {
                left.add(layout.inner(above), counted, passed(vertex, counted, allocations));
            }
        }
    }

    /// What a vertex passes up.
    long passed(int vertex, int counted, Allocations allocations) {
        int inner = layout.inner(vertex);
        if (inner != Layout.NOT_INNER) {
            return Math.max(0, left.get(inner, counted));
        }
        return layout.counted(layout.graph().typeNumber(vertex)) == counted ? allocations.left(vertex) : 0;
    }

    /// For an inner vertex.
    public long free(int vertex, int counted) {
        return Math.max(0, left.get(layout.inner(vertex), counted));
    }

    /// Adds to an inner vertex.
    ///
    /// @return by how much that changes what it passes up
    long add(int inner, int counted, long amount) {
        long before = left.get(inner, counted);
        long after = before + amount;
        left.set(inner, counted, after);
        return Math.max(0, after) - Math.max(0, before);
    }
}

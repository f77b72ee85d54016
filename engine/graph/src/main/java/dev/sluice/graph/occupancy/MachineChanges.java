package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Withdrawals.Withdrawn;
import java.util.List;

/// Changes a machine while it is held.
///
/// A change of a vertex concerns the vertices above it, whose totals change, and the parts that hold one of them
/// exclusively, since what these take depends on what is below. So a change
///
/// 1. takes these parts out, which leaves no exclusive use above the vertex;
/// 2. changes the graph, the layout, and the numbers of the vertices above, each by the difference;
/// 3. enters the parts again.
///
/// For example, job 7 holds rack0 exclusively, job 8 shares node5 in rack1. A node added to rack0 takes job 7 out and
/// enters it again, now with the new node; a core added to node5 changes three totals (node5, rack1, the cluster) and
/// leaves job 8 alone.
///
/// On a machine without exclusive jobs, such as a cluster of pods, there are none of these parts. They are found by an
/// index of [Holders].
///
/// Equivalent to building everything anew from the changed graph and entering all holdings in their order; the tests
/// compare it with that after every event.
///
/// | cost of a change, at depth d and with t counted types | |
/// |---|---|
/// | resized | O(d · t) |
/// | a subtree of k vertices added | O((k + d) · t) |
/// | a subtree of k vertices removed | O((k + d) · t), and the release of what is held there |
///
/// Parts that are taken out cost their size in addition. A vertex that gets its first child or loses its last one, and
/// a type that is counted for the first time, are rare; the latter costs the size of the machine once.
final class MachineChanges {
    private final Holdings holdings;
    private final Withdrawals withdrawals;
    private final ResourceGraph graph;
    private final Layout layout;
    private final Stock stock;
    private final Allocations allocations;
    private final Uses uses;
    private final Plans plans;

    MachineChanges(
            Holdings holdings,
            Booking booking,
            Layout layout,
            Stock stock,
            Allocations allocations,
            Uses uses,
            Plans plans) {
        this.holdings = holdings;
        this.withdrawals = new Withdrawals(layout.graph(), holdings, booking, allocations, plans);
        this.graph = layout.graph();
        this.layout = layout;
        this.stock = stock;
        this.allocations = allocations;
        this.uses = uses;
        this.plans = plans;
    }

    /// Follows the graph after a subtree was added.
    void add(int top) {
        int parent = graph.parent(top);
        boolean wasLeaf = layout.inner(parent) == Layout.NOT_INNER;
        List<Withdrawn> withdrawn = withdrawals.takeOut(parent, wasLeaf);
        long[] before = passed(parent);
        layout.added(top);
        makeRoom();
        if (wasLeaf) {
            stock.fill(parent);
        } else {
            addToStock(parent, top, before.length, 1);
        }
        graph.forEachBelow(top, stock::fill);
        passUp(parent, before);
        plans.changed(parent, top, 1);
        withdrawals.enterAgain(withdrawn);
    }

    /// Removes a subtree of which nothing is held from the graph.
    void remove(int top) {
        int parent = graph.parent(top);
        boolean becomesLeaf = isOnlyChild(top, parent);
        List<Withdrawn> withdrawn = withdrawals.takeOut(parent, becomesLeaf);
        long[] before = passed(parent);
        plans.changed(parent, top, -1);
        addToStock(parent, top, before.length, -1);
        graph.forEachBelow(top, vertex -> {
            uses.drop(vertex);
            dropInner(layout.inner(vertex));
        });
        if (becomesLeaf) {
            dropInner(layout.inner(parent));
        }
        layout.removing(top);
        graph.remove(top);
        makeRoom();
        passUp(parent, before);
        withdrawals.enterAgain(withdrawn);
    }

    /// Gives a vertex another size, whatever is held of it.
    void resize(int vertex, long size) {
        List<Withdrawn> withdrawn = withdrawals.takeOut(vertex, false);
        long[] before = passed(vertex);
        long old = graph.size(vertex);
        int counted = layout.counted(graph.typeNumber(vertex));
        graph.resize(vertex, size);
        layout.resized(vertex, old);
        makeRoom();
        if (counted != Layout.NOT_COUNTED && layout.inner(vertex) != Layout.NOT_INNER) {
            stock.add(layout.inner(vertex), counted, size - old);
        }
        uses.resized(vertex);
        passUp(vertex, before);
        plans.resized(vertex, size - old);
        withdrawals.enterAgain(withdrawn);
    }

    private void makeRoom() {
        allocations.makeRoom(layout.vertexLimit(), layout.hasPools());
        uses.makeRoom(layout.vertexLimit());
        stock.makeRoom(allocations);
        plans.makeRoom();
        holdings.makeRoom();
    }

    private void dropInner(int inner) {
        if (inner != Layout.NOT_INNER) {
            stock.drop(inner);
            plans.drop(inner);
        }
    }

    private boolean isOnlyChild(int child, int parent) {
        for (int edge = graph.firstOut(parent); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (graph.isContainment(edge) && graph.target(edge) != child) {
                return false;
            }
        }
        return true;
    }

    private void addToStock(int parent, int top, int types, int sign) {
        for (int type = 0; type < types; type++) {
            stock.add(layout.inner(parent), type, sign * layout.total(top, type));
        }
    }

    /// What a vertex passes up, by counted type.
    private long[] passed(int vertex) {
        long[] passed = new long[layout.countedCount()];
        for (int type = 0; type < passed.length; type++) {
            passed[type] = stock.passed(vertex, type, allocations);
        }
        return passed;
    }

    /// Tells the vertices above by how much the stock of one has changed. None of them is held exclusively.
    private void passUp(int vertex, long[] before) {
        for (int type = 0; type < before.length; type++) {
            long change = stock.passed(vertex, type, allocations) - before[type];
            for (int above = graph.parent(vertex);
                    change != 0 && above != ResourceGraph.NO_VERTEX;
                    above = graph.parent(above)) {
                change = stock.add(layout.inner(above), type, change);
            }
        }
    }
}

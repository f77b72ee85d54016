package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.Subsystems;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Availability;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Stock;
import java.util.BitSet;

/// The view, time window and constraint of a match: which vertices are usable, and how much of them is free.
final class MatchWindow {
    /// Bounds the traversal of auxiliary edges, which may form a cycle. No real subsystem is as deep.
    private static final int AUXILIARY_LEVELS_MAX = 16;

    private final ResourceGraph graph;
    private final Availability availability;
    private final BitSet auxiliaries = new BitSet();
    private final Claims claims;

    private Layout layout;
    private Stock stock;
    private View view = View.NOW;
    private long start;
    private long end;
    private Eligibility eligibility = Eligibility.ALL;
    private int countedCores;
    private int countedNodes;

    MatchWindow(ResourceGraph graph, Availability availability, MatchPolicy policy, Subsystems subsystems) {
        this.graph = graph;
        this.availability = availability;
        this.claims = new Claims(graph, policy);
        this.layout = availability.layout();
        this.stock = availability.stock();
        for (String subsystem : subsystems.auxiliaries()) {
            int number = graph.subsystems().indexOf(subsystem);
            if (number >= 0) {
                auxiliaries.set(number);
            }
        }
    }

    void begin(View newView, long newStart, long newEnd, Eligibility newEligibility) {
        layout = availability.layout();
        stock = availability.stock();
        if (!graph.isTree()) {
            countedCores = layout.counted(graph.typeNumber(VertexKind.CORE));
            countedNodes = layout.counted(graph.typeNumber(VertexKind.NODE));
        }
        view = newView;
        start = newStart;
        end = newEnd;
        eligibility = newEligibility;
        claims.clear();
    }

    /// What earlier parts of the request have been given: it is not free.
    Claims claims() {
        return claims;
    }

    View view() {
        return view;
    }

    Layout layout() {
        return layout;
    }

    void seek(Ranking ranking, CompiledResource wanted, boolean whole) {
        ranking.seek(wanted, whole, view, start, end);
    }

    /// Whether a vertex with a free amount can be used.
    ///
    /// @param exclusive whether the job needs exclusive use of the vertex
    /// @param whole whether the request asks for exclusive use itself; otherwise a pool is shared even in a slot
    boolean isUsable(int vertex, boolean exclusive, boolean whole, CompiledResource[] wanted, int own) {
        if (graph.isDown(vertex) && view.seesStatus()) {
            return false;
        }
        if (!eligibility.admits(vertex) || !hasEnough(vertex, wanted, own)) {
            return false;
        }
        if (!auxiliaries.isEmpty() && !isServedByAuxiliaries(vertex, AUXILIARY_LEVELS_MAX)) {
            return false;
        }
        boolean takes = exclusive && (whole || !graph.isDivisible(vertex));
        boolean concerned = own >= 0 || CompiledResource.hasSlots(wanted);
        if (!takes || !concerned) {
            return true;
        }
        return isUnused(vertex) && (!whole || graph.isTree() || isAllUnused(vertex));
    }

    /// Whether nothing that the vertex contains is in use. A job that uses a shared vertex through another parent
    /// leaves no mark on this one.
    private boolean isAllUnused(int vertex) {
        boolean[] isUsed = {false};
        graph.forEachReachable(vertex, below -> isUsed[0] |= !isUnused(below));
        return !isUsed[0];
    }

    /// Whether the vertices of auxiliary subsystems that the vertex depends on, such as its power supply, are up
    /// and not held exclusively by another job.
    private boolean isServedByAuxiliaries(int vertex, int levels) {
        for (int edge = graph.firstAuxiliaryIn(vertex);
                edge != ResourceGraph.NO_EDGE;
                edge = graph.nextAuxiliaryIn(edge)) {
            int above = graph.source(edge);
            if (!auxiliaries.get(graph.subsystemNumber(edge)) || levels == 0) {
                continue;
            }
            if ((graph.isDown(above) && view.seesStatus())
                    || free(above) == 0
                    || !isServedByAuxiliaries(above, levels - 1)) {
                return false;
            }
        }
        return true;
    }

    /// Whether the subtree of the vertex may have enough for one of the requests.
    private boolean hasEnough(int vertex, CompiledResource[] wanted, int own) {
        if (layout.inner(vertex) == Layout.NOT_INNER || (own < 0 && wanted.length > 1)) {
            return true;
        }
        CompiledResource one = wanted[Math.max(own, 0)];
        if (vertex == graph.root() && own < 0) {
            // The needs of the whole request were checked before.
            return true;
        }
        if (!graph.isTree()) {
            return countsEnough(vertex, one, own < 0);
        }
        if (view == View.PLANNED) {
            return mayHave(vertex, one);
        }
        for (int i = 0; i < one.neededCount(); i++) {
            if (one.neededAmount(i) > inStock(vertex, one.neededType(i))) {
                return false;
            }
        }
        return true;
    }

    /// Whether the vertex counts enough cores and nodes, held or not, for a graph that is not a tree. Of
    /// the other types, a search may find what another parent counts. The same holds below a vertex that is merely
    /// passed over.
    private boolean countsEnough(int vertex, CompiledResource one, boolean isPassedOver) {
        return (isPassedOver && !one.isSlot)
                || (countsEnough(vertex, one, countedCores) && countsEnough(vertex, one, countedNodes));
    }

    private boolean countsEnough(int vertex, CompiledResource one, int counted) {
        return counted == Layout.NOT_COUNTED || one.need(counted, layout) <= layout.total(vertex, counted);
    }

    /// Whether a vertex may have enough of each planned type in the window.
    boolean mayHave(int vertex, CompiledResource one) {
        for (int i = 0; i < one.neededCount(); i++) {
            int counted = one.neededType(i);
            if (availability.isPlanned(counted)
                    && availability.freeOf(counted, vertex, start, end) < one.neededAmount(i)) {
                return false;
            }
        }
        return true;
    }

    /// Whether the stock, or the total in views without holdings, bounds what is free.
    boolean knowsStock() {
        return view != View.PLANNED;
    }

    private long inStock(int vertex, int counted) {
        return view.seesHoldings() ? stock.free(vertex, counted) : layout.total(vertex, counted);
    }

    private boolean isUnused(int vertex) {
        if (!claims.isEmpty() && claims.isUsed(vertex)) {
            return false;
        }
        return switch (view) {
            case NOW -> !availability.isAllocated(vertex) && availability.isUnused(vertex, start, end);
            case PLANNED -> availability.isUnused(vertex, start, end);
            case ALLOCATED -> !availability.isAllocated(vertex);
            case EMPTY, EMPTY_AND_UP -> true;
        };
    }

    long free(int vertex) {
        long free = freeInView(vertex);
        return claims.isEmpty() ? free : claims.left(vertex, free);
    }

    private long freeInView(int vertex) {
        return switch (view) {
            case NOW -> availability.freeNow(vertex, start, end);
            case PLANNED -> availability.free(vertex, start, end);
            case ALLOCATED -> availability.notAllocated(vertex);
            case EMPTY, EMPTY_AND_UP -> graph.size(vertex);
        };
    }

    /// As [#mayHave], also of its parent: a job that holds that exclusively leaves no mark on the vertex.
    boolean mayHaveWithParent(int vertex, CompiledResource one) {
        int above = graph.parent(vertex);
        return mayHave(vertex, one) && (above == ResourceGraph.NO_VERTEX || mayHave(above, one));
    }

    /// Whether a group of vertices together may have enough of each type that it counts.
    boolean mayHave(Groups groups, int group, CompiledResource one) {
        for (int i = 0; i < one.neededCount(); i++) {
            if (groups.free(one.neededType(i), group, start, end) < one.neededAmount(i)) {
                return false;
            }
        }
        return true;
    }

    /// Whether the request needs any type that is planned.
    boolean needsPlanned(CompiledResource one) {
        for (int i = 0; i < one.neededCount(); i++) {
            if (availability.isPlanned(one.neededType(i))) {
                return true;
            }
        }
        return false;
    }
}

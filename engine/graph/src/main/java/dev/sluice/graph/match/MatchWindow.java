package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.Subsystems;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.occupancy.Stock;
import java.util.BitSet;

/// How a match looks at the graph: in which way, throughout which window of time, and with what constraint.
/// Tells what is free and which vertices can be used.
final class MatchWindow {
    /// Edges of other subsystems could lead round in circles; nothing real is as deep.
    private static final int AUXILIARY_LEVELS_MAX = 16;

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final BitSet auxiliaries = new BitSet();

    private Layout layout;
    private Stock stock;
    private View view = View.NOW;
    private long start;
    private long end;
    private Eligibility eligibility = Eligibility.ALL;

    MatchWindow(ResourceGraph graph, Occupancy occupancy, Subsystems subsystems) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.layout = occupancy.layout();
        this.stock = occupancy.stock();
        for (String subsystem : subsystems.auxiliaries()) {
            int number = graph.subsystems().indexOf(subsystem);
            if (number >= 0) {
                auxiliaries.set(number);
            }
        }
    }

    void begin(View newView, long newStart, long newEnd, Eligibility newEligibility) {
        layout = occupancy.layout();
        stock = occupancy.stock();
        view = newView;
        start = newStart;
        end = newEnd;
        eligibility = newEligibility;
    }

    /// Looks at the graph in another way for a while, whatever the request's constraint.
    ///
    /// @return what ends it
    Runnable lookFor(View bound) {
        View was = view;
        Eligibility before = eligibility;
        view = bound;
        eligibility = Eligibility.ALL;
        return () -> {
            view = was;
            eligibility = before;
        };
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

    /// Of a vertex of which something is free.
    ///
    /// @param exclusive whether the vertex would be taken from everybody else
    /// @param whole whether that was asked for outright; a pool is otherwise shared even inside of a slot
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
        boolean claims = exclusive && (whole || !graph.isDivisible(vertex));
        boolean concerned = own >= 0 || CompiledResource.hasSlots(wanted);
        return !claims || !concerned || !view.seesHoldings() || isUnused(vertex);
    }

    /// Whether what the vertex depends on in other subsystems, such as its power supply, is up and nobody
    /// else's own.
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

    /// Whether there can be enough of everything below the vertex for one of what is wanted.
    private boolean hasEnough(int vertex, CompiledResource[] wanted, int own) {
        if (layout.inner(vertex) == Layout.NOT_INNER || (own < 0 && wanted.length > 1)) {
            return true;
        }
        CompiledResource one = wanted[Math.max(own, 0)];
        if (vertex == graph.root() && own < 0) {
            // What the whole request needs was looked at before.
            return true;
        }
        if (view == View.PLANNED) {
            int core = occupancy.coreType();
            long cores = core == Layout.NOT_COUNTED ? 0 : one.need(core, layout);
            return cores == 0 || occupancy.freeCores(vertex, start, end) >= cores;
        }
        for (int counted = 0; counted < layout.countedCount() && knowsStock(); counted++) {
            long need = one.need(counted, layout);
            if (need > 0 && need > inStock(vertex, counted)) {
                return false;
            }
        }
        return true;
    }

    /// Whether what is in stock, or is there at all, bounds what can be had.
    boolean knowsStock() {
        return view != View.PLANNED;
    }

    private long inStock(int vertex, int counted) {
        return view.seesHoldings() ? stock.free(vertex, counted) : layout.total(vertex, counted);
    }

    private boolean isUnused(int vertex) {
        return switch (view) {
            case NOW -> !occupancy.isAllocated(vertex) && occupancy.isUnused(vertex, start, end);
            case PLANNED -> occupancy.isUnused(vertex, start, end);
            case ALLOCATED -> !occupancy.isAllocated(vertex);
            case EMPTY, EMPTY_AND_UP -> true;
        };
    }

    long free(int vertex) {
        return switch (view) {
            case NOW -> occupancy.freeNow(vertex, start, end);
            case PLANNED -> occupancy.free(vertex, start, end);
            case ALLOCATED -> occupancy.notAllocated(vertex);
            case EMPTY, EMPTY_AND_UP -> graph.size(vertex);
        };
    }

    /// How many cores a vertex may have free in the window.
    long freeCores(int vertex) {
        return occupancy.freeCores(vertex, start, end);
    }

    /// Whether a vertex may have so many cores free in the window. A job that has what contains it leaves no
    /// mark on it.
    boolean mayHaveCores(int vertex, long cores) {
        int above = graph.parent(vertex);
        return freeCores(vertex) >= cores && (above == ResourceGraph.NO_VERTEX || freeCores(above) >= cores);
    }

    long freeCores(Groups groups, int group) {
        return groups.freeCores(group, start, end);
    }
}

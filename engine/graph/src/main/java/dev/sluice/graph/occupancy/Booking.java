package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.graph.occupancy.Occupancy.Watcher;
import dev.sluice.graph.plan.Timelines;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Enters placements in all numbers that searches read, and takes them out again: use, filters, stock, ends.
///
/// One walk over a placement does it, from the leaves up; see [Occupancy]. Which job holds the placement is not known
/// here.
final class Booking {
    private final ResourceGraph graph;
    private final Layout layout;
    private final Timelines timelines;
    private final Stock stock;
    private final Allocations allocations;
    private final Uses uses;
    private final Plans plans;
    private final Ends ends;
    private final Taking taking;
    private Watcher watcher = Watcher.NONE;
    private int reservations;

    // Refilled by every walk.
    private long[] below = new long[0];

    /// By how much the stock of the children changes, as far as they pass it up.
    private long[] stockBelow = new long[0];

    Booking(
            Layout layout,
            Timelines timelines,
            Stock stock,
            Allocations allocations,
            Uses uses,
            Plans plans,
            Ends ends,
            int reservations) {
        this.graph = layout.graph();
        this.layout = layout;
        this.timelines = timelines;
        this.stock = stock;
        this.allocations = allocations;
        this.uses = uses;
        this.plans = plans;
        this.ends = ends;
        this.reservations = reservations;
        this.taking = new Taking(timelines);
    }

    void watch(Watcher by) {
        watcher = by;
    }

    int reservations() {
        return reservations;
    }

    /// Enters all of a placement.
    ///
    /// @return the spans added to timelines
    int[] enter(Holding holding) {
        Placement placement = holding.placement();
        taking.begin(holding.start(), holding.end());
        walk(placement, placement.entryCount(), 1, !holding.reserved(), taking);
        plans.takeOfGroups(placement, placement.entryCount(), taking);
        noteEnd(holding.end());
        reservations += holding.reserved() ? 1 : 0;
        if (!holding.reserved()) {
            watcher.allocated(placement);
        }
        return taking.spans();
    }

    /// Takes out what is left of a part.
    void leave(Part part) {
        for (int span : part.spans()) {
            if (span != Timelines.NO_SPAN) {
                timelines.removeSpan(span);
            }
        }
        Holding holding = part.holding();
        Placement placement = part.placement();
        forgetTimes(holding);
        if (!holding.reserved()) {
            walk(placement, placement.entryCount(), -1, true, null);
            watcher.released(placement);
        }
        plans.settle(placement, false);
    }

    /// Takes out a share of a part.
    ///
    /// @param released the first so many entries are released; of those above only what is below them is taken off
    void giveBack(Part part, Placement share, int released) {
        SpanSink off = (timeline, amount) -> part.reduceSpans(timelines, timeline, amount);
        walk(share, released, -1, !part.holding().reserved(), off);
        if (released > 0 && !part.holding().reserved()) {
            watcher.released(share);
        }
        plans.takeOfGroups(share, released, off);
        plans.settle(share, false);
    }

    /// Notes that a holding ends no more, since nothing is left of it.
    void forgetTimes(Holding holding) {
        ends.remove(holding.end());
        reservations -= holding.reserved() ? 1 : 0;
    }

    /// Moves the end of a part, to an earlier or a later time.
    void moveEnd(Part part, long end) {
        for (int span : part.spans()) {
            if (span != Timelines.NO_SPAN) {
                timelines.trimSpan(span, end);
            }
        }
        ends.remove(part.holding().end());
        noteEnd(end);
        plans.settle(part.placement(), end > part.holding().end());
    }

    private void noteEnd(long end) {
        if (plans.rootPool() == ResourceGraph.NO_VERTEX) {
            ends.add(end);
        }
    }

    /// Adds what a placement takes of one type.
    void take(Placement placement, FreeBelow of, SpanSink spans) {
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            int depth = placement.entryDepth(i);
            ensureDepth(depth + 2);
            long amount = placement.isEntryExclusive(i) ? layout.total(vertex, of.counted()) : below[depth + 1];
            if (graph.isDivisible(vertex) && layout.counted(graph.typeNumber(vertex)) == of.counted()) {
                amount = placement.entryAmount(i);
            }
            below[depth + 1] = 0;
            below[depth] += amount;
            if (amount > 0 && layout.inner(vertex) != Layout.NOT_INNER) {
                of.take(vertex, layout.inner(vertex), amount, spans);
            }
        }
        Arrays.fill(below, 0);
    }

    /// Iterates over a placement from the leaves up and sums what is taken below each vertex.
    ///
    /// @param entered the first so many entries are entered or released; the others, which contain them, stay and
    ///     only change by what is below them. A pool among those gives back its amount.
    /// @param sign 1 to take, -1 to give back
    /// @param allocates whether that changes what is allocated now
    /// @param spans where use is added to timelines or taken off; null if that has been done
    private void walk(Placement placement, int entered, int sign, boolean allocates, @Nullable SpanSink spans) {
        // The filters count a shared vertex below one parent only, so they cannot tell what a job takes through
        // another.
        int types = graph.isTree() ? layout.countedCount() : 0;
        // The types of which something is taken so far. A shared vertex concerns no others.
        int firstType = types;
        int endType = 0;
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            int depth = placement.entryDepth(i);
            boolean isEntered = i < entered;
            boolean exclusive = placement.isEntryExclusive(i);
            boolean pool = graph.isDivisible(vertex);
            int inner = layout.inner(vertex);
            ensureDepth((depth + 2) * types);
            int own = (depth + 1) * types;
            int above = depth * types;
            if (allocates) {
                allocate(placement, i, isEntered, sign, above);
            }
            int counted =
                    pool || inner == Layout.NOT_INNER ? layout.counted(graph.typeNumber(vertex)) : Layout.NOT_COUNTED;
            if (inner == Layout.NOT_INNER) {
                if (counted != Layout.NOT_COUNTED && types > 0) {
                    long whole = exclusive && isEntered ? graph.size(vertex) : 0;
                    below[above + counted] += pool ? placement.entryAmount(i) : whole;
                    firstType = Math.min(firstType, counted);
                    endType = Math.max(endType, counted + 1);
                }
            } else if (exclusive || pool) {
                firstType = 0;
                endType = types;
            }
            for (int type = firstType; type < endType && inner != Layout.NOT_INNER; type++) {
                long amount = !exclusive ? below[own + type] : isEntered ? layout.total(vertex, type) : 0;
                if (type == counted) {
                    amount = isEntered ? placement.entryAmount(i) : 0;
                }
                below[own + type] = 0;
                if (allocates) {
                    long change = stockBelow[own + type] - (exclusive ? sign * amount : 0);
                    stockBelow[own + type] = 0;
                    stockBelow[above + type] += change == 0 ? 0 : stock.add(inner, type, change);
                }
                if (amount == 0) {
                    continue;
                }
                below[above + type] += amount;
                FreeBelow known = spans == null ? null : plans.of(type);
                if (known != null && spans != null && !isRootOfPool(vertex, type)) {
                    known.take(vertex, inner, amount, spans);
                }
            }
            if (spans != null && (isEntered || (pool && inner == Layout.NOT_INNER))) {
                uses.take(vertex, pool ? placement.entryAmount(i) : exclusive ? Uses.EXCLUSIVELY : 1, spans);
            }
            if (allocates) {
                watcher.changed(vertex, exclusive && isEntered);
            }
        }
        Arrays.fill(below, 0);
        Arrays.fill(stockBelow, 0);
    }

    private void allocate(Placement placement, int entry, boolean isEntered, int sign, int above) {
        int vertex = placement.entryVertex(entry);
        boolean isLeaf = layout.inner(vertex) == Layout.NOT_INNER;
        long before = isLeaf ? allocations.left(vertex) : 0;
        if (isEntered) {
            allocations.add(vertex, placement.isEntryExclusive(entry), sign);
        }
        if (graph.isDivisible(vertex) && (isEntered || isLeaf)) {
            allocations.addAmount(vertex, sign * placement.entryAmount(entry));
        }
        int counted = layout.counted(graph.typeNumber(vertex));
        if (isLeaf && counted != Layout.NOT_COUNTED && graph.isTree()) {
            stockBelow[above + counted] += allocations.left(vertex) - before;
        }
    }

    /// Whether the timeline of the only pool below the root also tells this.
    private boolean isRootOfPool(int vertex, int type) {
        return plans.rootPool() != ResourceGraph.NO_VERTEX && type == plans.coreType() && vertex == graph.root();
    }

    private void ensureDepth(int length) {
        if (below.length < length) {
            below = Arrays.copyOf(below, 2 * length);
            stockBelow = Arrays.copyOf(stockBelow, 2 * length);
        }
    }
}

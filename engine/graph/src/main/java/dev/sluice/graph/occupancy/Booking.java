package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.graph.occupancy.Occupancy.Watcher;
import dev.sluice.graph.plan.Timelines;
import java.util.Arrays;

/// Enters placements in all numbers that searches read, and takes them out again: use, filters, stock, ends.
///
/// A placement is walked from the leaves up, once for what is allocated now and once for each planned type; see
/// [Occupancy]. Which job holds the placement is not known here.
///
/// It is hard because one change has to reach many numbers, each by a rule of its own, and because parts of a
/// placement are given back later than the rest. For example, a pod with 2 cores of node0 in rack0 is
/// released, while the job keeps a pod on node1 of the same rack:
///
/// ```
///   entry     entered?   its own use      cores below it, filters and stock
///   core0     yes        2 given back     -
///   node0     yes        given back       2 given back
///   rack0     no         stays            2 given back, since they are below it
/// ```
///
/// So each walk gets the number of entries that are entered or released themselves. The entries above them contain
/// them, and only pass on what changes below. A vertex that is taken whole passes on all that there is below it,
/// whatever its entries say.
///
/// Cost: the entries of the placement, times the planned types and O(log n) for each timeline; nothing else of the
/// machine is visited.
///
/// Invariants:
/// - What is entered and then given back, at once or in shares, leaves every number as it was.
/// - A reservation changes timelines only, never what is allocated now.
/// - Each entry of a placement that changes is reported to the watcher, after its number has changed.
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

    /// Reservations without an end.
    private int openReservations;

    // Refilled by every walk, by depth.
    private long[] below = new long[0];

    /// By how much the stock of the children changes, as far as they pass it up; by depth and type.
    private long[] stockBelow = new long[0];

    Booking(
            Layout layout,
            Timelines timelines,
            Stock stock,
            Allocations allocations,
            Uses uses,
            Plans plans,
            Ends ends) {
        this.graph = layout.graph();
        this.layout = layout;
        this.timelines = timelines;
        this.stock = stock;
        this.allocations = allocations;
        this.uses = uses;
        this.plans = plans;
        this.ends = ends;
        this.taking = new Taking(timelines);
    }

    /// Counts the reservations that the copied timelines have.
    void takeOver(Booking other) {
        reservations = other.reservations;
        openReservations = other.openReservations;
    }

    void watch(Watcher by) {
        watcher = by;
    }

    int openReservations() {
        return openReservations;
    }

    int reservations() {
        return reservations;
    }

    /// Enters all of a placement.
    ///
    /// @return the spans added to timelines
    int[] enter(Holding holding) {
        Placement placement = holding.placement();
        int entered = placement.entryCount();
        taking.begin(holding.start(), holding.end());
        plan(placement, entered, taking);
        noteEnd(holding.end());
        if (holding.reserved()) {
            countReservation(holding.end(), 1);
            noteOpenReservation(holding, placement);
        } else {
            allocate(placement, entered, 1);
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
        if (holding.reserved()) {
            noteOpenReservation(holding, placement);
        } else {
            allocate(placement, placement.entryCount(), -1);
            watcher.released(placement);
        }
        plans.settle(placement, false);
    }

    /// Takes out a share of a part.
    ///
    /// @param released the first so many entries are released; of those above only what is below them is taken off
    void giveBack(Part part, Placement share, int released) {
        SpanSink off = (timeline, amount) -> part.reduceSpans(timelines, timeline, amount);
        plan(share, released, off);
        if (part.holding().reserved()) {
            noteOpenReservation(part.holding(), share);
        } else {
            allocate(share, released, -1);
            if (released > 0) {
                watcher.released(share);
            }
        }
        plans.settle(share, false);
    }

    /// Notes that a holding ends no more, since nothing is left of it.
    void forgetTimes(Holding holding) {
        ends.remove(holding.end());
        if (holding.reserved()) {
            countReservation(holding.end(), -1);
        }
    }

    private void countReservation(long end, int change) {
        reservations += change;
        openReservations += end == Timelines.NEVER ? change : 0;
    }

    /// Moves the end of a part, to an earlier or a later time.
    void moveEnd(Part part, long end) {
        for (int span : part.spans()) {
            if (span != Timelines.NO_SPAN) {
                timelines.trimSpan(span, end);
            }
        }
        long before = part.holding().end();
        ends.remove(before);
        noteEnd(end);
        if (part.holding().reserved()) {
            countReservation(before, -1);
            countReservation(end, 1);
        }
        plans.settle(part.placement(), end > before);
        if ((end == Timelines.NEVER) != (before == Timelines.NEVER)) {
            noteChanged(part.placement());
        }
    }

    /// Indexes of what lasts follow the log of changes as well. What is reserved changes nothing else that they keep.
    private void noteOpenReservation(Holding holding, Placement placement) {
        if (holding.end() == Timelines.NEVER) {
            noteChanged(placement);
        }
    }

    private void noteChanged(Placement placement) {
        for (int i = 0; i < placement.entryCount(); i++) {
            watcher.changed(placement.entryVertex(i), placement.isEntryExclusive(i));
        }
    }

    private void noteEnd(long end) {
        if (plans.rootPool() == ResourceGraph.NO_VERTEX) {
            ends.add(end);
        }
    }

    /// Adds what a placement uses to timelines, or takes it off: of its vertices, of what is free below others, and of
    /// groups.
    ///
    /// @param entered the first so many entries are entered or released; the others, which contain them, stay and
    ///     only change by what is below them. A pool among those gives back its amount.
    private void plan(Placement placement, int entered, SpanSink spans) {
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            boolean isPool = graph.isDivisible(vertex);
            if (i < entered || (isPool && layout.inner(vertex) == Layout.NOT_INNER)) {
                long shared = placement.isEntryExclusive(i) ? Uses.EXCLUSIVELY : 1;
                uses.take(vertex, isPool ? placement.entryAmount(i) : shared, spans);
            }
        }
        for (FreeBelow type : plans.planned()) {
            if (!isAlone(type.counted())) {
                plan(placement, entered, type, spans);
            }
        }
        plans.takeOfGroups(placement, entered, spans);
    }

    /// Adds what a placement takes of one type below each inner vertex.
    ///
    /// @param entered as above
    void plan(Placement placement, int entered, FreeBelow of, SpanSink spans) {
        // The filters count a shared vertex below one parent only, so they cannot tell what a job takes through
        // another.
        if (!graph.isTree()) {
            return;
        }
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            int depth = placement.entryDepth(i);
            int inner = layout.inner(vertex);
            if (depth + 1 >= below.length) {
                below = Arrays.copyOf(below, 2 * (depth + 1));
            }
            long amount = amount(placement, i, i < entered, inner, of.counted());
            below[depth + 1] = 0;
            if (amount == 0) {
                continue;
            }
            below[depth] += amount;
            if (inner != Layout.NOT_INNER) {
                of.take(vertex, inner, amount, spans);
            }
        }
        Arrays.fill(below, 0);
    }

    /// What an entry takes of a type, with all below it.
    private long amount(Placement placement, int entry, boolean isEntered, int inner, int type) {
        int vertex = placement.entryVertex(entry);
        boolean isLeaf = inner == Layout.NOT_INNER;
        if ((isLeaf || graph.isDivisible(vertex)) && layout.counted(graph.typeNumber(vertex)) == type) {
            if (graph.isDivisible(vertex)) {
                return isEntered || isLeaf ? placement.entryAmount(entry) : 0;
            }
            return isEntered && placement.isEntryExclusive(entry) ? graph.size(vertex) : 0;
        }
        if (isLeaf) {
            return 0;
        }
        if (!placement.isEntryExclusive(entry)) {
            return below[placement.entryDepth(entry) + 1];
        }
        return isEntered ? layout.total(vertex, type) : 0;
    }

    /// Changes what is allocated now: the vertices of a placement, and the stock of all that contains them.
    ///
    /// @param entered as in [#plan]
    /// @param sign 1 to take, -1 to give back
    private void allocate(Placement placement, int entered, int sign) {
        int types = graph.isTree() ? layout.countedCount() : 0;
        // The types of which something is taken so far. A shared vertex concerns no others.
        int firstType = types;
        int endType = 0;
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            int inner = layout.inner(vertex);
            boolean isEntered = i < entered;
            boolean isTakenWhole = isEntered && placement.isEntryExclusive(i);
            int above = placement.entryDepth(i) * types;
            int own = above + types;
            if (stockBelow.length < own + types) {
                stockBelow = Arrays.copyOf(stockBelow, 2 * (own + types));
            }
            if (inner == Layout.NOT_INNER) {
                int counted = layout.counted(graph.typeNumber(vertex));
                long before = allocations.left(vertex);
                allocateOne(placement, i, isEntered, true, sign);
                if (counted != Layout.NOT_COUNTED && types > 0) {
                    stockBelow[above + counted] += allocations.left(vertex) - before;
                    firstType = Math.min(firstType, counted);
                    endType = Math.max(endType, counted + 1);
                }
            } else {
                allocateOne(placement, i, isEntered, false, sign);
                if (isTakenWhole) {
                    firstType = 0;
                    endType = types;
                    takeAllBelow(placement, i, sign, own);
                }
                for (int type = firstType; type < endType; type++) {
                    long change = stockBelow[own + type];
                    if (change != 0) {
                        stockBelow[own + type] = 0;
                        stockBelow[above + type] += stock.add(inner, type, change);
                    }
                }
            }
            watcher.changed(vertex, isTakenWhole);
        }
        Arrays.fill(stockBelow, 0);
    }

    private void allocateOne(Placement placement, int entry, boolean isEntered, boolean isLeaf, int sign) {
        int vertex = placement.entryVertex(entry);
        if (isEntered) {
            allocations.add(vertex, placement.isEntryExclusive(entry), sign);
        }
        if (graph.isDivisible(vertex) && (isEntered || isLeaf)) {
            allocations.addAmount(vertex, sign * placement.entryAmount(entry));
        }
    }

    /// Changes the stock of a vertex that is taken whole: all that there is below it, and its amount if it is a pool.
    private void takeAllBelow(Placement placement, int entry, int sign, int own) {
        int vertex = placement.entryVertex(entry);
        int types = layout.countedCount();
        int counted = graph.isDivisible(vertex) ? layout.counted(graph.typeNumber(vertex)) : Layout.NOT_COUNTED;
        for (int type = 0; type < types && graph.isTree(); type++) {
            long amount = type == counted ? placement.entryAmount(entry) : layout.total(vertex, type);
            stockBelow[own + type] -= sign * amount;
        }
    }

    /// Whether there is only one pool of a type, below the root: its own timeline tells all.
    private boolean isAlone(int type) {
        return plans.rootPool() != ResourceGraph.NO_VERTEX && type == plans.coreType();
    }
}

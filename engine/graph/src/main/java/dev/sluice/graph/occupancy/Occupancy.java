package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.MachineChanges.Withdrawn;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.runtime.fault.InvariantViolation;
import dev.sluice.runtime.fault.Invariants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The allocations and reservations of all jobs.
///
/// Every vertex that was ever used has a timeline of its use ([Uses]). Vertices below an exclusive vertex carry no mark
/// of their own: no search visits them. Two pruning filters tell a search where not to look: [FreeBelow] has, for each
/// inner vertex, a timeline of what is free below it, and the [Stock] counts what is not allocated at present.
///
/// A holding is entered and released by one walk over its placement, from the leaves up. On the way the walk sums
/// what is taken below each vertex, since the filters count that. A vertex that is held exclusively counts with all
/// that lies below it, listed or not. For example, a job gets 2 cores of node0 and all of node1, each with 4 cores:
///
/// ```
///   cluster  shared       use: shared         cores below: 8 − 6
///     node0  shared       use: shared         cores below: 4 − 2
///       core0, core1      use: exclusive
///     node1  exclusive    use: exclusive      cores below: 4 − 4, although none of them is listed
/// ```
///
/// | cost of a holding of k entries | |
/// |---|---|
/// | entered, released, its end changed | O(k · log spans), for each planned type |
/// | whether a vertex is free, how much | O(log spans); constant at present where only allocations count |
///
/// Invariants: what is entered for a holding is exactly what its release takes out. A holding that was forced in may
/// over-commit a vertex; the numbers then follow from the set of holdings, not from their order.
///
/// The machine changes while it is held; see [MachineChanges].
public final class Occupancy {

    /// The placement of a job and its time.
    ///
    /// @param reserved whether it is a reservation for a later time
    public record Holding(long job, Placement placement, long start, long end, boolean reserved) {}

    /// Notified of every vertex whose present allocation changes.
    public interface Watcher {
        /// Called when the vertex was allocated or released.
        ///
        /// @param exclusively whether this also changes what is available below the vertex
        void changed(int vertex, boolean exclusively);

        /// Called when a placement was allocated.
        void allocated(Placement placement);

        /// Called when a placement, or a part of one, was released.
        void released(Placement placement);

        /// Notes nothing.
        Watcher NONE = new Watcher() {
            @Override
            public void changed(int vertex, boolean exclusively) {}

            @Override
            public void allocated(Placement placement) {}

            @Override
            public void released(Placement placement) {}
        };
    }

    private final ResourceGraph graph;
    private final Layout layout;
    private final Timelines timelines;
    private final Stock stock;
    private final Allocations allocations;
    private final Uses uses;
    private final Plans plans;
    private final MachineChanges changes;
    private final Taking taking;
    private final Places places;
    private long nextPart;
    private HeldByJob holdings = new HeldByJob();

    /// The version of the graph that all of this describes.
    private long structure;

    /// Whether shared use of the root is tracked. It is not until a job requests the root exclusively, since every
    /// job shares it.
    private boolean isRootTracked;

    /// On a counting machine, the one pool that is all there is below the root: both have the same free cores,
    /// so one timeline does for them.
    private int rootPool;

    /// How many holdings end at each moment. Not kept for a counting machine, whose timeline tells as much.
    private final Ends ends = new Ends();

    private int reservations;

    /// Null until the machine first changes.
    private @Nullable Holders holders;

    /// Stands for this occupancy until the next copy: parts of before are shared with the copy.
    private Object owner = new Object();

    private Watcher watcher = Watcher.NONE;

    /// Of the copy of the graph that was last asked for.
    private @Nullable Layout layoutOfCopy;

    // Refilled by every hold.
    private long[] below = new long[0];

    /// By how much the stock of the children changes, as far as they pass it up.
    private long[] stockBelow = new long[0];

    public Occupancy(ResourceGraph graph) {
        graph.settle();
        this.graph = graph;
        this.structure = graph.version();
        this.layout = new Layout(graph);
        this.timelines = new Timelines();
        this.taking = new Taking(timelines);
        this.places = new Places(layout);
        this.stock = new Stock(layout);
        this.allocations = new Allocations(graph, layout.vertexLimit(), layout.hasPools());
        this.uses = new Uses(graph, timelines, layout.vertexLimit());
        this.plans = new Plans(layout, timelines, uses);
        this.changes = new MachineChanges(this, layout, stock, allocations, uses, plans);
        this.rootPool = layout.onlyPoolBelowRoot(plans.coreType());
    }

    /// Copies the holdings to a copy of the graph. Groups and watchers are not copied.
    public Occupancy(Occupancy other, ResourceGraph graph) {
        Invariants.check(graph.version() == other.structure, "the graph's version (%d) differs", graph.version());
        this.graph = graph;
        this.structure = other.structure;
        this.layout = other.layoutOn(graph);
        this.timelines = new Timelines(other.timelines);
        this.taking = new Taking(timelines);
        this.places = new Places(layout);
        this.stock = new Stock(other.stock, layout);
        this.allocations = new Allocations(other.allocations, graph);
        this.uses = new Uses(other.uses, graph, timelines);
        this.plans = new Plans(other.plans, layout, timelines, uses);
        this.changes = new MachineChanges(this, layout, stock, allocations, uses, plans);
        this.holdings = new HeldByJob(other.holdings);
        this.nextPart = other.nextPart;
        this.isRootTracked = other.isRootTracked;
        this.rootPool = other.rootPool;
        this.ends.addAll(other.ends);
        this.reservations = other.reservations;
        other.owner = new Object();
    }

    /// A layout looks things up in its graph, so a copy that others read needs one of its own.
    @SuppressWarnings("ReferenceEquality") // this very graph
    private Layout layoutOn(ResourceGraph copy) {
        if (copy == graph) {
            return layout;
        }
        if (layoutOfCopy == null || layoutOfCopy.graph() != copy) {
            layoutOfCopy = new Layout(layout, copy);
        }
        return layoutOfCopy;
    }

    /// Declares that no earlier moment will be queried.
    public void advanceTo(long moment) {
        timelines.advanceTo(moment);
    }

    public void watch(Watcher by) {
        watcher = by;
    }

    public Layout layout() {
        return layout;
    }

    public Stock stock() {
        return stock;
    }

    /// The counted type of cores, or [Layout#NOT_COUNTED] on a machine without.
    public int coreType() {
        return plans.coreType();
    }

    /// Whether the graph has vertices that jobs may share.
    public boolean hasPools() {
        return allocations.hasPools();
    }

    /// Whether there are reservations, so that present allocations do not tell what is free.
    public boolean hasReservations() {
        return reservations > 0;
    }

    /// The amount of the vertex that is free throughout the window, if all jobs end in time.
    public long free(int vertex, long start, long end) {
        return uses.free(vertex, start, end);
    }

    /// As [#free], but jobs that overrun their end still hold their resources.
    public long freeNow(int vertex, long start, long end) {
        return allocations.isExclusive(vertex) ? 0 : allocations.leftOf(free(vertex, start, end), vertex);
    }

    /// The amount of the vertex that is not allocated at present; ignores reservations.
    public long notAllocated(int vertex) {
        return allocations.left(vertex);
    }

    /// Whether no job uses the vertex, or anything below it, at any time in the window.
    public boolean isUnused(int vertex, long start, long end) {
        if (vertex == graph.root()) {
            trackRoot();
        }
        return uses.isUnused(vertex, start, end);
    }

    /// Whether a job uses the vertex or its subtree and has not released it, even after its end.
    public boolean isAllocated(int vertex) {
        return allocations.isAny(vertex);
    }

    /// Whether a job uses the vertex exclusively and has not released it.
    public boolean isAllocatedExclusively(int vertex) {
        return allocations.isExclusive(vertex);
    }

    /// The number of cores at or below the vertex.
    public long cores(int vertex) {
        int type = plans.coreType();
        return type == Layout.NOT_COUNTED ? 0 : layout.total(vertex, type);
    }

    /// An upper bound of the cores at or below the vertex that are free throughout the window.
    public long freeCores(int vertex, long start, long end) {
        if (rootPool != ResourceGraph.NO_VERTEX && vertex == graph.root()) {
            return free(rootPool, start, end);
        }
        FreeBelow cores = plans.of(plans.coreType());
        return cores == null ? 0 : cores.free(vertex, start, end);
    }

    /// Whether timelines tell how much of a counted type is free in the future.
    public boolean isPlanned(int counted) {
        return plans.isPlanned(counted);
    }

    /// Keeps timelines of what is free of a counted type from now on. They cost time with every holding, so they are
    /// kept only for types that a search in the future has asked for.
    public void plan(int counted) {
        FreeBelow made = plans.start(counted);
        addToAll(holding -> take(holding.placement(), made));
        for (Holding holding : holdings()) {
            made.settle(holding.placement(), List.of());
        }
    }

    /// Adds what a placement takes of one type.
    private void take(Placement placement, FreeBelow of) {
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
                of.take(vertex, layout.inner(vertex), amount, taking);
            }
        }
        Arrays.fill(below, 0);
    }

    /// An upper bound of what is free of a counted type at or below the vertex throughout the window.
    public long freeOf(int counted, int vertex, long start, long end) {
        if (counted == plans.coreType()) {
            return freeCores(vertex, start, end);
        }
        FreeBelow known = plans.of(counted);
        return known == null ? layout.total(vertex, counted) : known.free(vertex, start, end);
    }

    /// The first moment from `earliest` on at which so much of a counted type may be free for the duration.
    public long firstWith(int counted, int vertex, long earliest, long duration, long amount) {
        if (counted == plans.coreType()) {
            return firstWithCores(vertex, earliest, duration, amount);
        }
        FreeBelow known = plans.of(counted);
        return known == null ? earliest : known.first(vertex, earliest, duration, amount);
    }

    /// The number of cores of the machine that are not allocated, reserved or not, according to the stock.
    public long coresInStock() {
        int root = graph.root();
        int type = plans.coreType();
        boolean isCounted = type != Layout.NOT_COUNTED && layout.inner(root) != Layout.NOT_INNER;
        return isCounted ? stock.free(root, type) : cores(root);
    }

    /// The first moment from `earliest` on at which the vertex may have that many free cores for the duration.
    public long firstWithCores(int vertex, long earliest, long duration, long cores) {
        if (rootPool != ResourceGraph.NO_VERTEX && vertex == graph.root()) {
            int timeline = uses.timeline(rootPool);
            return timeline == Uses.UNTOUCHED ? earliest : timelines.firstFit(timeline, earliest, duration, cores);
        }
        FreeBelow known = plans.of(plans.coreType());
        return known == null ? earliest : known.first(vertex, earliest, duration, cores);
    }

    /// The first moment from `earliest` on at which the vertex and its subtree are unused for the duration.
    public long firstUnused(int vertex, long earliest, long duration) {
        if (vertex == graph.root()) {
            trackRoot();
        }
        return uses.firstUnused(vertex, earliest, duration);
    }

    /// Enters what a match has found.
    public void hold(Holding holding) {
        checkStructure();
        Invariants.check(holdings.get(holding.job()) == null, "job (%d) already holds resources", holding.job());
        holdings.put(holding.job(), enter(holding, nextPart++));
    }

    /// Enters another part of what a job holds, or its first one.
    public void add(Holding holding) {
        checkStructure();
        Held held = owned(holding.job());
        Part part = enter(holding, nextPart++);
        holdings.put(holding.job(), held == null ? part : held.with(part, places));
    }

    /// Enters what is held in fact, free or not: other schedulers do not ask. What is free may become negative.
    public void force(Holding holding) {
        add(holding);
        plans.settle(holding.placement(), true);
    }

    private Held ownedAt(int entry) {
        Held held = holdings.at(entry);
        return held instanceof Pieces pieces ? pieces.ownedBy(owner, places) : held;
    }

    /// What a job holds, as an object that may be changed.
    private @Nullable Held owned(long job) {
        Held held = holdings.get(job);
        if (held instanceof Pieces pieces) {
            held = pieces.ownedBy(owner, places);
            holdings.put(job, held);
        }
        return held;
    }

    private Part enter(Holding given, long number) {
        Holding holding = graph.isTree() ? given : listed(given);
        Placement placement = holding.placement();
        taking.begin(holding.start(), holding.end());
        walk(placement, placement.entryCount(), 1, !holding.reserved(), taking);
        plans.takeOfGroups(placement, placement.entryCount(), taking);
        noteEnd(holding.end());
        reservations += holding.reserved() ? 1 : 0;
        if (!holding.reserved()) {
            watcher.allocated(placement);
        }
        Part part = new Part(holding, number, taking.spans(), owner);
        return holders == null ? part : part.withItems(holders.add(holding.job(), number, placement));
    }

    /// Lists what is below vertices that are held whole: other parents may lead there, so each needs a mark of its
    /// own.
    private static Holding listed(Holding holding) {
        Placement.Builder all = Placement.builder();
        for (int i = 0; i < holding.placement().size(); i++) {
            // A pool may have shrunk to nothing.
            if (holding.placement().amount(i) > 0) {
                all.add(holding.placement(), i);
            }
        }
        return new Holding(holding.job(), all.build(), holding.start(), holding.end(), holding.reserved());
    }

    /// Releases all resources of a job.
    ///
    /// @return whether the job held any
    public boolean release(long job) {
        checkStructure();
        Held held = holdings.remove(job);
        if (held == null) {
            return false;
        }
        if (held instanceof Part only) {
            leave(only);
        } else {
            held.parts().forEach(this::leave);
        }
        return true;
    }

    private void leave(Part part) {
        for (int span : part.spans()) {
            if (span != Timelines.NO_SPAN) {
                timelines.removeSpan(span);
            }
        }
        Holding holding = part.holding();
        Placement placement = part.placement();
        ends.remove(holding.end());
        reservations -= holding.reserved() ? 1 : 0;
        if (!holding.reserved()) {
            walk(placement, placement.entryCount(), -1, true, null);
            watcher.released(placement);
        }
        if (holders != null) {
            holders.remove(part.items());
        }
        plans.settle(placement, false);
    }

    /// Releases what the job holds at a vertex and below it. The rest of the job stays as it is, and is not looked at.
    ///
    /// @return whether the job held anything there
    public boolean releaseAt(long job, int vertex) {
        checkStructure();
        Held held = owned(job);
        List<Part> concerned = held == null ? List.of() : held.partsAt(vertex, places);
        for (Part part : concerned.reversed()) {
            releaseAt(part, vertex);
        }
        return !concerned.isEmpty();
    }

    private void releaseAt(Part part, int vertex) {
        Part mine = part.withShares(owner, timelines);
        long job = mine.holding().job();
        Placement placement = mine.holding().placement();
        Held held = Objects.requireNonNull(holdings.get(job)).replaced(mine);
        releaseEntry(mine, places.entryOf(placement, vertex), held);
        if (mine.shares().isLeft(placement.entryCount() - 1)) {
            holdings.put(job, held);
            return;
        }
        ends.remove(mine.holding().end());
        reservations -= mine.holding().reserved() ? 1 : 0;
        if (holders != null) {
            holders.remove(mine.items());
        }
        Held rest = held.without(mine);
        if (rest == null) {
            holdings.remove(job);
        } else {
            holdings.put(job, rest);
        }
    }

    /// Visits what a job holds of one vertex.
    public interface ShareVisitor {
        /// Visits one vertex.
        ///
        /// @param amount how much of it all parts of the job hold together
        /// @param isWhole whether the share includes the vertex's whole subtree
        void visit(int vertex, long amount, boolean isExclusive, boolean isWhole);
    }

    /// Visits what the job holds at a vertex and below it, in post-order and each vertex once; the rest of the job is
    /// not looked at. Vertices whose use is implied by what is held below them are left out.
    public void visitShares(long job, int vertex, ShareVisitor visitor) {
        Held held = owned(job);
        if (held != null) {
            held.visit(vertex, places, visitor);
        }
    }

    /// How much the job holds of a vertex, in all its parts together.
    public long amountAt(long job, int vertex) {
        Held held = owned(job);
        return held == null ? 0 : held.amountAt(vertex, places);
    }

    /// The last vertex in post-order of which the job holds a share, of those before a vertex and all below it, or
    /// [ResourceGraph#NO_VERTEX].
    ///
    /// @param vertex [ResourceGraph#NO_VERTEX] for the last of all
    public int lastShareBefore(long job, int vertex) {
        Held held = owned(job);
        return held == null ? ResourceGraph.NO_VERTEX : held.lastBefore(vertex, places);
    }

    /// Takes an amount of a pool from the job, first from the part that was entered last. The job must hold more.
    public void reduceAt(long job, int pool, long amount) {
        checkStructure();
        Invariants.check(amountAt(job, pool) > amount, "job (%d) holds no more than (%d) of the pool", job, amount);
        long rest = amount;
        while (rest > 0) {
            Held held = Objects.requireNonNull(holdings.get(job));
            Part last = held instanceof Pieces pieces ? pieces.lastAt(pool) : held.first();
            int entry = places.entryOf(last.holding().placement(), pool);
            long here = last.amount(entry);
            if (here <= rest) {
                releaseAt(last, pool);
                rest -= here;
            } else {
                Part mine = last.withShares(owner, timelines);
                holdings.put(job, held.replaced(mine));
                reduceEntry(mine, entry, rest, held);
                rest = 0;
            }
        }
    }

    int entryOf(Placement placement, int vertex) {
        return places.entryOf(placement, vertex);
    }

    /// Gives back a share: its entries and, above them, those that contain nothing else of the part.
    private void releaseEntry(Part part, int entry, Held of) {
        Part.Shares shares = part.shares();
        Placement placement = part.holding().placement();
        Placement.Builder share = Placement.builder();
        int from = entry;
        while (from > 0 && placement.entryDepth(from - 1) > placement.entryDepth(entry)) {
            from--;
        }
        int released = 0;
        for (int i = from; i <= entry; i++) {
            if (shares.isLeft(i)) {
                share.addEntry(placement, i, shares.amount(i));
                drop(of, part, i, shares.amount(i));
                released++;
            }
        }
        boolean isLast = true;
        for (int above = shares.parent(entry); above >= 0; above = shares.parent(above)) {
            share.addEntry(placement, above, shares.amount(above));
            isLast &= shares.below(above) == 1;
            if (isLast) {
                drop(of, part, above, shares.amount(above));
                released++;
            }
        }
        giveBack(part, share.build(), released);
        shares.release(from, entry);
    }

    private static void drop(Held of, Part part, int entry, long amount) {
        if (of instanceof Pieces pieces) {
            pieces.drop(part, entry, amount);
        }
    }

    private void reduceEntry(Part part, int pool, long by, Held of) {
        Part.Shares shares = part.shares();
        Placement placement = part.holding().placement();
        Placement.Builder less = Placement.builder();
        less.addEntry(placement, pool, by);
        drop(of, part, pool, by);
        for (int above = shares.parent(pool); above >= 0; above = shares.parent(above)) {
            less.addEntry(placement, above, shares.amount(above));
        }
        giveBack(part, less.build(), 0);
        shares.reduce(pool, by);
    }

    /// @param released the first so many entries are released; of those above only what is below them is taken off
    private void giveBack(Part part, Placement share, int released) {
        SpanSink off = (timeline, amount) -> part.reduceSpans(timelines, timeline, amount);
        walk(share, released, -1, !part.holding().reserved(), off);
        if (released > 0 && !part.holding().reserved()) {
            watcher.released(share);
        }
        plans.takeOfGroups(share, released, off);
        plans.settle(share, false);
    }

    /// Changes the end of a job, to an earlier or a later time. Does not check whether that fits.
    public void setEnd(long job, long end) {
        Held held = owned(job);
        if (held == null) {
            throw new InvariantViolation("job (" + job + ") holds no resources");
        }
        for (Part part : held.parts()) {
            boolean isLater = end > part.holding().end();
            for (int span : part.spans()) {
                if (span != Timelines.NO_SPAN) {
                    timelines.trimSpan(span, end);
                }
            }
            ends.remove(part.holding().end());
            noteEnd(end);
            held = held.replaced(part.withEnd(end, owner));
            plans.settle(part.placement(), isLater);
        }
        holdings.put(job, held);
    }

    private void noteEnd(long end) {
        if (rootPool == ResourceGraph.NO_VERTEX) {
            ends.add(end);
        }
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
            for (int type = 0; type < types; type++) {
                long amount = !exclusive ? below[own + type] : isEntered ? layout.total(vertex, type) : 0;
                if (pool && layout.counted(graph.typeNumber(vertex)) == type) {
                    amount = isEntered || inner == Layout.NOT_INNER ? placement.entryAmount(i) : 0;
                }
                below[own + type] = 0;
                if (inner != Layout.NOT_INNER && allocates) {
                    long change = stockBelow[own + type] - (exclusive ? sign * amount : 0);
                    stockBelow[own + type] = 0;
                    stockBelow[above + type] += change == 0 ? 0 : stock.add(inner, type, change);
                }
                if (amount == 0) {
                    continue;
                }
                below[above + type] += amount;
                FreeBelow known = spans == null || inner == Layout.NOT_INNER ? null : plans.of(type);
                if (known != null && spans != null && !isRootOfPool(vertex, type)) {
                    known.take(vertex, inner, amount, spans);
                }
            }
            if (spans != null && (isEntered || (pool && inner == Layout.NOT_INNER))) {
                planUse(vertex, pool ? placement.entryAmount(i) : exclusive ? Uses.EXCLUSIVELY : 1, spans);
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

    private void trackRoot() {
        if (!isRootTracked) {
            isRootTracked = true;
            int root = graph.root();
            addToAll(holding -> {
                Placement placement = holding.placement();
                int last = placement.entryCount() - 1;
                boolean shared = last >= 0
                        && placement.entryVertex(last) == root
                        && !placement.isEntryExclusive(last)
                        && !graph.isDivisible(root);
                if (shared) {
                    planUse(root, 1, taking);
                }
            });
        }
    }

    private void planUse(int vertex, long amount, SpanSink spans) {
        if (amount == 1 && !isRootTracked && vertex == graph.root() && !graph.isDivisible(vertex)) {
            return;
        }
        uses.take(vertex, amount, spans);
    }

    /// Whether the timeline of the only pool below the root also tells this.
    private boolean isRootOfPool(int vertex, int type) {
        return rootPool != ResourceGraph.NO_VERTEX && type == plans.coreType() && vertex == graph.root();
    }

    private void ensureDepth(int length) {
        if (below.length < length) {
            below = Arrays.copyOf(below, 2 * length);
            stockBelow = Arrays.copyOf(stockBelow, 2 * length);
        }
    }

    /// Creates timelines of the free cores of neighbours in a list, and maintains them from now on.
    public Groups group(OrderedVertices members) {
        Groups made = plans.newGroups(members);
        addToAll(holding -> {
            Placement placement = holding.placement();
            plans.takeOfGroups(placement, placement.entryCount(), List.of(made), taking);
        });
        plans.add(made);
        return made;
    }

    /// Maintains these groups no longer.
    public void ungroup(Groups gone) {
        plans.remove(gone);
    }

    /// Adds spans to all parts, for timelines that were not maintained before.
    private void addToAll(Consumer<Holding> spans) {
        for (int entry = holdings.first(); entry != HeldByJob.NONE; entry = holdings.next(entry)) {
            Held held = ownedAt(entry);
            for (Part part : held.parts()) {
                taking.begin(part.holding().start(), part.holding().end());
                spans.accept(part.current());
                held = held.replaced(part.withSpans(taking.after(part.spans()), owner));
            }
            holdings.set(entry, held);
        }
    }

    /// What the job holds, if it has no other times in other parts; then the first part.
    public Optional<Holding> holding(long job) {
        Held held = holdings.get(job);
        return held == null ? Optional.empty() : Optional.of(held.first().current());
    }

    public boolean isHolding(long job) {
        return holdings.get(job) != null;
    }

    /// All parts of what the job holds.
    public List<Holding> holdings(long job) {
        List<Holding> parts = new ArrayList<>();
        Held held = holdings.get(job);
        if (held != null) {
            held.parts().forEach(part -> parts.add(part.current()));
        }
        return parts;
    }

    /// All parts of all jobs.
    public List<Holding> holdings() {
        List<Holding> all = new ArrayList<>(holdings.size());
        for (int entry = holdings.first(); entry != HeldByJob.NONE; entry = holdings.next(entry)) {
            holdings.at(entry).parts().forEach(part -> all.add(part.current()));
        }
        return all;
    }

    /// The first moment after this one at which something is given back, or at least one before it, or
    /// [Timelines#NEVER].
    public long nextEndAfter(long moment) {
        if (rootPool != ResourceGraph.NO_VERTEX) {
            int timeline = uses.timeline(rootPool);
            return timeline == Uses.UNTOUCHED ? Timelines.NEVER : timelines.nextChangeAfter(timeline, moment);
        }
        return ends.nextAfter(moment);
    }

    private void checkStructure() {
        Invariants.check(
                structure == graph.version(),
                "the graph has changed without its model: version (%d), not (%d)",
                graph.version(),
                structure);
    }

    /// Follows the graph after a subtree was added.
    ///
    /// @param top the highest new vertex
    public void added(int top) {
        finish(changes.add(top));
    }

    /// Removes a subtree of which nothing is held from the graph.
    public void remove(int top) {
        finish(changes.remove(top));
    }

    /// Gives a vertex another size, whatever is held of it.
    public void resize(int vertex, long size) {
        finish(changes.resize(vertex, size));
    }

    private void finish(List<Withdrawn> withdrawn) {
        structure = graph.version();
        withdrawn.forEach(this::enterAgain);
        if (rootPool != ResourceGraph.NO_VERTEX && layout.onlyPoolBelowRoot(plans.coreType()) != rootPool) {
            leaveCountingMachine();
        }
    }

    /// Takes out a part of a job, if it fulfils the condition.
    void withdraw(long job, long number, Predicate<Placement> condition, List<Withdrawn> withdrawn) {
        Held held = holdings.get(job);
        Part part = held == null ? null : held.part(number);
        if (part != null && condition.test(part.placement())) {
            Holding holding = part.current();
            leave(part);
            withdrawn.add(new Withdrawn(job, number, holding));
        }
    }

    /// Takes from all jobs what they hold at a vertex and below it.
    public void vacate(int top) {
        checkStructure();
        Holders index = holders();
        LinkedHashMap<Long, TreeSet<Long>> parts = new LinkedHashMap<>();
        Holders.Visitor collector =
                (job, part) -> parts.computeIfAbsent(job, _ -> new TreeSet<>()).add(part);
        graph.forEachBelow(top, vertex -> index.forEach(vertex, collector));
        index.forEach(index.key(top), collector);
        parts.forEach((job, numbers) -> {
            releaseAt(job, top);
            numbers.forEach(number -> forgetReleased(job, number, top));
        });
    }

    /// Drops released entries at a vertex that is about to be removed: the entries of a part must stay in order.
    private void forgetReleased(long job, long number, int top) {
        Held held = owned(job);
        Part part = held == null ? null : held.part(number);
        if (held == null || part == null || places.entryOf(part.holding().placement(), top) < 0) {
            return;
        }
        Part rest = part.compacted(owner);
        Holders index = holders();
        index.remove(part.items());
        rest.withItems(index.add(job, number, rest.holding().placement()));
        holdings.put(job, held.replaced(rest));
    }

    /// From now on the root has its own timeline, and all ends are kept.
    private void leaveCountingMachine() {
        rootPool = ResourceGraph.NO_VERTEX;
        int root = graph.root();
        FreeBelow cores = Objects.requireNonNull(plans.of(plans.coreType()));
        addToAll(holding -> {
            ends.add(holding.end());
            long taken = 0;
            Placement placement = holding.placement();
            for (int i = 0; i < placement.entryCount(); i++) {
                int vertex = placement.entryVertex(i);
                boolean isPool = layout.counted(graph.typeNumber(vertex)) == cores.counted();
                taken += isPool ? placement.entryAmount(i) : 0;
                taken = vertex == root && placement.isEntryExclusive(i) ? layout.total(root, cores.counted()) : taken;
            }
            if (taken > 0) {
                cores.take(root, layout.inner(root), taken, taking);
            }
        });
        for (Holding holding : holdings()) {
            plans.settle(holding.placement(), true);
        }
    }

    private void enterAgain(Withdrawn withdrawn) {
        Holding holding = withdrawn.holding();
        // What is below its vertices may have changed.
        Placement.Builder same = Placement.builder();
        for (int i = 0; i < holding.placement().entryCount(); i++) {
            same.addEntry(holding.placement(), i, holding.placement().entryAmount(i));
        }
        Holding again = new Holding(holding.job(), same.build(), holding.start(), holding.end(), holding.reserved());
        Part part = enter(again, withdrawn.part());
        plans.settle(again.placement(), true);
        Held held = Objects.requireNonNull(owned(withdrawn.job()));
        holdings.put(withdrawn.job(), held.replaced(part));
    }

    void makeRoomForHolders() {
        if (holders != null) {
            holders.makeRoom();
        }
    }

    /// The index of holders, which is made on first use.
    Holders holders() {
        Holders known = holders;
        if (known == null) {
            known = new Holders(layout);
            for (int entry = holdings.first(); entry != HeldByJob.NONE; entry = holdings.next(entry)) {
                Held held = ownedAt(entry);
                for (Part part : held.parts()) {
                    Part mine = part.ownedBy(owner);
                    mine.withItems(known.add(
                            mine.holding().job(), mine.number(), mine.holding().placement()));
                    held = held.replaced(mine);
                }
                holdings.set(entry, held);
            }
            holders = known;
        }
        return known;
    }
}

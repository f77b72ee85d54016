package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.runtime.fault.InvariantViolation;
import dev.sluice.runtime.fault.Invariants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The allocations and reservations of all jobs.
///
/// Every vertex that was ever used has a timeline of its use. A job that shares the vertex adds one to it; a job
/// with exclusive use adds [#EXCLUSIVELY]. So one number tells both whether the vertex is in use and whether
/// another job may share it. A pool counts the allocated amount. Vertices below an exclusive vertex carry no
/// mark
/// of their own: no search visits them.
///
/// Two pruning filters tell a search where not to look: each inner vertex has a second timeline, of the free
/// cores
/// below it, and the [Stock] counts what is not allocated at present.
public final class Occupancy {

    /// More users than can share a vertex; the use of a job that has the vertex exclusively.
    private static final long EXCLUSIVELY = 1L << 40;

    private static final int UNTOUCHED = -1;

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
    }

    private final ResourceGraph graph;
    private Timelines timelines = new Timelines();
    private Layout layout;
    private Stock stock;
    private Allocations allocations;
    private int coreType;
    private long structure = -1;
    private long origin;

    private int[] useOf = new int[0];
    private int[] freeCoresOf = new int[0];

    private HeldByJob holdings = new HeldByJob();

    /// Whether shared use of the root is tracked. It is not until a job requests the root exclusively, since
    /// every
    /// job shares it.
    private boolean isRootTracked;

    /// On a counting machine, the one pool that is all there is below the root: both have the same free cores,
    /// so one timeline does for them.
    private int rootPool = ResourceGraph.NO_VERTEX;

    /// How many holdings end at each moment. Not kept for a counting machine, whose timeline tells as much.
    private final Ends ends = new Ends();

    private final List<Groups> groups = new ArrayList<>();
    private GroupedCores groupedCores;
    private int reservations;

    private final Credits credits = new Credits();

    /// Stands for this occupancy until the next copy: parts of before are shared with the copy.
    private Object owner = new Object();

    private Watcher watcher = (_, _) -> {};

    /// Of the copy of the graph that was last asked for.
    private @Nullable Layout layoutOfCopy;

    // Refilled by every hold.
    private Taking taking = new Taking(timelines);
    private long[] below = new long[0];

    /// By how much the stock of the children changes, as far as they pass it up.
    private long[] stockBelow = new long[0];

    public Occupancy(ResourceGraph graph) {
        this.graph = graph;
        this.layout = new Layout(graph);
        this.stock = new Stock(layout);
        this.allocations = new Allocations(graph, 0, false);
        this.groupedCores = new GroupedCores(layout, coreType);
        refresh();
    }

    /// Copies the holdings to a copy of the graph. Groups and watchers are not copied.
    public Occupancy(Occupancy other, ResourceGraph graph) {
        Invariants.check(graph.version() == other.structure, "the graph's version (%d) differs", graph.version());
        this.graph = graph;
        this.structure = other.structure;
        this.layout = other.layoutOn(graph);
        this.stock = new Stock(other.stock, layout);
        this.coreType = other.coreType;
        this.groupedCores = new GroupedCores(layout, coreType);
        this.timelines = new Timelines(other.timelines);
        this.taking = new Taking(timelines);
        this.origin = other.origin;
        this.useOf = other.useOf.clone();
        this.freeCoresOf = other.freeCoresOf.clone();
        this.allocations = new Allocations(other.allocations, graph);
        this.holdings = new HeldByJob(other.holdings);
        this.isRootTracked = other.isRootTracked;
        this.rootPool = other.rootPool;
        this.ends.addAll(other.ends);
        this.reservations = other.reservations;
        this.credits.addAll(other.credits);
        other.owner = new Object();
    }

    /// A layout looks things up in its graph, so a copy that others read needs one of its own.
    @SuppressWarnings("ReferenceEquality") // this very graph
    private Layout layoutOn(ResourceGraph copy) {
        if (copy == graph) {
            return layout;
        }
        if (layoutOfCopy == null || layoutOfCopy.graph() != copy) {
            layoutOfCopy = new Layout(copy);
        }
        return layoutOfCopy;
    }

    /// Declares that no earlier moment will be queried.
    public void advanceTo(long moment) {
        timelines.advanceTo(moment);
        origin = Math.max(origin, moment);
    }

    public void watch(Watcher by) {
        watcher = by;
    }

    /// The layout of the present graph.
    public Layout layout() {
        refresh();
        return layout;
    }

    public Stock stock() {
        refresh();
        return stock;
    }

    /// The counted type of cores, or [Layout#NOT_COUNTED] on a machine without.
    public int coreType() {
        return coreType;
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
        if (vertex >= useOf.length) {
            refresh();
        }
        int timeline = useOf[vertex];
        long size = graph.size(vertex);
        if (timeline == UNTOUCHED) {
            return size;
        }
        long left = timelines.freeDuring(timeline, start, end);
        if (graph.isDivisible(vertex)) {
            return Math.max(0, left);
        }
        return left > 0 ? size : 0;
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
        int timeline = useOf[vertex];
        return timeline == UNTOUCHED || timelines.freeDuring(timeline, start, end) == timelines.total(timeline);
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
        return coreType == Layout.NOT_COUNTED ? 0 : layout.total(vertex, coreType);
    }

    /// An upper bound of the cores at or below the vertex that are free throughout the window.
    public long freeCores(int vertex, long start, long end) {
        if (rootPool != ResourceGraph.NO_VERTEX && vertex == graph.root()) {
            return free(rootPool, start, end);
        }
        int inner = layout.inner(vertex);
        if (inner == Layout.NOT_INNER) {
            return free(vertex, start, end) == 0 ? 0 : cores(vertex);
        }
        int timeline = freeCoresOf[inner];
        return timeline == UNTOUCHED ? cores(vertex) : Math.max(0, timelines.freeDuring(timeline, start, end));
    }

    /// The number of cores of the machine that are not allocated, reserved or not, according to the stock.
    public long coresInStock() {
        int root = graph.root();
        boolean isCounted = coreType != Layout.NOT_COUNTED && layout.inner(root) != Layout.NOT_INNER;
        return isCounted ? stock.free(root, coreType) : cores(root);
    }

    /// The first moment from `earliest` on at which the vertex may have that many free cores for the duration.
    public long firstWithCores(int vertex, long earliest, long duration, long cores) {
        int inner = layout.inner(vertex);
        boolean isRootOfPool = rootPool != ResourceGraph.NO_VERTEX && vertex == graph.root();
        int timeline = isRootOfPool ? useOf[rootPool] : inner == Layout.NOT_INNER ? UNTOUCHED : freeCoresOf[inner];
        return timeline == UNTOUCHED ? earliest : timelines.firstFit(timeline, earliest, duration, cores);
    }

    /// The first moment from `earliest` on at which the vertex and its subtree are unused for the duration.
    public long firstUnused(int vertex, long earliest, long duration) {
        if (vertex == graph.root()) {
            trackRoot();
        }
        int timeline = useOf[vertex];
        return timeline == UNTOUCHED
                ? earliest
                : timelines.firstFit(timeline, earliest, duration, timelines.total(timeline));
    }

    /// Enters what a match has found.
    public void hold(Holding holding) {
        refresh();
        Invariants.check(holdings.get(holding.job()) == null, "job (%d) already holds resources", holding.job());
        holdings.put(holding.job(), new Held(enter(holding)));
    }

    /// Enters another part of what a job holds, or its first one.
    public void add(Holding holding) {
        refresh();
        Held held = holdings.get(holding.job());
        Part part = enter(holding);
        holdings.put(holding.job(), held == null ? new Held(part) : held.with(part));
    }

    /// Enters what is held in fact, free or not: other schedulers do not ask. What is free may become negative.
    public void force(Holding holding) {
        add(holding);
        settleCredits(holding.placement());
    }

    private Part enter(Holding holding) {
        Placement placement = holding.placement();
        taking.begin(holding.start(), holding.end());
        walk(placement, placement.entryCount(), 1, !holding.reserved(), taking);
        planGroups(placement, groups);
        noteEnd(holding.end());
        reservations += holding.reserved() ? 1 : 0;
        return new Part(holding, taking.spans(), owner);
    }

    /// Releases all resources of a job.
    ///
    /// @return whether the job held any
    public boolean release(long job) {
        refresh();
        Held held = holdings.remove(job);
        if (held == null) {
            return false;
        }
        for (int i = 0; i < held.size(); i++) {
            leave(held.part(i));
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
        }
        if (!credits.isEmpty()) {
            settleCredits(placement);
        }
    }

    /// Releases what the job holds at a vertex and below it. The rest of the job stays as it is, and is not
    /// looked at.
    ///
    /// @return whether the job held anything there
    public boolean releaseAt(long job, int vertex) {
        refresh();
        boolean found = false;
        Held held = holdings.get(job);
        for (int i = held == null ? -1 : held.size() - 1; i >= 0; i--) {
            Part part = Objects.requireNonNull(held).part(i);
            int entry = entryOf(part.holding().placement(), vertex);
            if (entry < 0) {
                continue;
            }
            Part mine = part.withShares(owner, timelines);
            if (!mine.shares().isLeft(entry)) {
                continue;
            }
            found = true;
            releaseEntry(mine, entry);
            int root = mine.holding().placement().entryCount() - 1;
            if (mine.shares().isLeft(root)) {
                held = held.withPart(i, mine);
            } else {
                ends.remove(mine.holding().end());
                reservations -= mine.holding().reserved() ? 1 : 0;
                held = held.size() == 1 ? null : held.without(i);
            }
        }
        if (found && held == null) {
            holdings.remove(job);
        } else if (found) {
            holdings.put(job, Objects.requireNonNull(held));
        }
        return found;
    }

    /// Visits what a job holds of one vertex.
    public interface EntryVisitor {
        /// Visits one vertex.
        ///
        /// @param amount how much of it is left in this part of the job
        /// @param isWhole whether the entry includes the vertex's whole subtree
        void visit(int vertex, long amount, boolean isExclusive, boolean isWhole);
    }

    /// Visits what the job holds at a vertex and below it, in the order of a walk; the rest of the job is not looked
    /// at.
    public void visitBelow(long job, int vertex, EntryVisitor visitor) {
        refresh();
        Held held = holdings.get(job);
        for (int i = 0; held != null && i < held.size(); i++) {
            Part part = held.part(i);
            Placement placement = part.holding().placement();
            for (int entry = firstEntryFrom(placement, layout.firstPost(vertex));
                    entry < placement.entryCount() && layout.post(placement.entryVertex(entry)) <= layout.post(vertex);
                    entry++) {
                if (part.amount(entry) > 0) {
                    visitor.visit(
                            placement.entryVertex(entry),
                            part.amount(entry),
                            placement.isEntryExclusive(entry),
                            placement.isWhole(entry));
                }
            }
        }
    }

    private int firstEntryFrom(Placement placement, long post) {
        int low = 0;
        int high = placement.entryCount();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (layout.post(placement.entryVertex(middle)) < post) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Takes an amount of a pool from the job, of the last part that has more of it.
    public void reduceAt(long job, int pool, long amount) {
        refresh();
        Held held = holdings.get(job);
        for (int i = held == null ? -1 : held.size() - 1; i >= 0; i--) {
            Part part = Objects.requireNonNull(held).part(i);
            int entry = entryOf(part.holding().placement(), pool);
            if (entry >= 0 && part.amount(entry) > amount) {
                Part mine = part.withShares(owner, timelines);
                reduceEntry(mine, entry, amount);
                holdings.put(job, held.withPart(i, mine));
                return;
            }
        }
        Invariants.check(false, "job (%d) has no part with more than (%d) of the pool", job, amount);
    }

    /// The entry of a vertex, or -1. Entries are in the order of a walk.
    private int entryOf(Placement placement, int vertex) {
        int low = 0;
        int high = placement.entryCount() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int at = placement.entryVertex(middle);
            if (at == vertex) {
                return middle;
            }
            if (layout.post(at) < layout.post(vertex)) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /// Gives back a share: its entries and, above them, those that contain nothing else of the part.
    private void releaseEntry(Part part, int entry) {
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
                released++;
            }
        }
        boolean isLast = true;
        for (int above = shares.parent(entry); above >= 0; above = shares.parent(above)) {
            share.addEntry(placement, above, shares.amount(above));
            isLast &= shares.below(above) == 1;
            released += isLast ? 1 : 0;
        }
        giveBack(part, share.build(), released);
        shares.release(from, entry);
    }

    private void reduceEntry(Part part, int pool, long by) {
        Part.Shares shares = part.shares();
        Placement placement = part.holding().placement();
        Placement.Builder less = Placement.builder();
        less.addEntry(placement, pool, by);
        for (int above = shares.parent(pool); above >= 0; above = shares.parent(above)) {
            less.addEntry(placement, above, shares.amount(above));
        }
        giveBack(part, less.build(), 0);
        shares.reduce(pool, by);
    }

    /// @param released the first so many entries are released; of those above only what is below them is taken
    ///     off
    private void giveBack(Part part, Placement share, int released) {
        SpanSink off = (timeline, amount) -> part.reduceSpans(timelines, timeline, amount);
        walk(share, released, -1, !part.holding().reserved(), off);
        if (!groups.isEmpty() && coreType != Layout.NOT_COUNTED) {
            groupedCores.plan(share, released, groups, off);
        }
        if (!credits.isEmpty()) {
            settleCredits(share);
        }
    }

    /// Changes the end of a job, to an earlier or a later time. Does not check whether that fits.
    public void setEnd(long job, long end) {
        Held held = holdings.get(job);
        if (held == null) {
            throw new InvariantViolation("job (" + job + ") holds no resources");
        }
        for (int i = 0; i < held.size(); i++) {
            Part part = held.part(i);
            boolean isLater = end > part.holding().end();
            for (int span : part.spans()) {
                if (span != Timelines.NO_SPAN) {
                    timelines.trimSpan(span, end);
                }
            }
            ends.remove(part.holding().end());
            noteEnd(end);
            held = held.withPart(i, part.withEnd(end, owner));
            if (isLater || !credits.isEmpty()) {
                settleCredits(part.placement());
            }
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
    /// @param entered the first so many entries are entered or released; the others, which contain them, stay
    ///     and
    ///     only change by what is below them. A pool among those gives back its amount.
    /// @param sign 1 to take, -1 to give back
    /// @param allocates whether that changes what is allocated now
    /// @param spans where use is added to timelines or taken off; null if that has been done
    private void walk(Placement placement, int entered, int sign, boolean allocates, @Nullable SpanSink spans) {
        int types = layout.countedCount();
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
                if (spans != null && type == coreType) {
                    planCores(vertex, inner, amount, spans);
                }
            }
            if (spans != null && (isEntered || (pool && inner == Layout.NOT_INNER))) {
                planUse(vertex, pool ? placement.entryAmount(i) : exclusive ? EXCLUSIVELY : 1, spans);
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
        if (isLeaf && counted != Layout.NOT_COUNTED) {
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
        if (useOf[vertex] == UNTOUCHED) {
            boolean pool = graph.isDivisible(vertex);
            useOf[vertex] = timelines.create(pool ? graph.size(vertex) : EXCLUSIVELY);
        }
        spans.take(useOf[vertex], amount);
    }

    private void planCores(int vertex, int inner, long amount, SpanSink spans) {
        boolean isRootOfPool = rootPool != ResourceGraph.NO_VERTEX && vertex == graph.root();
        if (inner != Layout.NOT_INNER && !isRootOfPool) {
            if (freeCoresOf[inner] == UNTOUCHED) {
                freeCoresOf[inner] = timelines.create(cores(vertex));
            }
            spans.take(freeCoresOf[inner], amount);
        }
    }

    private void ensureDepth(int length) {
        if (below.length < length) {
            below = Arrays.copyOf(below, 2 * length);
            stockBelow = Arrays.copyOf(stockBelow, 2 * length);
        }
    }

    /// Creates timelines of the free cores of neighbours in a list, and maintains them from now on.
    public Groups group(int[] vertices) {
        long[] cores = new long[vertices.length];
        for (int i = 0; i < cores.length; i++) {
            cores[i] = cores(vertices[i]);
        }
        Groups made = new Groups(timelines, new Members(vertices, layout), cores);
        addToAll(holding -> planGroups(holding.placement(), List.of(made)));
        groups.add(made);
        return made;
    }

    /// Adds spans to all parts, for timelines that were not maintained before.
    private void addToAll(Consumer<Holding> spans) {
        for (int entry = holdings.first(); entry != HeldByJob.NONE; entry = holdings.next(entry)) {
            Held held = holdings.at(entry);
            for (int i = 0; i < held.size(); i++) {
                Part part = held.part(i);
                taking.begin(part.holding().start(), part.holding().end());
                spans.accept(part.current());
                held = held.withPart(i, part.withSpans(taking.after(part.spans()), owner));
            }
            holdings.set(entry, held);
        }
    }

    private void planGroups(Placement placement, List<Groups> of) {
        if (!of.isEmpty() && coreType != Layout.NOT_COUNTED) {
            groupedCores.plan(placement, placement.entryCount(), of, taking);
        }
    }

    /// What the job holds, if it has no other times in other parts; then the first part.
    public Optional<Holding> holding(long job) {
        Held held = holdings.get(job);
        return held == null ? Optional.empty() : Optional.of(held.first().current());
    }

    /// All parts of what the job holds.
    public List<Holding> holdings(long job) {
        List<Holding> parts = new ArrayList<>();
        Held held = holdings.get(job);
        for (int i = 0; held != null && i < held.size(); i++) {
            parts.add(held.part(i).current());
        }
        return parts;
    }

    /// All parts of all jobs.
    public List<Holding> holdings() {
        List<Holding> all = new ArrayList<>(holdings.size());
        for (int entry = holdings.first(); entry != HeldByJob.NONE; entry = holdings.next(entry)) {
            Held held = holdings.at(entry);
            for (int i = 0; i < held.size(); i++) {
                all.add(held.part(i).current());
            }
        }
        return all;
    }

    /// The first moment after this one at which something is given back, or at least one before it, or
    /// [Timelines#NEVER].
    public long nextEndAfter(long moment) {
        if (rootPool != ResourceGraph.NO_VERTEX) {
            int timeline = useOf[rootPool];
            return timeline == UNTOUCHED ? Timelines.NEVER : timelines.nextChangeAfter(timeline, moment);
        }
        return ends.nextAfter(moment);
    }

    /// Rebuilds all state if the structure of the graph has changed.
    private void refresh() {
        if (structure == graph.version()) {
            return;
        }
        structure = graph.version();
        layout = new Layout(graph);
        stock = new Stock(layout);
        coreType = layout.counted(graph.typeNumber(VertexKind.CORE));
        groupedCores = new GroupedCores(layout, coreType);
        rootPool = layout.onlyPoolBelowRoot(coreType);
        boolean first = useOf.length == 0;
        List<Holding> held = holdings();
        holdings = new HeldByJob();
        reservations = 0;
        credits.clear();
        ends.clear();
        timelines = new Timelines();
        taking = new Taking(timelines);
        timelines.advanceTo(origin);
        useOf = new int[layout.vertexCount()];
        freeCoresOf = new int[layout.innerCount()];
        allocations = new Allocations(graph, layout.vertexCount(), layout.hasPools());
        Arrays.fill(useOf, UNTOUCHED);
        Arrays.fill(freeCoresOf, UNTOUCHED);
        groups.clear();
        if (!first) {
            held.forEach(this::add);
            held.forEach(holding -> settleCredits(holding.placement()));
        }
    }

    /// Updates the totals above the vertices of a placement after their use has changed.
    ///
    /// Where a vertex is over-committed at some moment, its neighbours must not look as if they had less. So its
    /// over-commitment at the worst moment, its *credit*, counts as part of the total of everything that
    /// contains
    /// it. Their timelines then never show less than is free, which is all that a search asks of them.
    private void settleCredits(Placement placement) {
        if (coreType == Layout.NOT_COUNTED) {
            return;
        }
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            int depth = placement.entryDepth(i);
            ensureDepth(depth + 2);
            long change = below[depth + 1];
            below[depth + 1] = 0;
            int timeline = coreTimeline(vertex);
            if (timeline == UNTOUCHED && change == 0) {
                continue;
            }
            if (timeline == UNTOUCHED) {
                timeline = timelines.create(cores(vertex));
                freeCoresOf[layout.inner(vertex)] = timeline;
            }
            if (change != 0) {
                timelines.resize(timeline, timelines.total(timeline) + change);
            }
            below[depth] += change + credits.set(timeline, overcommittedCores(vertex, timeline));
        }
        Arrays.fill(below, 0);
    }

    /// The timeline that says how many cores of a vertex are free, or [#UNTOUCHED].
    private int coreTimeline(int vertex) {
        int inner = layout.inner(vertex);
        if (inner != Layout.NOT_INNER) {
            return freeCoresOf[inner];
        }
        return layout.counted(graph.typeNumber(vertex)) == coreType ? useOf[vertex] : UNTOUCHED;
    }

    private long overcommittedCores(int vertex, int timeline) {
        long over = timelines.overcommitment(timeline);
        boolean isWholeLeaf = layout.inner(vertex) == Layout.NOT_INNER && !graph.isDivisible(vertex);
        // Every further job that holds a leaf exclusively counts all of it once more.
        return isWholeLeaf ? (over + EXCLUSIVELY - 1) / EXCLUSIVELY * graph.size(vertex) : over;
    }
}

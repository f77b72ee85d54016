package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.runtime.fault.InvariantViolation;
import dev.sluice.runtime.fault.Invariants;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
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
///
/// Invariants: what is entered for a holding is exactly what its release takes out. A holding that was forced in may
/// over-commit a vertex; the numbers then follow from the set of holdings, not from their order.
///
/// Searches ask [Availability]. The machine changes while it is held; see [MachineChanges].
public final class Occupancy {

    /// The placement of a job and its time.
    ///
    /// @param reserved whether it is a reservation for a later time
    public record Holding(long job, Placement placement, long start, long end, boolean reserved) {

        Holding with(Placement other) {
            return new Holding(job, other, start, end, reserved);
        }

        /// Lists what is below vertices that are held whole, unless the graph is a tree: other parents may lead there,
        /// so each vertex needs a mark of its own.
        Holding onGraph(ResourceGraph graph) {
            if (graph.isTree()) {
                return this;
            }
            Placement.Builder all = Placement.builder();
            for (int i = 0; i < placement.size(); i++) {
                // A pool may have shrunk to nothing.
                if (placement.amount(i) > 0) {
                    all.add(placement, i);
                }
            }
            return with(all.build());
        }
    }

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

    /// How many holdings end at each moment. Not kept for a counting machine, whose timeline tells as much.
    private final Ends ends;

    private final Holdings holdings;
    private final Booking booking;
    private final ShareRelease shares;
    private final MachineChanges changes;
    private final Availability availability;

    /// The version of the graph that all of this describes.
    private long structure;

    /// Of the copy of the graph that was last asked for.
    private @Nullable Layout layoutOfCopy;

    public Occupancy(ResourceGraph graph) {
        graph.settle();
        this.graph = graph;
        this.structure = graph.version();
        this.layout = new Layout(graph);
        this.timelines = new Timelines();
        this.stock = new Stock(layout);
        this.allocations = new Allocations(graph, layout.vertexLimit(), layout.hasPools());
        this.uses = new Uses(graph, timelines, layout.vertexLimit());
        this.plans = new Plans(layout, timelines, uses);
        this.ends = new Ends();
        this.holdings = new Holdings(layout, timelines);
        this.booking = new Booking(layout, timelines, stock, allocations, uses, plans, ends);
        this.shares = new ShareRelease(graph, holdings, booking);
        this.changes = new MachineChanges(holdings, booking, layout, stock, allocations, uses, plans);
        this.availability = new Availability(layout, timelines, stock, allocations, uses, plans, ends, this::trackRoot);
    }

    /// Copies the holdings to a copy of the graph. Groups and watchers are not copied.
    public Occupancy(Occupancy other, ResourceGraph graph) {
        Invariants.check(graph.version() == other.structure, "the graph's version (%d) differs", graph.version());
        this.graph = graph;
        this.structure = other.structure;
        this.layout = other.layoutOn(graph);
        this.timelines = new Timelines(other.timelines);
        this.stock = new Stock(other.stock, layout);
        this.allocations = new Allocations(other.allocations, graph);
        this.uses = new Uses(other.uses, graph, timelines);
        this.plans = new Plans(other.plans, layout, timelines, uses);
        this.ends = new Ends(other.ends);
        this.holdings = new Holdings(other.holdings, layout, timelines);
        this.booking = new Booking(layout, timelines, stock, allocations, uses, plans, ends);
        booking.takeOver(other.booking);
        this.shares = new ShareRelease(graph, holdings, booking);
        this.changes = new MachineChanges(holdings, booking, layout, stock, allocations, uses, plans);
        this.availability = new Availability(layout, timelines, stock, allocations, uses, plans, ends, this::trackRoot);
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

    /// What is free, for searches.
    public Availability availability() {
        return availability;
    }

    /// Declares that no earlier moment will be queried.
    public void advanceTo(long moment) {
        timelines.advanceTo(moment);
    }

    public void watch(Watcher by) {
        booking.watch(by);
    }

    public Layout layout() {
        return layout;
    }

    /// Whether there are reservations, so that present allocations do not tell what is free.
    public boolean hasReservations() {
        return booking.reservations() > 0;
    }

    /// Whether there are reservations without an end, so that less may be free for good than is free before.
    public boolean hasOpenReservations() {
        return booking.openReservations() > 0;
    }

    /// Keeps timelines of what is free of a counted type from now on. They cost time with every holding, so they are
    /// kept only for types that a search in the future has asked for.
    public void plan(int counted) {
        FreeBelow made = plans.start(counted);
        holdings.addToAll((holding, spans) ->
                booking.plan(holding.placement(), holding.placement().entryCount(), made, spans));
        for (Holding holding : holdings()) {
            made.settle(holding.placement());
        }
    }

    /// Enters what a match has found.
    public void hold(Holding holding) {
        checkStructure();
        Invariants.check(holdings.get(holding.job()) == null, "job (%d) already holds resources", holding.job());
        holdings.put(holding.job(), enter(holding));
    }

    /// Enters another part of what a job holds, or its first one.
    public void add(Holding holding) {
        checkStructure();
        holdings.add(enter(holding));
    }

    /// Enters what is held in fact, free or not: other schedulers do not ask. What is free may become negative.
    public void force(Holding holding) {
        add(holding);
        plans.settle(holding.placement(), true);
    }

    private Part enter(Holding given) {
        Holding holding = given.onGraph(graph);
        return holdings.newPart(holding, booking.enter(holding));
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
        booking.leave(part);
        holdings.unlist(part);
    }

    /// Releases what the job holds at a vertex and below it. The rest of the job stays as it is, and is not looked at.
    ///
    /// @return whether the job held anything there
    public boolean releaseAt(long job, int vertex) {
        checkStructure();
        return shares.releaseAt(job, vertex);
    }

    /// Takes an amount of a pool from the job, first from the part that was entered last. The job must hold more.
    public void reduceAt(long job, int pool, long amount) {
        checkStructure();
        shares.reduceAt(job, pool, amount);
    }

    /// The jobs that may hold something at a vertex or below it, in the order of their numbers. Costs what is held
    /// there; the graph must be a tree.
    public SortedSet<Long> holdersBelow(int vertex) {
        return shares.holdersBelow(vertex);
    }

    /// Takes from all jobs what they hold at a vertex and below it.
    public void vacate(int top) {
        checkStructure();
        shares.vacate(top);
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
        holdings.visitShares(job, vertex, visitor);
    }

    /// How much the job holds of a vertex, in all its parts together.
    public long amountAt(long job, int vertex) {
        return holdings.amountAt(job, vertex);
    }

    /// The last vertex in post-order of which the job holds a share, of those before a vertex and all below it, or
    /// [ResourceGraph#NO_VERTEX].
    ///
    /// @param vertex [ResourceGraph#NO_VERTEX] for the last of all
    public int lastShareBefore(long job, int vertex) {
        return holdings.lastShareBefore(job, vertex);
    }

    /// What the job holds, if it has no other times in other parts; then the first part.
    public Optional<Holding> holding(long job) {
        return holdings.first(job);
    }

    public boolean isHolding(long job) {
        return holdings.get(job) != null;
    }

    /// All parts of what the job holds.
    public List<Holding> holdings(long job) {
        return holdings.of(job);
    }

    /// All parts of all jobs.
    public List<Holding> holdings() {
        return holdings.all();
    }

    /// Changes the end of a job, to an earlier or a later time. Does not check whether that fits.
    public void setEnd(long job, long end) {
        Held held = holdings.owned(job);
        if (held == null) {
            throw new InvariantViolation("job (" + job + ") holds no resources");
        }
        for (Part part : held.parts()) {
            booking.moveEnd(part, end);
            held = holdings.withEnd(held, part, end);
        }
        holdings.put(job, held);
    }

    private void trackRoot() {
        if (!uses.isRootTracked()) {
            uses.trackRoot();
            int root = graph.root();
            holdings.addToAll((holding, spans) -> {
                Placement placement = holding.placement();
                int last = placement.entryCount() - 1;
                boolean shared = last >= 0
                        && placement.entryVertex(last) == root
                        && !placement.isEntryExclusive(last)
                        && !graph.isDivisible(root);
                if (shared) {
                    uses.take(root, 1, spans);
                }
            });
        }
    }

    /// Groups the neighbours in a list, counts their free cores, and maintains that from now on.
    public Groups group(OrderedVertices members) {
        return new Groups(members, maintained(members, plans.coreType()));
    }

    /// Counts another type in the groups of a list from now on. It must be planned.
    public void count(Groups groups, int counted) {
        Invariants.check(plans.isPlanned(counted), "the counted type (%d) is not planned", counted);
        groups.add(maintained(groups.members(), counted));
    }

    private GroupTimelines maintained(OrderedVertices members, int counted) {
        GroupTimelines made = plans.newGroups(members, counted);
        holdings.addToAll((holding, spans) -> {
            Placement placement = holding.placement();
            plans.takeOfGroups(placement, placement.entryCount(), counted, List.of(made), spans);
        });
        plans.add(made);
        return made;
    }

    /// Maintains these groups no longer.
    public void ungroup(Groups gone) {
        plans.remove(gone);
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
        changes.add(top);
        followGraph();
    }

    /// Removes a subtree of which nothing is held from the graph.
    public void remove(int top) {
        changes.remove(top);
        followGraph();
    }

    /// Gives a vertex another size, whatever is held of it.
    public void resize(int vertex, long size) {
        changes.resize(vertex, size);
        followGraph();
    }

    private void followGraph() {
        structure = graph.version();
        if (plans.outgrowsRootPool()) {
            leaveCountingMachine();
        }
    }

    /// From now on the root has its own timeline, and all ends are kept.
    private void leaveCountingMachine() {
        plans.leaveRootPool();
        int root = graph.root();
        FreeBelow cores = Objects.requireNonNull(plans.of(plans.coreType()));
        holdings.addToAll((holding, spans) -> {
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
                cores.take(root, layout.inner(root), taken, spans);
            }
        });
        for (Holding holding : holdings()) {
            plans.settle(holding.placement(), true);
        }
    }
}

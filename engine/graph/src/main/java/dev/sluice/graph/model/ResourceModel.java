package dev.sluice.graph.model;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.Subsystems;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.FilterWeights;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Matcher;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.match.PruningFilters;
import dev.sluice.graph.match.View;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.graph.port.HostPorts;
import dev.sluice.graph.traverser.JobspecVariants;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.pod.Taint;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A resource graph with its allocations and reservations, and the operations on both.
///
/// The machine changes only through the model, which tells everything that depends on it about the one vertex. A change
/// costs what it concerns, whatever the size of the machine.
public final class ResourceModel {

    /// The duration of a job that requests none, in seconds: a hundred years, as in flux-sched.
    public static final long UNLIMITED_SECONDS = 100L * 365 * 24 * 3600;

    /// So many ends of jobs are tried one after another; mostly one of them will do. Then the others are bisected or,
    /// beside reservations, tried as well if the request fits at all.
    private static final int TRIES_IN_TURN = 4;

    private static final long[] NO_ENDS = {};

    private final ResourceGraph graph;
    private Occupancy occupancy;
    private Matcher matcher;

    private long searches;

    /// The graph of the last snapshot; reused for the next one if nothing has changed.
    private @Nullable ResourceGraph lastCopy;

    public ResourceModel(ResourceGraph graph, MatchPolicy policy) {
        this(graph, policy, Subsystems.CONTAINMENT);
    }

    /// @param subsystems the subsystems in which a placement must be available; the dominant one forms the tree
    public ResourceModel(ResourceGraph graph, MatchPolicy policy, Subsystems subsystems) {
        this.graph = graph;
        this.occupancy = new Occupancy(graph);
        this.matcher = new Matcher(graph, occupancy, policy, subsystems);
    }

    /// A model that follows flux-sched's rules about pruning filters: the order of the `first` policies, and the number
    /// of nodes, checked before a search, come from them.
    public ResourceModel(ResourceGraph graph, MatchPolicy policy, Subsystems subsystems, PruningFilters filters) {
        this(graph, policy, subsystems);
        matcher.weighBy(new FilterWeights(graph, filters));
    }

    private ResourceModel(ResourceModel other, ResourceGraph graph) {
        this.graph = graph;
        this.occupancy = new Occupancy(other.occupancy, graph);
        this.matcher = other.matcher.onCopies(graph, occupancy);
    }

    /// A read-only copy of the present state, for concurrent queries while this model changes.
    public Snapshot snapshot() {
        return new Snapshot(new ResourceModel(this, graphCopy()));
    }

    /// A copy of the graph as it is now, for readers on other threads; the same one until the graph changes.
    public ResourceGraph graphCopy() {
        boolean sameGraph = lastCopy != null
                && lastCopy.version() == graph.version()
                && lastCopy.stateVersion() == graph.stateVersion();
        ResourceGraph copy = sameGraph && lastCopy != null ? lastCopy : graph.copy();
        lastCopy = copy;
        return copy;
    }

    /// A copy of the model that shares the graph; neither may change it.
    ResourceModel fork() {
        return new ResourceModel(this, graph);
    }

    public ResourceGraph graph() {
        return graph;
    }

    public Occupancy occupancy() {
        return occupancy;
    }

    /// flux-sched's pruning filters, if the model follows them.
    Optional<PruningFilters> filters() {
        return Optional.ofNullable(matcher.filterWeights()).map(FilterWeights::filters);
    }

    /// The ports of nodes that are held. A job's ports are claimed when it gets a place; they are held wherever and as
    /// long as the job holds resources.
    public HostPorts ports() {
        return matcher.ports();
    }

    /// Declares that no earlier time will be queried, which makes spans that start at `moment` cheaper. Never goes
    /// back.
    public void advanceTo(long moment) {
        occupancy.advanceTo(moment);
    }

    /// How often a place has been searched for at a certain time: what a scheduling pass costs.
    public long searches() {
        return searches;
    }

    /// Finds a place for the job and, if the operation says so, gives it to it.
    public Outcome match(MatchOperation operation, Jobspec jobspec, long job, long now) {
        return match(operation, prepare(jobspec), job, now);
    }

    /// Finds a place for the job and, if the operation says so, gives it to it.
    public Outcome match(MatchOperation operation, CompiledJobspec request, long job, long now) {
        Outcome outcome = search(operation, request, now);
        FilterWeights weights = matcher.filterWeights();
        if (outcome instanceof Outcome.Placed placed) {
            // flux-sched finds it and then has nothing to enter.
            if (weights != null && !hasExclusive(placed.placement())) {
                return new Outcome.Busy();
            }
            if (operation.allocates()) {
                ports().claim(
                                job,
                                request.jobspec()
                                        .attributes()
                                        .system()
                                        .directives()
                                        .hostPorts());
                hold(new Occupancy.Holding(job, placed.placement(), placed.start(), placed.end(), placed.reserved()));
            }
            if (weights != null) {
                weights.weigh(placed.placement(), operation.allocates(), occupancy, matcher::weighed);
            }
        }
        return outcome;
    }

    private static boolean hasExclusive(Placement placement) {
        for (int i = 0; i < placement.entryCount(); i++) {
            if (placement.isEntryExclusive(i)) {
                return true;
            }
        }
        return false;
    }

    /// As [#match], without giving anything away.
    Outcome search(MatchOperation operation, CompiledJobspec request, long now) {
        if (operation == MatchOperation.SATISFIABILITY) {
            return isSatisfiable(request) ? new Outcome.Satisfiable() : new Outcome.Unsatisfiable();
        }
        long duration = duration(request.jobspec());
        if (duration > UNLIMITED_SECONDS) {
            return new Outcome.Busy();
        }
        Optional<Outcome.Placed> placed = findAt(request, now, duration);
        if (placed.isEmpty() && operation.looksAhead()) {
            placed = findAfter(request, now, duration).flatMap(later -> cutAtHorizon(later, now));
        }
        return placed.isPresent() ? placed.get() : new Verdict(this, operation).of(request);
    }

    /// The planning horizon is the duration of a job that requests none. A job that would end later ends there.
    private static Optional<Outcome.Placed> cutAtHorizon(Outcome.Placed later, long now) {
        long horizon = now < Timelines.NEVER - UNLIMITED_SECONDS ? now + UNLIMITED_SECONDS : Timelines.NEVER;
        return later.start() >= horizon
                ? Optional.empty()
                : Optional.of(new Outcome.Placed(
                        later.placement(), later.start(), Math.min(later.end(), horizon), later.reserved()));
    }

    /// Matches the first variant that fits or, if the operation looks ahead, the first of those that start
    /// earliest.
    public Outcome match(MatchOperation operation, JobspecVariants jobspec, long job, long now) {
        return new VariantMatch(this, operation, job, now).of(jobspec.variants());
    }

    /// Compiles a jobspec. Keep the result as long as the job may be matched: compiling costs more than a match.
    public CompiledJobspec prepare(Jobspec jobspec) {
        return new CompiledJobspec(jobspec);
    }

    /// Finds resources from `start` on for the duration, which is [Timelines#NEVER] for a place without an end. Jobs
    /// that overrun still hold their resources.
    public Optional<Outcome.Placed> findAt(CompiledJobspec request, long start, long duration) {
        return find(request, View.NOW, start, duration, false);
    }

    /// Finds resources at the earliest possible time, assuming that all jobs end in time.
    ///
    /// Resources become free only when a job ends, so only the ends of jobs are tried, and of these only those with
    /// enough free cores in total. If a request is not monotone and does not fit after all ends, only the first few
    /// ends are tried.
    public Optional<Outcome.Placed> findFrom(CompiledJobspec request, long earliest, long duration) {
        Optional<Outcome.Placed> placed = find(request, View.PLANNED, earliest, duration, true);
        return placed.isPresent() ? placed : findAfter(request, earliest, duration);
    }

    /// As [#findFrom] from the present on, while jobs that overrun still hold their resources.
    ///
    /// What is free now is found by what is held in fact, for which there are better indexes than for the plan.
    ///
    /// @param hasOverdue whether jobs are overdue; these are expected to end in the next moment
    public Optional<Outcome.Placed> findFromNow(CompiledJobspec request, long now, long duration, boolean hasOverdue) {
        Optional<Outcome.Placed> placed = find(request, View.NOW, now, duration, true);
        if (placed.isPresent()) {
            return placed;
        }
        return hasOverdue ? findAtOrAfter(request, now + 1, duration) : findAfter(request, now, duration);
    }

    private Optional<Outcome.Placed> findAfter(CompiledJobspec request, long moment, long duration) {
        return findAtOrAfter(request, nextEndAfter(moment), duration);
    }

    /// Whether the request may fit once all has ended that has an end. Quicker than a search, which may still find no
    /// place. Nothing may be reserved without an end.
    public boolean mayEverFit(CompiledJobspec request) {
        return matcher.mayEverFit(request);
    }

    /// Whether the request fits for a moment once all has ended that has an end. If it does not, a monotone request
    /// fits at no time, and others at most by chance. Nothing may be reserved without an end.
    public boolean fitsAfterAllEnds(CompiledJobspec request) {
        return mayEverFit(request)
                && find(request, View.PLANNED, Timelines.AFTER_ALL_ENDS, 1, true)
                        .isPresent();
    }

    /// Finds resources at exactly this time, assuming that all jobs end in time.
    public Optional<Outcome.Placed> findPlannedAt(CompiledJobspec request, long start, long duration) {
        return find(request, View.PLANNED, start, duration, true);
    }

    private Optional<Outcome.Placed> findAtOrAfter(CompiledJobspec request, long moment, long duration) {
        if (moment == Timelines.NEVER || (!occupancy.hasOpenReservations() && !mayEverFit(request))) {
            return Optional.empty();
        }
        // Without reservations, ever more becomes free.
        boolean isGrowing = request.isMonotone() && graph.isTree() && !occupancy.hasReservations();
        int tries = 0;
        for (long next = moment; next != Timelines.NEVER; ) {
            long start = matcher.firstChance(request, next, duration);
            if (start == Timelines.NEVER) {
                return Optional.empty();
            }
            Optional<Outcome.Placed> placed = find(request, View.PLANNED, start, duration, true);
            if (placed.isPresent()) {
                return placed;
            }
            next = nextEndAfter(start);
            boolean isHard = ++tries == TRIES_IN_TURN;
            if (isHard && !isGrowing && !occupancy.hasOpenReservations() && !fitsAfterAllEnds(request)) {
                return Optional.empty();
            }
            long[] ends = isHard && isGrowing ? occupancy.availability().endsFrom(next) : NO_ENDS;
            if (ends.length > 0) {
                return firstOf(ends, request, duration);
            }
        }
        return Optional.empty();
    }

    /// The place at the first of these moments at which the request fits, if it also fits at all later ones: bisects.
    private Optional<Outcome.Placed> firstOf(long[] moments, CompiledJobspec request, long duration) {
        int low = 0;
        int high = moments.length - 1;
        Optional<Outcome.Placed> best = find(request, View.PLANNED, moments[high], duration, true);
        while (best.isPresent() && low < high) {
            int middle = (low + high) >>> 1;
            Optional<Outcome.Placed> placed = find(request, View.PLANNED, moments[middle], duration, true);
            if (placed.isPresent()) {
                best = placed;
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return best;
    }

    /// The first moment after this one at which resources, and the ports of their holders, become free, or
    /// [Timelines#NEVER].
    private long nextEndAfter(long moment) {
        return occupancy.availability().nextEndAfter(moment);
    }

    /// Whether the jobspec's constraint and tolerations admit a node.
    public boolean admits(CompiledJobspec request, int node) {
        return matcher.admits(request, node);
    }

    /// The taint for which a node is refused, if the jobspec's constraint matches it.
    public Optional<Taint> onlyObstacle(CompiledJobspec request, int node) {
        return matcher.onlyObstacle(request, node);
    }

    /// Whether the request fits on the empty machine with all vertices up.
    public boolean isSatisfiable(CompiledJobspec request) {
        return findOnEmpty(request).isPresent();
    }

    /// Whether the request fits on the vertices that are up once all that they hold is gone.
    public boolean fitsWhenEmpty(CompiledJobspec request) {
        return matcher.match(request, View.EMPTY, 0, 1).isPresent();
    }

    /// Finds the place that the request would get on the empty machine with all vertices up.
    public Optional<Placement> findOnEmpty(CompiledJobspec request) {
        return matcher.match(request, View.EMPTY_AND_UP, 0, 1);
    }

    /// Allocates or reserves a placement for a job. The placement must still be free.
    public void hold(Occupancy.Holding holding) {
        occupancy.hold(holding);
        FilterWeights weights = matcher.filterWeights();
        if (weights != null) {
            weights.entered(holding, occupancy);
        }
    }

    /// Enters what is held in fact, free or not.
    public void force(Occupancy.Holding holding) {
        occupancy.force(holding);
    }

    /// Releases what a job holds of a vertex and everything below it.
    ///
    /// @return whether the job held anything there
    public boolean releaseAt(long job, int vertex) {
        return occupancy.releaseAt(job, vertex);
    }

    /// Releases all resources of a job.
    ///
    /// @return whether the job held any
    public boolean cancel(long job) {
        FilterWeights weights = matcher.filterWeights();
        if (weights != null) {
            occupancy.holding(job).ifPresent(weights::released);
        }
        return occupancy.release(job);
    }

    /// Changes the end of a job, to an earlier or a later time. Does not check whether that fits.
    public void setEnd(long job, long end) {
        occupancy.setEnd(job, end);
    }

    /// Releases a part of a job's resources; the job keeps the rest.
    public void reduce(Occupancy.Holding holding, Placement rest) {
        cancel(holding.job());
        if (rest.size() > 0) {
            hold(new Occupancy.Holding(holding.job(), rest, holding.start(), holding.end(), holding.reserved()));
        }
    }

    /// Registers a placement for a job that runs already, for instance after a restart.
    ///
    /// @throws GraphException if a vertex is not free at that time; the message names the first one
    public void adopt(Occupancy.Holding holding) {
        if (occupancy.isHolding(holding.job())) {
            throw new GraphException("job (%d) already holds resources".formatted(holding.job()));
        }
        if (holding.start() < 0 || holding.end() <= holding.start()) {
            throw new GraphException("job (%d): start (%d) must not be negative, and end (%d) must be after it"
                    .formatted(holding.job(), holding.start(), holding.end()));
        }
        Placement placement = holding.placement();
        for (int i = 0; i < placement.size(); i++) {
            if (!isFree(placement, i, holding.start(), holding.end())) {
                throw new GraphException("%s (vertex %d) is not free from %d to %d"
                        .formatted(
                                graph.path(placement.vertex(i)),
                                graph.uniqId(placement.vertex(i)),
                                holding.start(),
                                holding.end()));
            }
        }
        hold(holding);
        FilterWeights weights = matcher.filterWeights();
        if (weights != null) {
            weights.weighAdopted(holding.placement(), matcher::weighed);
        }
    }

    private boolean isFree(Placement placement, int i, long start, long end) {
        int vertex = placement.vertex(i);
        long free = occupancy.availability().free(vertex, start, end);
        if (graph.isDivisible(vertex)) {
            return free >= placement.amount(i);
        }
        return free == graph.size(vertex)
                && (!placement.isExclusive(i) || occupancy.availability().isUnused(vertex, start, end));
    }

    /// Adds the vertices that another graph has beyond this one, identified by path and rank.
    ///
    /// @return how many vertices are new
    /// @throws GraphException if a rank or path is in use or a parent is missing; the graph is unchanged then
    public int attach(ResourceGraph part) {
        Attachment attachment = new Attachment(graph, part);
        boolean wasTree = graph.isTree();
        int added = attachment.attach();
        if (wasTree && graph.isTree()) {
            attachment.tops().forEach(this::added);
        } else {
            buildAnew(occupancy.holdings());
        }
        return added;
    }

    /// Checks whether [#attach] will take the part once a vertex is removed with everything below it. Changes nothing.
    ///
    /// @throws GraphException if a rank or path is in use or a parent is missing
    public void checkReplacement(int vertex, ResourceGraph part) {
        BitSet leaving = new BitSet();
        graph.forEachBelow(vertex, leaving::set);
        new Attachment(graph, part, leaving).check();
    }

    /// Starts over on the changed graph. The indexes that follow a change step by step are made for trees; other
    /// graphs are rare and small.
    private void buildAnew(List<Occupancy.Holding> holdings) {
        Occupancy changed = new Occupancy(graph);
        changed.layout().replace(occupancy.layout());
        holdings.forEach(changed::force);
        matcher = matcher.anew(changed);
        occupancy = changed;
    }

    private void added(int top) {
        Layout layout = occupancy.layout();
        int parent = graph.parent(top);
        boolean wasLeaf = layout.inner(parent) == Layout.NOT_INNER;
        boolean isNewType = !layout.hasChildOfType(parent, graph.typeNumber(top));
        occupancy.added(top);
        matcher.added(top, wasLeaf || isNewType ? parent : top);
    }

    /// Removes a vertex and its subtree. Jobs lose the resources they held there.
    public void remove(int vertex) {
        if (vertex == graph.root()) {
            throw new GraphException("%s is the root, which cannot be removed".formatted(graph.path(vertex)));
        }
        if (!graph.isTree()) {
            BitSet gone = new BitSet();
            graph.forEachReachable(vertex, gone::set);
            List<Occupancy.Holding> left = without(gone);
            graph.remove(vertex);
            buildAnew(left);
            return;
        }
        int parent = graph.parent(vertex);
        int type = graph.typeNumber(vertex);
        occupancy.vacate(vertex);
        matcher.removing(vertex);
        occupancy.remove(vertex);
        matcher.removed(parent, !occupancy.layout().hasChildOfType(parent, type));
    }

    /// Removes a node with all that it contains, except what other vertices contain as well and has not the node's
    /// rank.
    public void removeNode(int node) {
        if (graph.isTree() || node == graph.root()) {
            remove(node);
            return;
        }
        BitSet gone = new BitSet();
        graph.forEachReachable(node, gone::set);
        boolean isStable = false;
        while (!isStable) {
            int before = gone.cardinality();
            for (int vertex : gone.stream().toArray()) {
                gone.set(
                        vertex, vertex == node || graph.rank(vertex) == graph.rank(node) || isOnlyWithin(vertex, gone));
            }
            isStable = gone.cardinality() == before;
        }
        List<Occupancy.Holding> left = without(gone);
        graph.discard(gone);
        buildAnew(left);
    }

    private boolean isOnlyWithin(int vertex, BitSet others) {
        for (int edge : graph.parentEdges(vertex)) {
            if (!others.get(graph.source(edge))) {
                return false;
            }
        }
        return true;
    }

    /// What jobs hold besides these vertices and what they got through them.
    private List<Occupancy.Holding> without(BitSet gone) {
        List<Occupancy.Holding> left = new ArrayList<>();
        for (Occupancy.Holding held : occupancy.holdings()) {
            Placement rest = PartialRelease.without(held.placement(), PartialRelease.within(held.placement(), gone));
            if (rest.size() > 0) {
                left.add(new Occupancy.Holding(held.job(), rest, held.start(), held.end(), held.reserved()));
            }
        }
        return left;
    }

    /// Resizes a vertex, whatever jobs hold of it. If a pool shrinks below what is held, nothing of it is free until
    /// enough is released; all other resources stay usable.
    public void resize(int vertex, long size) {
        if (!graph.isTree()) {
            graph.resize(vertex, size);
            buildAnew(occupancy.holdings());
            return;
        }
        occupancy.resize(vertex, size);
        matcher.resized(vertex);
    }

    /// Sets the status of a vertex. What it contains keeps its own, and is out of reach while the vertex is down.
    public void setDown(int vertex, boolean down) {
        graph.setDown(vertex, down);
    }

    /// Gives a node other labels; those that are not named are removed.
    public void relabel(int node, Map<String, String> labels) {
        for (String key : List.copyOf(graph.properties(node).keySet())) {
            if (!labels.containsKey(key)) {
                graph.removeProperty(node, key);
            }
        }
        labels.forEach((key, value) -> graph.setProperty(node, key, value));
    }

    private static long duration(Jobspec jobspec) {
        long seconds = jobspec.attributes().system().wholeSeconds();
        return seconds == 0 ? UNLIMITED_SECONDS : seconds;
    }

    /// A place exists only if it ends in time, or not at all.
    private Optional<Outcome.Placed> find(
            CompiledJobspec request, View view, long start, long duration, boolean reserved) {
        if (duration != Timelines.NEVER && start > Timelines.NEVER - duration) {
            return Optional.empty();
        }
        long end = duration == Timelines.NEVER ? Timelines.NEVER : start + duration;
        searches++;
        Optional<Placement> placement = matcher.match(request, view, start, end);
        return placement.isPresent()
                ? Optional.of(new Outcome.Placed(placement.get(), start, end, reserved))
                : Optional.empty();
    }
}

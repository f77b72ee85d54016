package dev.sluice.graph.model;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.Subsystems;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Matcher;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.match.View;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.graph.traverser.JobspecVariants;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A graph with what is taken of it, and the operations on both.
///
/// Growing, shrinking and resizing count everything anew, which takes as long as there are jobs; matches do
/// not.
public final class ResourceModel {

    /// How long a job without a duration holds its resources, in seconds: a hundred years, as flux-sched has
    /// it.
    public static final long UNLIMITED_SECONDS = 100L * 365 * 24 * 3600;

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final Matcher matcher;

    /// The copy of the graph that the last snapshot got; good for the next one if nothing has changed.
    private @Nullable ResourceGraph lastCopy;

    public ResourceModel(ResourceGraph graph, MatchPolicy policy) {
        this(graph, policy, Subsystems.CONTAINMENT);
    }

    /// @param subsystems those that a placement must have room in; the first gives the graph its tree
    public ResourceModel(ResourceGraph graph, MatchPolicy policy, Subsystems subsystems) {
        this.graph = graph;
        this.occupancy = new Occupancy(graph);
        this.matcher = new Matcher(graph, occupancy, policy, subsystems);
    }

    private ResourceModel(ResourceModel other, ResourceGraph graph) {
        this.graph = graph;
        this.occupancy = new Occupancy(other.occupancy, graph);
        this.matcher = other.matcher.onCopies(graph, occupancy);
    }

    /// The model as it stands, for others to read and to ask what would be, while this one goes on.
    public Snapshot snapshot() {
        occupancy.layout();
        boolean sameGraph = lastCopy != null
                && lastCopy.version() == graph.version()
                && lastCopy.stateVersion() == graph.stateVersion();
        ResourceGraph copy = sameGraph && lastCopy != null ? lastCopy : graph.copy();
        lastCopy = copy;
        return new Snapshot(new ResourceModel(this, copy));
    }

    /// A model of its own that shares the graph, which neither may change.
    ResourceModel fork() {
        return new ResourceModel(this, graph);
    }

    public ResourceGraph graph() {
        return graph;
    }

    public Occupancy occupancy() {
        return occupancy;
    }

    /// Nobody will ask of earlier moments, which makes what begins at this one cheaper to keep. Never goes back.
    public void advanceTo(long moment) {
        occupancy.advanceTo(moment);
    }

    /// Finds a place for the job and, if the operation says so, gives it to it.
    public Outcome match(MatchOperation operation, Jobspec jobspec, long job, long now) {
        return match(operation, prepare(jobspec), job, now);
    }

    /// Finds a place for the job and, if the operation says so, gives it to it.
    public Outcome match(MatchOperation operation, CompiledJobspec request, long job, long now) {
        if (operation == MatchOperation.SATISFIABILITY) {
            return isSatisfiable(request, false) ? new Outcome.Satisfiable() : new Outcome.Unsatisfiable();
        }
        Jobspec jobspec = request.jobspec();
        long duration = duration(jobspec);
        Optional<Outcome.Placed> placed = findAt(request, now, duration);
        if (placed.isEmpty() && operation.looksAhead()) {
            // Plans reach as far as a job without a duration does, and no further.
            placed = findAfter(request, now, duration).filter(later -> later.end() - now <= UNLIMITED_SECONDS);
        }
        if (placed.isEmpty()) {
            // flux-sched does not look further when there are too few nodes, and so does not call that unsatisfiable.
            if (operation.looksAhead() && leastNodes(jobspec.resources()) > graph.nodeCount()) {
                return new Outcome.Busy();
            }
            boolean asItStands = operation == MatchOperation.ALLOCATE_WITH_SATISFIABILITY;
            boolean asksWhetherEver = asItStands || operation.looksAhead();
            return asksWhetherEver && !isSatisfiable(request, asItStands)
                    ? new Outcome.Unsatisfiable()
                    : new Outcome.Busy();
        }
        if (operation.allocates()) {
            Outcome.Placed found = placed.get();
            hold(new Occupancy.Holding(job, found.placement(), found.start(), found.end(), found.reserved()));
        }
        return placed.get();
    }

    /// Matches the first variant that fits or, if the operation looks ahead, the first of those that start earliest.
    public Outcome match(MatchOperation operation, JobspecVariants jobspec, long job, long now) {
        return new VariantMatch(this, operation, job, now).of(jobspec.variants());
    }

    /// To be kept for as long as the job may be tried: making it ready costs more than a match.
    public CompiledJobspec prepare(Jobspec jobspec) {
        return new CompiledJobspec(jobspec);
    }

    /// A place from this very moment on, for so long; what a job holds beyond its time still counts as taken.
    public Optional<Outcome.Placed> findAt(CompiledJobspec request, long start, long duration) {
        return find(request, View.NOW, start, duration, false);
    }

    /// A place at the first moment from the earliest one on, if everybody gives back what they hold in time.
    ///
    /// Resources become free only when somebody gives them back, so no other moments need be tried; and of
    /// those, none at which there are too few cores in all.
    public Optional<Outcome.Placed> findFrom(CompiledJobspec request, long earliest, long duration) {
        Optional<Outcome.Placed> placed = find(request, View.PLANNED, earliest, duration, true);
        return placed.isPresent() ? placed : findAfter(request, earliest, duration);
    }

    private Optional<Outcome.Placed> findAfter(CompiledJobspec request, long moment, long duration) {
        for (long next = occupancy.nextEndAfter(moment); next != Timelines.NEVER; ) {
            long start = matcher.firstChance(request, next, duration);
            if (start == Timelines.NEVER) {
                return Optional.empty();
            }
            Optional<Outcome.Placed> placed = find(request, View.PLANNED, start, duration, true);
            if (placed.isPresent()) {
                return placed;
            }
            next = occupancy.nextEndAfter(start);
        }
        return Optional.empty();
    }

    /// Whether the request's constraint, if it has one, lets it use a node.
    public boolean admits(CompiledJobspec request, int node) {
        return matcher.admits(request, node);
    }

    /// Whether there would be a place on the empty machine, with all that is down up again.
    public boolean isSatisfiable(CompiledJobspec request) {
        return isSatisfiable(request, false);
    }

    /// Gives a job what was found for it; nobody has taken anything since.
    public void hold(Occupancy.Holding holding) {
        occupancy.hold(holding);
        if (!holding.reserved()) {
            matcher.noteUse(holding.placement(), true);
        }
    }

    private static long leastNodes(List<ResourceRequest> requests) {
        long nodes = 0;
        for (ResourceRequest request : requests) {
            long each = leastNodes(request.with()) + (request.type().equals(VertexKind.NODE) ? 1 : 0);
            long all = each == 0 ? 0 : Math.min(request.count().min(), Integer.MAX_VALUE) * each;
            // More than any machine has, and far from overflowing when multiplied again.
            nodes = Math.min(nodes + all, Integer.MAX_VALUE);
        }
        return nodes;
    }

    /// Whether the job held anything.
    public boolean cancel(long job) {
        Optional<Occupancy.Holding> holding = occupancy.holding(job);
        if (holding.isPresent() && !holding.get().reserved()) {
            matcher.noteUse(holding.get().placement(), false);
        }
        return occupancy.release(job);
    }

    /// The job holds what it has until another moment, earlier or later; whether that fits is not asked.
    public void setEnd(long job, long end) {
        occupancy.setEnd(job, end);
    }

    /// Gives back a part of what a job holds; the rest, if there is any, goes on as before.
    public void reduce(Occupancy.Holding holding, Placement rest) {
        cancel(holding.job());
        if (rest.size() > 0) {
            hold(new Occupancy.Holding(holding.job(), rest, holding.start(), holding.end(), holding.reserved()));
        }
    }

    /// Gives a job what it is said to have, for instance because it ran before a restart; refuses what is not
    /// free then.
    ///
    /// @throws GraphException names the first vertex that another job has at that time
    public void adopt(Occupancy.Holding holding) {
        if (occupancy.holding(holding.job()).isPresent()) {
            throw new GraphException("job %d holds something already".formatted(holding.job()));
        }
        if (holding.start() < 0 || holding.end() <= holding.start()) {
            throw new GraphException("job %d cannot hold something from %d to %d"
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
    }

    private boolean isFree(Placement placement, int i, long start, long end) {
        int vertex = placement.vertex(i);
        long free = occupancy.free(vertex, start, end);
        if (graph.isDivisible(vertex)) {
            return free >= placement.amount(i);
        }
        return free == graph.size(vertex) && (!placement.isExclusive(i) || occupancy.isUnused(vertex, start, end));
    }

    /// Adds to the graph what another one has beyond it, known by path and rank.
    ///
    /// @return how many vertices are new
    /// @throws GraphException if a rank or a path is taken, or something hangs from nothing; nothing has
    ///     changed
    public int attach(ResourceGraph part) {
        int added = new Growth(graph, part).attach();
        recount();
        return added;
    }

    /// Takes a vertex and all below it out of the graph; jobs lose what they had of it.
    public void remove(int vertex) {
        if (vertex == graph.root()) {
            throw new GraphException("%s is the root, which cannot be removed".formatted(graph.path(vertex)));
        }
        BitSet gone = new BitSet();
        graph.forEachBelow(vertex, gone::set);
        for (Occupancy.Holding holding : occupancy.holdings()) {
            Placement rest = PartialRelease.without(holding.placement(), gone);
            if (rest.size() < holding.placement().size()) {
                reduce(holding, rest);
            }
        }
        graph.remove(vertex);
        recount();
    }

    /// Gives a vertex another size, if no more of it is held at any time.
    public void resize(int vertex, long size) {
        long held = graph.size(vertex) - occupancy.free(vertex, 0, Long.MAX_VALUE / 2);
        if (size < held) {
            throw new GraphException(
                    "%s cannot shrink to %d: jobs hold %d of it".formatted(graph.path(vertex), size, held));
        }
        graph.resize(vertex, size);
        recount();
    }

    /// Whoever asks what is free next is to see the graph as it is now.
    private void recount() {
        occupancy.layout();
    }

    /// Marks a vertex and all below it.
    public void setDown(int vertex, boolean down) {
        graph.forEachBelow(vertex, below -> graph.setDown(below, down));
    }

    /// @param asItStands whether what is down counts as missing
    private boolean isSatisfiable(CompiledJobspec request, boolean asItStands) {
        return matcher.match(request, asItStands ? View.EMPTY : View.EMPTY_AND_UP, 0, 1)
                .isPresent();
    }

    private static long duration(Jobspec jobspec) {
        long seconds = jobspec.attributes().system().wholeSeconds();
        return seconds == 0 ? UNLIMITED_SECONDS : seconds;
    }

    private Optional<Outcome.Placed> find(
            CompiledJobspec request, View view, long start, long duration, boolean reserved) {
        long end = start + duration;
        Optional<Placement> placement = matcher.match(request, view, start, end);
        return placement.isPresent()
                ? Optional.of(new Outcome.Placed(placement.get(), start, end, reserved))
                : Optional.empty();
    }
}

package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.Subsystems;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.graph.port.HostPorts;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.pod.Taint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the vertices that satisfy a jobspec.
///
/// The result is defined by a depth-first traversal of the whole graph that chooses the best candidates at each
/// level, as the reference matcher of the tests does. The cost of a match should depend on the request and not on
/// the machine, so three faster searches give the same result:
///
/// - A request for vertices of one type, such as nodes: a [Ranking] lists them in the policy's order, which follows
///   from the graph, and finds the next one that may have enough.
/// - A request that begins with a slot: a [SlotBoard] finds the vertex from whose children the best slot can be
///   packed.
/// - The `first` policies, which take the first sufficient candidates: [Freshness] keeps the children of a vertex
///   in their order.
///
/// All other requests traverse the graph from the root.
///
/// Vertices are allocated whole: a request for 5 GB from memory banks of 2 GB takes three of them. Pools are
/// shared.
public final class Matcher {
    /// The number of boards kept, the least recently used one dropped first. The size of a board is proportional to
    /// its holders.
    private static final int BOARDS_MAX = 32;

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final MatchPolicy policy;
    private final Subsystems subsystems;
    private final Freshness freshness;
    private final PolicyOrder order;
    private final ChangeLog changes = new ChangeLog();
    private final int nodeType;
    private final EarliestStart earliestStart;
    private final Admissions admissions;
    private final HostPorts ports;
    private final GangMatch gangs;
    private Walk walk;
    private long structure = -1;

    private final Rankings rankings;
    private final Map<List<ResourceRequest>, SlotBoard> boards = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<ResourceRequest>, SlotBoard> eldest) {
            return size() > BOARDS_MAX;
        }
    };

    public Matcher(ResourceGraph graph, Occupancy occupancy, MatchPolicy policy) {
        this(graph, occupancy, policy, Subsystems.CONTAINMENT);
    }

    /// @param subsystems the subsystems in which a placement must be available
    public Matcher(ResourceGraph graph, Occupancy occupancy, MatchPolicy policy, Subsystems subsystems) {
        this.graph = graph;
        this.subsystems = subsystems;
        this.occupancy = occupancy;
        this.policy = policy;
        this.freshness = new Freshness(graph, occupancy);
        this.order = new PolicyOrder(graph, occupancy, policy);
        this.rankings = new Rankings(graph, occupancy, order, changes);
        this.nodeType = graph.typeNumber(VertexKind.NODE);
        this.earliestStart = new EarliestStart(graph, occupancy);
        this.admissions = new Admissions(graph);
        this.ports = new HostPorts(graph, occupancy);
        this.gangs = new GangMatch(graph, occupancy, policy, ports);
        this.walk = new Walk(graph, occupancy, policy, subsystems, order, freshness, rankings);
        occupancy.watch((vertex, exclusively) -> {
            changes.add(vertex, exclusively);
            freshness.changed(vertex);
        });
    }

    /// Copies the matcher's state to a copy of the graph and its occupancy.
    public Matcher onCopies(ResourceGraph graphCopy, Occupancy occupancyCopy) {
        Matcher copy = new Matcher(graphCopy, occupancyCopy, policy, subsystems);
        copy.freshness.takeOver(freshness);
        copy.ports.takeOver(ports);
        return copy;
    }

    /// Whether the jobspec's constraint and tolerations admit a vertex.
    public boolean admits(CompiledJobspec request, int vertex) {
        request.readyFor(graph, occupancy.layout(), admissions);
        return request.admission().eligibility().admits(vertex);
    }

    /// The taint for which a node is refused, if the jobspec's constraint matches it.
    public Optional<Taint> onlyObstacle(CompiledJobspec request, int node) {
        request.readyFor(graph, occupancy.layout(), admissions);
        return request.admission().onlyObstacle(node);
    }

    /// The ports of nodes that are held.
    public HostPorts ports() {
        return ports;
    }

    /// Notes that a placement was allocated or released.
    public void noteUse(Placement placement, boolean held) {
        if (policy.stopsEarly()) {
            freshness.use(placement, held ? 1 : -1);
        }
    }

    public Optional<Placement> match(Jobspec jobspec, View view, long start, long end) {
        return match(new CompiledJobspec(jobspec), view, start, end);
    }

    /// Finds the best placement for the whole window according to the policy.
    public Optional<Placement> match(CompiledJobspec request, View view, long start, long end) {
        refresh();
        request.readyFor(graph, occupancy.layout(), admissions);
        Admission admission = request.admission();
        if (admission.hasUnwelcome()) {
            Optional<Placement> welcome = matchAmong(request, view, start, end, admission.welcoming());
            if (welcome.isPresent()) {
                return welcome;
            }
        }
        return matchAmong(request, view, start, end, admission.eligibility());
    }

    private Optional<Placement> matchAmong(
            CompiledJobspec request, View view, long start, long end, Eligibility eligibility) {
        GangRequest gang = request.gang();
        if (gang == null) {
            return matchWithin(request, view, start, end, eligibility, null);
        }
        if (!hasEnough(request, view, start, end)) {
            return Optional.empty();
        }
        return gangs.match(request, gang, view, start, end, eligibility, (wanted, within, selection) -> {
            wanted.readyFor(graph, occupancy.layout(), admissions);
            return matchWithin(wanted, view, start, end, within, selection);
        });
    }

    private Optional<Placement> matchWithin(
            CompiledJobspec request,
            View view,
            long start,
            long end,
            Eligibility eligibility,
            @Nullable GangSelection selection) {
        walk.begin(view, start, end, eligibility, selection);
        if (graph.root() == ResourceGraph.NO_VERTEX || !hasEnough(request, view, start, end) || !search(request)) {
            return Optional.empty();
        }
        Placement placement = walk.placement(request.lastPlacement);
        request.lastPlacement = placement;
        if (view.seesHoldings() && policy.stopsEarly()) {
            freshness.touch(placement);
        }
        return Optional.of(placement);
    }

    /// A lower bound of the start time: the first moment from `earliest` on at which the request may fit for the
    /// duration, if all jobs end in time.
    ///
    /// @return [Timelines#NEVER] if there is none at all
    public long firstChance(CompiledJobspec request, long earliest, long duration) {
        refresh();
        long moment = earliest;
        while (moment != Timelines.NEVER) {
            long later = occupancy.firstWithCores(graph.root(), moment, duration, coresNeeded(request));
            if (later != Timelines.NEVER) {
                later = firstForVertices(request, later, duration);
            }
            if (later == moment) {
                return moment;
            }
            moment = later;
        }
        return Timelines.NEVER;
    }

    private long firstForVertices(CompiledJobspec request, long earliest, long duration) {
        CompiledResource[] wanted = request.wanted();
        if (wanted.length != 1) {
            return earliest;
        }
        CompiledResource top = wanted[0];
        if (!top.isSlot) {
            long moment = firstFor(request, top, top.count.min(), isTakenWhole(top), earliest, duration);
            return moment == Timelines.NEVER ? moment : firstForSlotsIn(top, moment, duration);
        }
        // Everything in a slot is exclusive, and all slots together need this many of each part.
        long moment = earliest;
        for (CompiledResource part : top.with) {
            if (moment != Timelines.NEVER && countsSingly(part.type)) {
                long count =
                        Math.min(top.count.min(), Integer.MAX_VALUE) * Math.min(part.count.min(), Integer.MAX_VALUE);
                moment = firstFor(request, part, count, true, moment, duration);
            }
        }
        int core = occupancy.coreType();
        long cores = core == Layout.NOT_COUNTED ? 0 : top.need(core, occupancy.layout());
        if (moment != Timelines.NEVER
                && cores > 0
                && !top.isOrSlot
                && boardOf(request).hasMany()) {
            // At least one holder must have enough cores for a slot.
            moment = earliestStart.first(boardOf(request).groups(), Eligibility.ALL, 1, cores, false, moment, duration);
        }
        return moment;
    }

    /// Each requested vertex needs a descendant that can hold a whole slot; enough cores spread over several do not
    /// suffice.
    private long firstForSlotsIn(CompiledResource top, long earliest, long duration) {
        int core = occupancy.coreType();
        if (top.with.length != 1 || !top.with[0].isSlot || top.with[0].isOrSlot || core == Layout.NOT_COUNTED) {
            return earliest;
        }
        Layout layout = occupancy.layout();
        long cores = top.with[0].need(core, layout);
        int holder = onlyHolderOf(top.with[0], layout);
        return cores == 0 || holder < 0 || !countsSingly(holder)
                ? earliest
                : earliestStart.first(
                        rankings.ofType(holder).groups(),
                        Eligibility.ALL,
                        top.count.min(),
                        cores,
                        false,
                        earliest,
                        duration);
    }

    /// The only vertex type with children of all the slot's types, or -1 if there are several.
    private static int onlyHolderOf(CompiledResource slot, Layout layout) {
        int holder = -1;
        for (int type = 0; type < layout.typeCount(); type++) {
            boolean holds = true;
            for (CompiledResource part : slot.with) {
                holds &= layout.mayContain(type, part.type);
            }
            if (holds && holder >= 0) {
                return -1;
            }
            holder = holds ? type : holder;
        }
        return holder;
    }

    private long firstFor(
            CompiledJobspec request, CompiledResource wanted, long count, boolean whole, long earliest, long duration) {
        if (wanted.type < 0 || !countsSingly(wanted.type)) {
            return earliest;
        }
        int core = occupancy.coreType();
        long cores = core == Layout.NOT_COUNTED ? 0 : wanted.need(core, occupancy.layout());
        if (cores == 0 && !whole) {
            return earliest;
        }
        return earliestStart.first(
                rankings.ofType(wanted.type).groups(),
                request.admission().eligibility(),
                count,
                cores,
                whole,
                earliest,
                duration);
    }

    private boolean isTakenWhole(CompiledResource wanted) {
        return wanted.isExclusive || (policy.nodeExclusive() && wanted.type == nodeType);
    }

    /// Whether vertices of the type have children and size one, so that each counts as one.
    private boolean countsSingly(int type) {
        return type >= 0
                && occupancy.layout().largest(type) == 1
                && occupancy.layout().isInnerType(type);
    }

    /// The least number of cores that the whole request needs.
    private long coresNeeded(CompiledJobspec request) {
        request.readyFor(graph, occupancy.layout(), admissions);
        return occupancy.coreType() == Layout.NOT_COUNTED ? 0 : request.needs(occupancy.coreType());
    }

    /// Whether the machine as a whole may have enough.
    private boolean hasEnough(CompiledJobspec request, View view, long start, long end) {
        int root = graph.root();
        Layout layout = occupancy.layout();
        if (layout.inner(root) == Layout.NOT_INNER) {
            return true;
        }
        if (view == View.PLANNED) {
            long cores = coresNeeded(request);
            return cores == 0 || occupancy.freeCores(root, start, end) >= cores;
        }
        for (int counted = 0; counted < layout.countedCount() && walk.outlook().knowsStock(); counted++) {
            long inStock = view.seesHoldings() ? occupancy.stock().free(root, counted) : layout.total(root, counted);
            if (request.needs(counted) > inStock) {
                return false;
            }
        }
        return true;
    }

    private boolean search(CompiledJobspec request) {
        CompiledResource[] wanted = request.wanted();
        if (policy.stopsEarly() || !order.isFixed() || wanted.length != 1) {
            return walk.fromRoot(wanted);
        }
        if (wanted[0].isSlot) {
            return wanted[0].isOrSlot ? walk.fromRoot(wanted) : searchOnBoard(request);
        }
        int type = wanted[0].type;
        return type == graph.typeNumber(graph.root()) ? walk.fromRoot(wanted) : searchInOrder(wanted);
    }

    /// Equivalent to [Walk#fromRoot] for a request that omits all levels above one vertex type.
    private boolean searchInOrder(CompiledResource[] wanted) {
        int type = wanted[0].type;
        if (type < 0) {
            return false;
        }
        Ranking ranking = rankings.ofType(type);
        walk.outlook().seek(ranking, wanted[0], isTakenWhole(wanted[0]));
        Pile[] found = walk.piles(0, 1);
        for (int place = ranking.next(0);
                place >= 0 && found[0].total() < wanted[0].most;
                place = ranking.next(place + 1)) {
            walk.visitReachable(ranking.vertex(place), wanted, found);
        }
        return found[0].size() > 0 && walk.finish(wanted, found, walk.isRootExclusive(wanted), false);
    }

    /// Equivalent to [Walk#fromRoot] for a request of one slot.
    private boolean searchOnBoard(CompiledJobspec request) {
        CompiledResource[] wanted = request.wanted();
        Pile[] found = walk.piles(0, 1);
        boardOf(request).search(walk, wanted, found[0]);
        return found[0].size() > 0 && walk.finish(wanted, found, walk.isRootExclusive(wanted), false);
    }

    @SuppressWarnings("ReferenceEquality") // this matcher, not an equal one
    private SlotBoard boardOf(CompiledJobspec request) {
        SlotBoard known = request.board;
        if (known == null || request.boardOwner != this) {
            known = boards.computeIfAbsent(
                    request.jobspec().resources().getFirst().with(),
                    _ -> new SlotBoard(
                            occupancy,
                            policy,
                            changes,
                            request.wanted(),
                            SlotBoard.holders(graph, walk, request.wanted())));
            request.board = known;
            request.boardOwner = this;
        }
        return known;
    }

    private void refresh() {
        long version =
                graph.version() + (policy.preference() == MatchPolicy.Preference.CLASS ? graph.stateVersion() : 0);
        if (structure != version) {
            structure = version;
            rankings.forget();
            boards.clear();
            walk = new Walk(graph, occupancy, policy, subsystems, order, freshness, rankings);
        }
    }
}

package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.Subsystems;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds a part of the graph that satisfies a request.
///
/// What is found is defined by one walk over all of the machine that chooses the best at each level; the tests'
/// reference does just that. A match should cost what it takes, not what exists, so there are three ways that
/// give the same answer and look at less:
///
/// - A request for vertices of one type, such as nodes, prefers them in an order that follows from the graph: a
///   [Ranking] of all of them leads to the next one that may have enough.
/// - A request that begins with a slot prefers whoever can pack the best one: a [SlotBoard] for its shape tells.
/// - The `first` policies take what they come across, the freshest first: [Freshness] keeps many children in that
/// order.
///
/// Whatever else is asked for is looked for from the root down.
///
/// Whole vertices are given away: a request for 5 GB from banks of 2 GB takes three of them. Pools are shared.
public final class Matcher {
    /// Boards kept, the latest used: each costs as much as there are holders.
    private static final int BOARDS_MAX = 32;

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final MatchPolicy policy;
    private final Subsystems subsystems;
    private final Freshness freshness;
    private final PolicyOrder order;
    private final ChangeLog changes = new ChangeLog();
    private final int nodeType;
    private final Horizon horizon;
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

    /// @param subsystems those that a placement must have room in
    public Matcher(ResourceGraph graph, Occupancy occupancy, MatchPolicy policy, Subsystems subsystems) {
        this.graph = graph;
        this.subsystems = subsystems;
        this.occupancy = occupancy;
        this.policy = policy;
        this.freshness = new Freshness(graph, occupancy);
        this.order = new PolicyOrder(graph, occupancy, policy);
        this.rankings = new Rankings(graph, occupancy, order, changes);
        this.nodeType = graph.typeNumber(VertexKind.NODE);
        this.horizon = new Horizon(graph, occupancy);
        this.walk = new Walk(graph, occupancy, policy, subsystems, order, freshness, rankings);
        occupancy.watch((vertex, exclusively) -> {
            changes.add(vertex, exclusively);
            freshness.changed(vertex);
        });
    }

    /// A matcher that would go on as this one, on copies of the graph and of what is held.
    public Matcher onCopies(ResourceGraph graphCopy, Occupancy occupancyCopy) {
        Matcher copy = new Matcher(graphCopy, occupancyCopy, policy, subsystems);
        copy.freshness.takeOver(freshness);
        return copy;
    }

    /// Whether the request's constraint lets it use a vertex.
    public boolean admits(CompiledJobspec request, int vertex) {
        request.readyFor(graph, occupancy.layout());
        return request.eligibility().admits(vertex);
    }

    /// Tells the matcher that a placement it found is held from now on, or no longer.
    public void noteUse(Placement placement, boolean held) {
        if (policy.stopsEarly()) {
            freshness.use(placement, held ? 1 : -1);
        }
    }

    public Optional<Placement> match(Jobspec jobspec, View view, long start, long end) {
        return match(new CompiledJobspec(jobspec), view, start, end);
    }

    /// Finds the best place for the whole window of time, as the policy has it.
    public Optional<Placement> match(CompiledJobspec request, View view, long start, long end) {
        refresh();
        Layout layout = occupancy.layout();
        request.readyFor(graph, layout);
        walk.begin(view, start, end, request.eligibility());
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

    /// The first moment from the earliest one on at which the request may find a place for so long, as
    /// everything is planned; before it there is none.
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
        // Everything in a slot is taken whole, and all slots together need so many of each part.
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
            // At least one holder must have enough for a slot.
            moment = horizon.first(boardOf(request).groups(), Eligibility.ALL, 1, cores, false, moment, duration);
        }
        return moment;
    }

    /// Each of the wanted vertices must have somebody who can pack a slot, which takes more than cores here and
    /// there.
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
                : horizon.first(
                        rankings.ofType(holder).groups(),
                        Eligibility.ALL,
                        top.count.min(),
                        cores,
                        false,
                        earliest,
                        duration);
    }

    /// The only type of vertex that can have all parts of a slot as children, or -1 if there are several.
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
        return horizon.first(
                rankings.ofType(wanted.type).groups(), request.eligibility(), count, cores, whole, earliest, duration);
    }

    private boolean isTakenWhole(CompiledResource wanted) {
        return wanted.isExclusive || (policy.nodeExclusive() && wanted.type == nodeType);
    }

    /// Whether vertices of the type are inner ones of size one, so that each counts for one.
    private boolean countsSingly(int type) {
        return type >= 0
                && occupancy.layout().largest(type) == 1
                && occupancy.layout().isInnerType(type);
    }

    /// The cores that the whole request needs at least.
    private long coresNeeded(CompiledJobspec request) {
        request.readyFor(graph, occupancy.layout());
        return occupancy.coreType() == Layout.NOT_COUNTED ? 0 : request.needs(occupancy.coreType());
    }

    /// Whether the machine as a whole can have enough.
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

    /// Equivalent to [Walk#fromRoot] for a request that leaves out all levels above one type of vertex.
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

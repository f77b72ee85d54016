package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.Subsystems;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Availability;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.graph.port.HostPorts;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.pod.Taint;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the vertices that satisfy a jobspec.
///
/// The result is defined by a depth-first traversal of the whole graph that chooses the best candidates at each level
/// ([Walk]), as the reference matcher of the tests does. The cost of a match should depend on the request and not on
/// the machine, so three faster searches give the same result:
///
/// - A request for vertices of one type, such as nodes: a [Ranking] lists them in the policy's order, which follows
///   from the graph, and finds the next one that may have enough.
/// - A request that begins with a slot: a [SlotBoard] finds the vertex from whose children the best slot can be
///   packed.
/// - The `first` policies, which take the first sufficient candidates: [Freshness] keeps the children of a vertex
///   in their order.
///
/// With n vertices to choose from and k taken, each costs O(k log n), the changes since its last use, and the
/// candidates that an index proposes in vain.
///
/// All other requests traverse the graph from the root, and so does every request on a graph that is not a tree.
///
/// For example, 64 nodes of 10,000 by the policy `lonode`: the ranking gives node0, node1, … without those whose stock
/// is too small; the walk visits each of these 64 and its children, and nothing else.
///
/// Invariants:
/// - An index only says where not to look: its numbers are never less than what is free. What it finds is visited by
///   the walk, which alone decides.
/// - An index follows the machine by the [ChangeLog] when it is next used. Vertices that are removed leave at once.
/// - A match changes nothing but caches, so that how often is searched changes no result.
///
/// Vertices are allocated whole: a request for 5 GB from memory banks of 2 GB takes three of them. Pools are shared.
public final class Matcher {
    /// The places of all boards together, the least recently used board dropped first: 64 MiB of scores. That is a
    /// thousand shapes on a cluster of a few thousand nodes.
    private static final long BOARD_PLACES_MAX = 1 << 22;

    /// What a board without any place takes of memory, in places: the request that it is for.
    private static final int BOARD_PLACES_MIN = 64;

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final Availability availability;
    private final MatchPolicy policy;
    private final Subsystems subsystems;
    private final Freshness freshness;
    private final PolicyOrder order;
    private final ChangeLog changes = new ChangeLog();
    private int nodeType;
    private final EarliestStart earliestStart;
    private final ResolvedRequests requests;
    private final HostPorts ports;
    private final GangMatch gangs;
    private Walk walk;

    /// Finds the bounds of the boards.
    private Walk estimator;

    /// The number of types and counted types that rankings and boards know.
    private int types;

    /// Of the properties that the order of vertices depends on.
    private long knownState;

    private final Rankings rankings;
    private final Map<List<ResourceRequest>, SlotBoard> boards = new LinkedHashMap<>(16, 0.75f, true);
    private long boardPlaces;

    /// By the types inside a slot.
    private final Map<List<Integer>, SlotHolders> holders = new HashMap<>();

    private final SlotSearch slotSearch;

    public Matcher(ResourceGraph graph, Occupancy occupancy, MatchPolicy policy) {
        this(graph, occupancy, policy, Subsystems.CONTAINMENT);
    }

    /// @param subsystems the subsystems in which a placement must be available
    public Matcher(ResourceGraph graph, Occupancy occupancy, MatchPolicy policy, Subsystems subsystems) {
        this.graph = graph;
        this.subsystems = subsystems;
        this.occupancy = occupancy;
        this.availability = occupancy.availability();
        this.policy = policy;
        this.freshness = new Freshness(graph, occupancy);
        this.order = new PolicyOrder(graph, occupancy, policy);
        this.rankings = new Rankings(graph, occupancy, order, changes);
        this.nodeType = graph.typeNumber(VertexKind.NODE);
        this.types = occupancy.layout().countedCount() + occupancy.layout().typeCount();
        this.knownState = graph.stateVersion();
        this.earliestStart = new EarliestStart(graph, availability);
        this.requests = new ResolvedRequests(graph, occupancy);
        this.ports = new HostPorts(graph, occupancy);
        this.gangs = new GangMatch(graph, availability, policy, ports);
        this.slotSearch = new SlotSearch(policy);
        this.walk = newWalk(false);
        this.estimator = newWalk(true);
        occupancy.watch(new Occupancy.Watcher() {
            @Override
            public void changed(int vertex, boolean exclusively) {
                changes.add(vertex, exclusively);
                freshness.changed(vertex);
            }

            @Override
            public void allocated(Placement placement) {
                if (policy.stopsEarly()) {
                    freshness.use(placement, 1);
                }
            }

            @Override
            public void released(Placement placement) {
                if (policy.stopsEarly()) {
                    freshness.use(placement, -1);
                }
            }
        });
    }

    private Walk newWalk(boolean estimates) {
        MatchWindow window = new MatchWindow(graph, availability, policy, subsystems);
        return new Walk(graph, availability, policy, order, freshness, rankings, window, estimates);
    }

    /// Copies the matcher's state to a copy of the graph and its occupancy.
    public Matcher onCopies(ResourceGraph graphCopy, Occupancy occupancyCopy) {
        Matcher copy = new Matcher(graphCopy, occupancyCopy, policy, subsystems);
        copy.freshness.takeOver(freshness);
        copy.ports.takeOver(ports);
        return copy;
    }

    /// A matcher for the same graph after it has changed.
    public Matcher anew(Occupancy changed) {
        Matcher other = new Matcher(graph, changed, policy, subsystems);
        other.freshness.takeOverByVertex(freshness);
        other.ports.takeOver(ports);
        return other;
    }

    /// Whether the jobspec's constraint and tolerations admit a vertex.
    public boolean admits(CompiledJobspec request, int vertex) {
        return requests.of(request).admission().eligibility().admits(vertex);
    }

    /// The taint for which a node is refused, if the jobspec's constraint matches it.
    public Optional<Taint> onlyObstacle(CompiledJobspec request, int node) {
        return requests.of(request).admission().onlyObstacle(node);
    }

    /// Orders the children of a vertex for the `first` policies as flux-sched does.
    public void weighBy(FilterWeights weights) {
        freshness.weighBy(weights);
    }

    /// The weights that the model keeps up to date, or null.
    public @Nullable FilterWeights filterWeights() {
        return freshness.filterWeights();
    }

    /// Follows a changed weight.
    public void weighed(int vertex) {
        freshness.changed(vertex);
    }

    /// The ports of nodes that are held.
    public HostPorts ports() {
        return ports;
    }

    public Optional<Placement> match(Jobspec jobspec, View view, long start, long end) {
        return match(new CompiledJobspec(jobspec), view, start, end);
    }

    /// Finds the best placement for the whole window according to the policy.
    public Optional<Placement> match(CompiledJobspec jobspec, View view, long start, long end) {
        catchUpWithProperties();
        ResolvedRequest request = requests.of(jobspec);
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
            ResolvedRequest request, View view, long start, long end, Eligibility eligibility) {
        GangRequest gang = request.source().gang();
        if (gang == null) {
            return matchWithin(request, view, start, end, eligibility, null);
        }
        if (!hasEnough(request, view, start, end)) {
            return Optional.empty();
        }
        return gangs.match(
                request,
                gang,
                view,
                start,
                end,
                eligibility,
                (wanted, within, selection) -> matchWithin(requests.of(wanted), view, start, end, within, selection));
    }

    private Optional<Placement> matchWithin(
            ResolvedRequest request,
            View view,
            long start,
            long end,
            Eligibility eligibility,
            @Nullable GangSelection selection) {
        walk.begin(view, start, end, eligibility, selection);
        if (graph.root() == ResourceGraph.NO_VERTEX || !hasEnough(request, view, start, end) || !searchAll(request)) {
            return Optional.empty();
        }
        Placement placement = walk.placement(request.lastPlacement());
        request.setLastPlacement(placement);
        return Optional.of(placement);
    }

    /// Whether the request may fit at any time: false only if it does not fit when all has ended that has an end.
    /// Nothing may be reserved without an end.
    public boolean mayEverFit(CompiledJobspec jobspec) {
        catchUpWithProperties();
        if (!graph.isTree()) {
            return true;
        }
        ResolvedRequest request = requests.of(jobspec);
        planTypesOf(request);
        for (RequestPart part : request.parts()) {
            if (!mayEverFit(request, part)) {
                return false;
            }
        }
        return true;
    }

    private boolean mayEverFit(ResolvedRequest request, RequestPart part) {
        CompiledResource top = part.wanted()[0];
        if (part.wanted().length != 1
                || top.isOrSlot
                || !isOnNodes(top)
                || !walk.window().needsPlanned(top)) {
            return true;
        }
        long count = top.count.min();
        if (top.isSlot) {
            return boardOf(part).holders().lasting().hasRoom(top, count, true, Eligibility.ALL);
        }
        return !countsSingly(top.type)
                || rankings.ofType(top.type)
                        .lasting()
                        .hasRoom(top, count, false, request.admission().eligibility());
    }

    /// Whether nodes are asked for, or slots of what nodes contain. A rack may have less in sum than one of its nodes
    /// has, if another one is over-committed. A machine of counted processors has no nodes.
    private boolean isOnNodes(CompiledResource top) {
        if (nodeType < 0) {
            return true;
        }
        if (!top.isSlot) {
            return top.type == nodeType;
        }
        for (CompiledResource inside : top.with) {
            if (!occupancy.layout().mayContain(nodeType, inside.type)) {
                return false;
            }
        }
        return true;
    }

    /// A lower bound of the start time: the first moment from `earliest` on at which the request may fit for the
    /// duration, if all jobs end in time.
    ///
    /// @return [Timelines#NEVER] if there is none at all
    public long firstChance(CompiledJobspec jobspec, long earliest, long duration) {
        catchUpWithProperties();
        ResolvedRequest request = requests.of(jobspec);
        if (!graph.isTree()) {
            return earliest;
        }
        planTypesOf(request);
        long moment = earliest;
        while (moment != Timelines.NEVER) {
            long later = firstOnMachine(request, moment, duration);
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

    /// The first moment at which the machine as a whole may have enough of each type.
    private long firstOnMachine(ResolvedRequest request, long earliest, long duration) {
        long moment = earliest;
        for (int counted = 0; counted < occupancy.layout().countedCount() && moment != Timelines.NEVER; counted++) {
            if (request.needs(counted) > 0 && availability.isPlanned(counted)) {
                moment = availability.firstWith(counted, graph.root(), moment, duration, request.needs(counted));
            }
        }
        return moment;
    }

    /// Starts to plan the types that a request asks for, and the pools that it needs.
    private void planTypesOf(ResolvedRequest request) {
        Layout layout = occupancy.layout();
        for (int counted = 0; counted < layout.countedCount() && graph.isTree(); counted++) {
            if (request.needs(counted) > 0
                    && !availability.isPlanned(counted)
                    && (request.asksFor(counted) || layout.isPoolCounted(counted))) {
                occupancy.plan(counted);
            }
        }
    }

    private long firstForVertices(ResolvedRequest request, long earliest, long duration) {
        long moment = earliest;
        for (RequestPart part : request.parts()) {
            moment = moment == Timelines.NEVER ? moment : firstForPart(request, part, moment, duration);
        }
        return moment;
    }

    private long firstForPart(ResolvedRequest request, RequestPart part, long earliest, long duration) {
        CompiledResource[] wanted = part.wanted();
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
        for (CompiledResource inside : top.with) {
            if (moment != Timelines.NEVER && countsSingly(inside.type)) {
                long count =
                        Math.min(top.count.min(), Integer.MAX_VALUE) * Math.min(inside.count.min(), Integer.MAX_VALUE);
                moment = firstFor(request, inside, count, true, moment, duration);
            }
        }
        if (moment != Timelines.NEVER
                && walk.window().needsPlanned(top)
                && !top.isOrSlot
                && boardOf(part).holders().hasMany()) {
            // At least one holder must have enough for a slot.
            Groups groups = boardOf(part).holders().groups(top);
            moment = earliestStart.first(groups, Eligibility.ALL, 1, top, false, moment, duration);
        }
        return moment;
    }

    /// Each requested vertex needs a descendant that can hold a whole slot; enough spread over several does not
    /// suffice.
    private long firstForSlotsIn(CompiledResource top, long earliest, long duration) {
        if (top.with.length != 1 || !top.with[0].isSlot || top.with[0].isOrSlot) {
            return earliest;
        }
        CompiledResource slot = top.with[0];
        int holder = onlyHolderOf(slot, occupancy.layout());
        return !walk.window().needsPlanned(slot) || holder < 0 || !countsSingly(holder)
                ? earliest
                : earliestStart.first(
                        rankings.ofType(holder).groups(slot),
                        Eligibility.ALL,
                        top.count.min(),
                        slot,
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
            ResolvedRequest request, CompiledResource wanted, long count, boolean whole, long earliest, long duration) {
        if (wanted.type < 0 || !countsSingly(wanted.type)) {
            return earliest;
        }
        if (!walk.window().needsPlanned(wanted) && !whole) {
            return earliest;
        }
        return earliestStart.first(
                rankings.ofType(wanted.type).groups(wanted),
                request.admission().eligibility(),
                count,
                wanted,
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

    /// Whether the machine as a whole may have enough.
    private boolean hasEnough(ResolvedRequest request, View view, long start, long end) {
        int root = graph.root();
        Layout layout = occupancy.layout();
        if (layout.inner(root) == Layout.NOT_INNER) {
            return true;
        }
        if (view == View.PLANNED) {
            planTypesOf(request);
            for (int counted = 0; counted < layout.countedCount(); counted++) {
                long need = request.needs(counted);
                if (need > 0
                        && availability.isPlanned(counted)
                        && availability.freeOf(counted, root, start, end) < need) {
                    return false;
                }
            }
            return true;
        }
        for (int counted = 0; counted < layout.countedCount() && walk.window().knowsStock(); counted++) {
            long inStock = view.seesHoldings() ? availability.stock().free(root, counted) : layout.total(root, counted);
            if (request.needs(counted) > inStock) {
                return false;
            }
        }
        return true;
    }

    /// Searches part after part, each in what the parts before it leave.
    private boolean searchAll(ResolvedRequest request) {
        RequestPart[] parts = request.parts();
        for (int i = 0; i < parts.length; i++) {
            if (i > 0) {
                walk.claimChosen();
            }
            if (!search(parts[i])) {
                return false;
            }
        }
        return true;
    }

    private boolean search(RequestPart part) {
        CompiledResource[] wanted = part.wanted();
        if (policy.stopsEarly() || !order.isFixed() || wanted.length != 1 || !graph.isTree()) {
            return walk.fromRoot(wanted);
        }
        if (wanted[0].isSlot) {
            return wanted[0].isOrSlot ? walk.fromRoot(wanted) : searchOnBoard(part);
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
        walk.window().seek(ranking, wanted[0], isTakenWhole(wanted[0]));
        Level top = walk.top(wanted);
        for (int place = ranking.next(0);
                place >= 0 && top.found[0].total() < wanted[0].most;
                place = ranking.next(place + 1)) {
            walk.visitReachable(ranking.vertex(place), top);
        }
        return top.hasCandidates() && walk.finish(top);
    }

    /// Equivalent to [Walk#fromRoot] for a request of one slot.
    private boolean searchOnBoard(RequestPart part) {
        Level top = walk.top(part.wanted());
        slotSearch.search(boardOf(part), walk, estimator, top);
        return top.hasCandidates() && walk.finish(top);
    }

    private SlotBoard boardOf(RequestPart part) {
        SlotBoard known = part.board();
        if (known == null) {
            List<ResourceRequest> content = part.wanted()[0].content;
            known = boards.get(content);
            if (known == null) {
                SlotHolders places = holdersOf(part.wanted()[0]);
                known = new SlotBoard(occupancy, policy, changes, places, part.wanted());
                places.add(known);
                boards.put(content, known);
                boardPlaces += BOARD_PLACES_MIN + known.places();
                dropOldBoards(known);
            } else {
                known.setShape(part.wanted());
            }
            part.setBoard(known);
        }
        return known;
    }

    private SlotHolders holdersOf(CompiledResource slot) {
        int[] inside = SlotHolders.typesIn(slot);
        List<Integer> key = Arrays.stream(inside).boxed().toList();
        SlotHolders known = holders.get(key);
        if (known == null) {
            known = new SlotHolders(graph, occupancy, changes, inside);
            holders.put(key, known);
        }
        return known;
    }

    @SuppressWarnings("ReferenceEquality") // this board, not an equal one
    private void dropOldBoards(SlotBoard newest) {
        Iterator<SlotBoard> oldestFirst = boards.values().iterator();
        while (boardPlaces > BOARD_PLACES_MAX && oldestFirst.hasNext()) {
            SlotBoard oldest = oldestFirst.next();
            if (oldest != newest) {
                boardPlaces -= BOARD_PLACES_MIN + oldest.places();
                oldest.drop();
                oldestFirst.remove();
                if (oldest.holders().remove(oldest)) {
                    holders.values().remove(oldest.holders());
                }
            }
        }
    }

    /// Follows the graph after a subtree was added and its occupancy is known.
    ///
    /// @param reviewed the highest vertex that lists may gain: the highest new one, or its parent if that has
    ///     children of another type now
    public void added(int top, int reviewed) {
        order.forget(occupancy.layout().inner(graph.parent(top)));
        freshness.added(top);
        changes.addReview(reviewed);
        capacityChanged(graph.parent(top));
        structureChanged();
        rankings.added();
        holders.values().forEach(SlotHolders::added);
    }

    /// Follows the graph before a subtree is removed of which nothing is held any more.
    public void removing(int top) {
        graph.forEachBelow(top, vertex -> {
            int inner = occupancy.layout().inner(vertex);
            order.forget(inner);
            rankings.removing(vertex);
            if (inner != Layout.NOT_INNER) {
                holders.values().forEach(list -> list.removing(vertex));
            }
        });
        order.forget(occupancy.layout().inner(graph.parent(top)));
        freshness.removing(top);
        if (isOnlyChild(top)) {
            freshness.drop(graph.parent(top));
        }
    }

    private boolean isOnlyChild(int vertex) {
        int parent = graph.parent(vertex);
        for (int edge = graph.firstOut(parent); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (graph.isContainment(edge) && graph.target(edge) != vertex) {
                return false;
            }
        }
        return true;
    }

    /// Follows the graph after a subtree was removed.
    ///
    /// @param haveTypesChanged whether the parent has lost its last child of a type
    public void removed(int parent, boolean haveTypesChanged) {
        if (haveTypesChanged) {
            changes.addReview(parent);
        }
        capacityChanged(parent);
        structureChanged();
        if (haveTypesChanged) {
            rankings.added();
            holders.values().forEach(SlotHolders::added);
        }
    }

    /// Follows the graph after a vertex was resized.
    public void resized(int vertex) {
        capacityChanged(vertex);
        structureChanged();
    }

    private void capacityChanged(int vertex) {
        for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            changes.addCapacity(above);
            freshness.changed(above);
        }
    }

    /// Starts over if there are more types to count, which is rare.
    private void structureChanged() {
        nodeType = graph.typeNumber(VertexKind.NODE);
        Layout layout = occupancy.layout();
        if (types != layout.countedCount() + layout.typeCount()) {
            types = layout.countedCount() + layout.typeCount();
            freshness.forgetTrees();
            forget();
            walk = newWalk(false);
            estimator = newWalk(true);
        }
    }

    private void forget() {
        rankings.forget();
        holders.values().forEach(SlotHolders::drop);
        holders.clear();
        boards.clear();
        boardPlaces = 0;
    }

    /// Follows properties that the order of vertices depends on.
    private void catchUpWithProperties() {
        if (knownState != graph.stateVersion() && policy.preference() == MatchPolicy.Preference.CLASS) {
            order.forgetAll();
            forget();
        }
        knownState = graph.stateVersion();
    }
}

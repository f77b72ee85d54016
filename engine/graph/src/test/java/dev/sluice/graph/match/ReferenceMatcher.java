package dev.sluice.graph.match;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.PlainCandidates.Bundle;
import dev.sluice.graph.match.PlainCandidates.Way;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The plain version that [Matcher] is compared with: it traverses the whole graph and chooses the best candidates
/// at each level.
public final class ReferenceMatcher {
    private static final int NODE_FACTOR = 10_000;

    private final ResourceGraph graph;
    private final ReferenceOccupancy occupancy;
    private final MatchPolicy policy;
    private final ReferenceFreshness freshness;

    private final Marks marks;
    private final PlainAdmission admission;

    public ReferenceMatcher(ResourceGraph graph, ReferenceOccupancy occupancy, MatchPolicy policy) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.policy = policy;
        this.freshness = new ReferenceFreshness(graph, VertexKind.CORE);
        this.marks = new Marks(graph);
        this.admission = new PlainAdmission(graph);
    }

    /// Notes that a placement was allocated or released.
    public void noteUse(Placement placement, boolean held) {
        freshness.use(placement, held ? 1 : -1);
    }

    /// Finds the best placement for the whole window according to the policy, if possible without nodes that have an
    /// untolerated taint `PreferNoSchedule`.
    public Optional<Placement> match(Jobspec jobspec, View view, long start, long end) {
        return match(jobspec, view, start, end, true).or(() -> match(jobspec, view, start, end, false));
    }

    private Optional<Placement> match(Jobspec jobspec, View view, long start, long end, boolean welcomeOnly) {
        marks.begin();
        Walk walk = new Walk(start, end, view, jobspec.attributes().system(), welcomeOnly);
        PlainCandidates found = new PlainCandidates();
        Optional<Visit> root = walk.visit(graph.root(), jobspec.resources(), true, false, found);
        if (root.isEmpty()) {
            return Optional.empty();
        }
        // The root has no parent: if it was itself requested, it is the only candidate.
        found.add(
                graph.type(graph.root()),
                Bundle.of(root.get().score(), root.get().way(ResourceGraph.NO_EDGE)));
        for (ResourceRequest request : jobspec.resources()) {
            if (!walk.choose(found, request, graph.root())) {
                return Optional.empty();
            }
        }
        Placement placement = marks.read(root.get().exclusive(), root.get().whole());
        if (view.seesHoldings()) {
            freshness.touch(placement);
        }
        return Optional.of(placement);
    }

    /// The result of a visit to a vertex that satisfies a request.
    private record Visit(long score, long free, boolean exclusive, boolean whole) {
        Way way(int edge) {
            return new Way(edge, free, exclusive, whole);
        }
    }

    /// The role of a vertex for a list of requests.
    ///
    /// @param next the requests for its children
    private record Role(Kind kind, List<ResourceRequest> next, boolean pristine) {
        enum Kind {
            REQUESTED,
            HOLDS_SLOTS,
            PASSED_OVER,
            NONE
        }
    }

    /// One match: its time window, view and constraint.
    private final class Walk {
        private final long start;
        private final long end;
        private final View view;
        private final SystemAttributes request;
        private final boolean welcomeOnly;
        private long scoreOfNode;

        Walk(long start, long end, View view, SystemAttributes request, boolean welcomeOnly) {
            this.start = start;
            this.end = end;
            this.view = view;
            this.request = request;
            this.welcomeOnly = welcomeOnly;
        }

        Optional<Visit> visit(
                int vertex,
                List<ResourceRequest> requests,
                boolean pristine,
                boolean exclusive,
                PlainCandidates above) {
            boolean whole = asksForAll(vertex, requests);
            boolean takesAll = exclusive || whole;
            Role role = roleOf(vertex, requests, pristine);
            if (role.kind() == Role.Kind.NONE
                    || !isUsable(vertex, whole || (takesAll && !graph.isDivisible(vertex)), requests)) {
                return Optional.empty();
            }
            long scoreAbove = scoreOfNode;
            if (policy.nodeCentric() && graph.type(vertex).equals(VertexKind.NODE)) {
                scoreOfNode = (graph.id(vertex) + 2) * NODE_FACTOR + Math.abs(graph.uniqId(vertex) % NODE_FACTOR - 1);
            }
            PlainCandidates found = new PlainCandidates();
            boolean served = role.kind() == Role.Kind.HOLDS_SLOTS
                    ? packSlots(vertex, role, found)
                    : explore(vertex, role.next(), role.pristine(), takesAll, 1, found);
            scoreOfNode = scoreAbove;
            if (!served || !chooseBelow(vertex, requests, found, above)) {
                return Optional.empty();
            }
            long free = free(vertex);
            return free == 0
                    ? Optional.empty()
                    : Optional.of(new Visit(
                            2 + graph.id(vertex) + scoreOfNode,
                            free,
                            whole || (takesAll && !graph.isDivisible(vertex)),
                            whole));
        }

        private boolean asksForAll(int vertex, List<ResourceRequest> requests) {
            String type = graph.type(vertex);
            if (policy.nodeExclusive() && type.equals(VertexKind.NODE)) {
                return true;
            }
            for (ResourceRequest request : requests) {
                if (request.type().equals(type) && request.exclusive().orElse(false)) {
                    return true;
                }
            }
            return false;
        }

        private Role roleOf(int vertex, List<ResourceRequest> requests, boolean pristine) {
            for (ResourceRequest request : requests) {
                if (request.type().equals(graph.type(vertex))) {
                    return goOn(vertex, request.with(), Role.Kind.REQUESTED, false);
                }
            }
            return goOn(vertex, requests, pristine ? Role.Kind.PASSED_OVER : Role.Kind.NONE, pristine);
        }

        /// Packs the next slot here if all its parts are children of the vertex.
        private Role goOn(int vertex, List<ResourceRequest> next, Role.Kind otherwise, boolean pristine) {
            for (ResourceRequest request : next) {
                if (request.isSlot() && hasChildrenOfAllTypes(vertex, request.with())) {
                    return new Role(Role.Kind.HOLDS_SLOTS, next, false);
                }
            }
            return new Role(otherwise, next, pristine);
        }

        private boolean hasChildrenOfAllTypes(int vertex, List<ResourceRequest> requests) {
            for (ResourceRequest request : requests) {
                boolean found = false;
                for (int edge = graph.firstOut(vertex);
                        edge != ResourceGraph.NO_EDGE && !found;
                        edge = graph.nextOut(edge)) {
                    found = graph.isContainment(edge)
                            && graph.type(graph.target(edge)).equals(request.type());
                }
                if (!found) {
                    return false;
                }
            }
            return true;
        }

        private boolean isUsable(int vertex, boolean exclusive, List<ResourceRequest> requests) {
            if (view != View.EMPTY_AND_UP && graph.isDown(vertex)) {
                return false;
            }
            if (graph.type(vertex).equals(VertexKind.NODE)
                    && !(welcomeOnly ? admission.welcomes(request, vertex) : admission.admits(request, vertex))) {
                return false;
            }
            if (free(vertex) == 0) {
                return false;
            }
            boolean concerned = false;
            for (ResourceRequest request : requests) {
                concerned |= request.isSlot() || request.type().equals(graph.type(vertex));
            }
            return !exclusive || !concerned || !view.seesHoldings() || isUnused(vertex);
        }

        private boolean isUnused(int vertex) {
            boolean overrun = view == View.NOW && occupancy.isAllocated(vertex);
            return !overrun && occupancy.isUnused(vertex, start, end);
        }

        private long free(int vertex) {
            return switch (view) {
                case NOW -> occupancy.freeNow(vertex, start, end);
                case PLANNED -> occupancy.free(vertex, start, end);
                default -> graph.size(vertex);
            };
        }

        /// @param multiple how many times the requests will be satisfied: once per slot
        /// @return whether a leaf was reached or anything was found
        private boolean explore(
                int vertex,
                List<ResourceRequest> requests,
                boolean pristine,
                boolean exclusive,
                long multiple,
                PlainCandidates found) {
            if (requests.isEmpty()) {
                return true;
            }
            for (int edge : edgesToExplore(vertex)) {
                int child = graph.target(edge);
                Optional<Visit> visit = visit(child, requests, pristine, exclusive, found);
                if (visit.isPresent() && isRequested(child, requests)) {
                    found.add(
                            graph.type(child),
                            Bundle.of(visit.get().score(), visit.get().way(edge)));
                }
                if (policy.stopsEarly() && isEnough(requests, multiple, found)) {
                    break;
                }
            }
            return !found.isEmpty();
        }

        private List<Integer> edgesToExplore(int vertex) {
            List<Integer> edges = new ArrayList<>();
            for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
                if (graph.isContainment(edge)) {
                    edges.add(edge);
                }
            }
            if (policy.stopsEarly()) {
                return Arrays.stream(freshness.edgesBelow(vertex)).boxed().toList();
            }
            return edges;
        }

        private boolean isEnough(List<ResourceRequest> requests, long multiple, PlainCandidates found) {
            for (ResourceRequest request : requests) {
                if (found.count(request.type()) / multiple < most(request)) {
                    return false;
                }
            }
            return true;
        }

        private static long most(ResourceRequest request) {
            return request.count().largestAvailable(request.count().max());
        }

        private boolean isRequested(int vertex, List<ResourceRequest> requests) {
            for (ResourceRequest request : requests) {
                if (request.type().equals(graph.type(vertex))) {
                    return true;
                }
            }
            return false;
        }

        /// Packs as many slots as the vertex's children allow, the best children first.
        private boolean packSlots(int vertex, Role role, PlainCandidates found) {
            ResourceRequest slot = role.next().stream()
                    .filter(ResourceRequest::isSlot)
                    .findFirst()
                    .orElseThrow();
            PlainCandidates inside = new PlainCandidates();
            if (!explore(vertex, slot.with(), false, true, most(slot), inside)) {
                return false;
            }
            List<Bundle> slots = SlotPacking.pack(graph, slot, inside, policy.highFirst());
            slots.forEach(packed -> found.add(slot.type(), packed));
            return !slots.isEmpty();
        }

        /// Chooses the content of the request if the vertex itself was requested; otherwise passes all candidates
        /// to the parent.
        private boolean chooseBelow(
                int vertex, List<ResourceRequest> requests, PlainCandidates found, PlainCandidates above) {
            for (ResourceRequest request : requests) {
                if (request.type().equals(graph.type(vertex))) {
                    for (ResourceRequest part : request.with()) {
                        if (!choose(found, part, vertex)) {
                            return false;
                        }
                    }
                    return true;
                }
            }
            above.addAll(found);
            return true;
        }

        /// Marks the best candidates, as many as the request wants.
        boolean choose(PlainCandidates found, ResourceRequest request, int below) {
            long count = request.count().largestAvailable(found.count(request.type()));
            if (count == 0) {
                return false;
            }
            long missing = count;
            for (Bundle bundle : found.inOrder(request.type(), policy.highFirst())) {
                if (missing <= 0) {
                    break;
                }
                for (Way way : bundle.ways()) {
                    markWay(way, Math.min(way.amount(), request.isSlot() ? way.amount() : missing), below);
                }
                missing -= bundle.count();
            }
            return true;
        }

        private void markWay(Way way, long amount, int below) {
            if (way.edge() == ResourceGraph.NO_EDGE) {
                return;
            }
            if (graph.isDivisible(graph.target(way.edge())) && !way.exclusive()) {
                marks.add(way.edge(), amount);
            } else {
                marks.set(way.edge(), way.exclusive() ? way.amount() : amount, way.exclusive(), way.whole());
            }
            // The levels that the request leaves out.
            for (int vertex = graph.source(way.edge()); vertex != below; vertex = graph.parent(vertex)) {
                int edge = edgeTo(vertex);
                if (!marks.isSet(edge)) {
                    boolean whole = policy.nodeExclusive() && graph.type(vertex).equals(VertexKind.NODE);
                    marks.set(edge, free(vertex), whole, whole);
                }
            }
        }

        private int edgeTo(int vertex) {
            int parent = graph.parent(vertex);
            int edge = graph.firstOut(parent);
            while (graph.target(edge) != vertex || !graph.isContainment(edge)) {
                edge = graph.nextOut(edge);
            }
            return edge;
        }
    }
}

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
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

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
        graph.settle();
        marks.begin();
        Walk walk = new Walk(start, end, view, jobspec.attributes().system(), welcomeOnly);
        List<Way> chosen = new ArrayList<>();
        boolean isRootWhole = false;
        for (List<ResourceRequest> part : partsOf(jobspec.resources())) {
            PlainCandidates found = new PlainCandidates();
            walk.visited.clear();
            Optional<Visit> root = walk.visit(graph.root(), part, true, false, found);
            if (root.isEmpty()) {
                return Optional.empty();
            }
            // The root has no parent: if it was itself requested, it is the only candidate.
            found.add(
                    graph.type(graph.root()),
                    Bundle.of(root.get().score(), root.get().way(ResourceGraph.NO_EDGE)));
            Optional<List<Way>> best = walk.choose(found, part, true);
            if (best.isEmpty()) {
                return Optional.empty();
            }
            walk.claim(best.get());
            chosen.addAll(best.get());
            isRootWhole |= root.get().whole();
        }
        walk.mark(chosen, graph.root());
        return Optional.of(marks.read(isRootWhole, isRootWhole));
    }

    /// Whether no two requests of one level compete for the same resources.
    static boolean isOnePart(List<ResourceRequest> requests) {
        return partsOf(requests).size() == 1 && requests.stream().allMatch(request -> isOnePart(request.with()));
    }

    /// The requests in parts: beside a slot, or another request of the same type, each is placed on its own, in what
    /// the parts before it leave.
    private static List<List<ResourceRequest>> partsOf(List<ResourceRequest> requests) {
        boolean compete = requests.size() > 1 && requests.stream().anyMatch(ResourceRequest::isSlot);
        compete |= requests.stream().map(ResourceRequest::type).distinct().count() < requests.size();
        return compete ? requests.stream().map(List::of).toList() : List.of(requests);
    }

    /// The result of a visit to a vertex that satisfies a request.
    private record Visit(long score, long free, boolean exclusive, boolean whole, List<Way> inside) {
        Way way(int edge) {
            return new Way(edge, free, exclusive, whole, inside);
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
        private final BitSet visited = new BitSet();
        private final Map<Integer, Integer> through = new HashMap<>();

        /// What the parts before take: of pools, of whole vertices, and whether anything at or below a vertex.
        private Map<Integer, Long> claimedOfPools = new HashMap<>();

        private Set<Integer> claimedWhole = new HashSet<>();
        private Set<Integer> claimedBelow = new HashSet<>();

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
            Optional<ResourceRequest> own = requests.stream()
                    .filter(request -> request.type().equals(graph.type(vertex)))
                    .findFirst();
            boolean whole = asksForAll(vertex, requests);
            boolean takesAll = exclusive || whole;
            boolean isExclusive = whole || (takesAll && !graph.isDivisible(vertex));
            boolean isPassedOver =
                    own.isEmpty() && !pristine && slotPackedAt(vertex, requests).isEmpty();
            if (isPassedOver
                    || !isUsable(vertex, isExclusive, requests)
                    || !(graph.isTree() || isUsableWhereShared(vertex, whole, requests))) {
                return Optional.empty();
            }
            if (!graph.isTree()) {
                visited.set(vertex);
            }
            long free = free(vertex);
            long scoreAbove = scoreOfNode;
            if (policy.nodeCentric() && graph.type(vertex).equals(VertexKind.NODE)) {
                scoreOfNode = (graph.id(vertex) + 2) * NODE_FACTOR + Math.abs(graph.uniqId(vertex) % NODE_FACTOR - 1);
            }
            Optional<List<Way>> inside = own.isPresent()
                    ? chooseInside(vertex, own.get().with(), takesAll)
                    : search(vertex, requests, pristine, takesAll, above) ? Optional.of(List.of()) : Optional.empty();
            scoreOfNode = scoreAbove;
            return inside.map(ways -> new Visit(score(vertex), free, isExclusive, whole, ways));
        }

        private long score(int vertex) {
            if (policy.preference() == MatchPolicy.Preference.CLASS) {
                return 1 + Long.parseLong(graph.properties(vertex).getOrDefault("perf_class", "9999"));
            }
            return 2 + graph.id(vertex) + scoreOfNode;
        }

        /// Chooses the content of a request below a vertex, part after part.
        private Optional<List<Way>> chooseInside(int vertex, List<ResourceRequest> content, boolean exclusive) {
            if (content.isEmpty()) {
                return Optional.of(List.of());
            }
            Map<Integer, Long> ofPools = new HashMap<>(claimedOfPools);
            Set<Integer> whole = new HashSet<>(claimedWhole);
            Set<Integer> below = new HashSet<>(claimedBelow);
            List<Way> chosen = new ArrayList<>();
            boolean isServed = true;
            for (List<ResourceRequest> part : partsOf(content)) {
                PlainCandidates found = new PlainCandidates();
                Optional<List<Way>> best =
                        search(vertex, part, false, exclusive, found) ? choose(found, part, false) : Optional.empty();
                isServed &= best.isPresent();
                best.ifPresent(this::claim);
                best.ifPresent(chosen::addAll);
                if (!isServed) {
                    break;
                }
            }
            claimedOfPools = ofPools;
            claimedWhole = whole;
            claimedBelow = below;
            return isServed ? Optional.of(chosen) : Optional.empty();
        }

        /// Searches below a vertex: packs the next slot if all its parts are children of the vertex.
        private boolean search(
                int vertex,
                List<ResourceRequest> requests,
                boolean pristine,
                boolean exclusive,
                PlainCandidates found) {
            PlainCandidates here = new PlainCandidates();
            Optional<ResourceRequest> slot = slotPackedAt(vertex, requests);
            boolean isServed = slot.isPresent()
                    ? packSlots(vertex, slot.get(), here)
                    : explore(vertex, requests, pristine, exclusive, 1, here);
            if (isServed) {
                found.addAll(here);
            }
            return isServed;
        }

        private Optional<ResourceRequest> slotPackedAt(int vertex, List<ResourceRequest> requests) {
            return requests.stream()
                    .filter(request -> request.isSlot() && hasChildrenOfAllTypes(vertex, request.with()))
                    .findFirst();
        }

        void claim(List<Way> ways) {
            for (Way way : ways) {
                int vertex = way.edge() == ResourceGraph.NO_EDGE ? graph.root() : graph.target(way.edge());
                if (way.exclusive()) {
                    claimedWhole.add(vertex);
                } else if (graph.isDivisible(vertex)) {
                    claimedOfPools.merge(vertex, way.amount(), Long::sum);
                }
                for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
                    claimedBelow.add(above);
                    if (policy.nodeExclusive() && graph.type(above).equals(VertexKind.NODE)) {
                        claimedWhole.add(above);
                    }
                }
                claim(way.inside());
            }
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

        private boolean hasChildrenOfAllTypes(int vertex, List<ResourceRequest> requests) {
            for (ResourceRequest request : requests) {
                boolean found = false;
                for (int edge = graph.firstOut(vertex);
                        edge != ResourceGraph.NO_EDGE && !found;
                        edge = graph.nextOut(edge)) {
                    found = graph.isDominant(edge)
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
            return !exclusive || !concerned || isUnused(vertex);
        }

        private boolean isUnused(int vertex) {
            if (claimedBelow.contains(vertex)) {
                return false;
            }
            if (!view.seesHoldings()) {
                return true;
            }
            boolean overrun = view == View.NOW && occupancy.isAllocated(vertex);
            return !overrun && occupancy.isUnused(vertex, start, end);
        }

        private long free(int vertex) {
            long left = freeInView(vertex) - claimedOfPools.getOrDefault(vertex, 0L);
            return claimedWhole.contains(vertex) ? 0 : Math.max(0, left);
        }

        private long freeInView(int vertex) {
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
            long[] shares = new long[requests.size()];
            long[] gathered = new long[requests.size()];
            for (int edge : edgesToExplore(vertex)) {
                int child = graph.target(edge);
                if (visited.get(child) || (policy.stopsEarly() && isComplete(child, requests, shares, multiple))) {
                    continue;
                }
                long[] before = counts(requests, found);
                through.put(child, edge);
                Optional<Visit> visit = visit(child, requests, pristine, exclusive, found);
                if (visit.isPresent() && isRequested(child, requests)) {
                    found.add(
                            graph.type(child),
                            Bundle.of(visit.get().score(), visit.get().way(edge)));
                }
                long[] after = counts(requests, found);
                for (int i = 0; i < shares.length; i++) {
                    gathered[i] += after[i] - before[i];
                    if (gathered[i] >= most(requests.get(i))) {
                        shares[i]++;
                        gathered[i] = 0;
                    }
                }
                if (policy.stopsEarly() && Arrays.stream(shares).allMatch(complete -> complete >= multiple)) {
                    break;
                }
            }
            return !found.isEmpty();
        }

        private List<Integer> edgesToExplore(int vertex) {
            List<Integer> edges = new ArrayList<>();
            for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
                if (graph.isDominant(edge)) {
                    edges.add(edge);
                }
            }
            if (policy.stopsEarly()) {
                return Arrays.stream(freshness.edgesBelow(vertex)).boxed().toList();
            }
            return edges;
        }

        /// Whether there are enough vertices of the child's type.
        private boolean isComplete(int child, List<ResourceRequest> requests, long[] shares, long multiple) {
            for (int i = 0; i < shares.length; i++) {
                if (requests.get(i).type().equals(graph.type(child)) && shares[i] >= multiple) {
                    return true;
                }
            }
            return false;
        }

        private static long[] counts(List<ResourceRequest> requests, PlainCandidates found) {
            return requests.stream()
                    .mapToLong(request -> found.count(request.type()))
                    .toArray();
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
        private boolean packSlots(int vertex, ResourceRequest slot, PlainCandidates found) {
            PlainCandidates inside = new PlainCandidates();
            if (!explore(vertex, slot.with(), false, true, most(slot), inside)) {
                return false;
            }
            List<Bundle> slots = SlotPacking.pack(graph, slot, inside, policy);
            slots.forEach(packed -> found.add(slot.type(), packed));
            return !slots.isEmpty();
        }

        /// The best candidates, as many as each request wants.
        Optional<List<Way>> choose(PlainCandidates found, List<ResourceRequest> requests, boolean isTop) {
            List<Way> chosen = new ArrayList<>();
            for (ResourceRequest request : requests) {
                long missing = request.count().largestAvailable(found.count(request.type()));
                if (missing == 0) {
                    return Optional.empty();
                }
                for (Bundle bundle : found.inOrder(request.type(), policy, isTop)) {
                    if (missing <= 0) {
                        break;
                    }
                    for (Way way : bundle.ways()) {
                        boolean isAll = request.isSlot() || way.exclusive();
                        chosen.add(way.with(isAll ? way.amount() : Math.min(way.amount(), missing)));
                    }
                    missing -= bundle.count();
                }
            }
            return Optional.of(chosen);
        }

        /// Marks what was chosen below a vertex, and the levels that the request leaves out.
        void mark(List<Way> ways, int below) {
            for (Way way : ways) {
                if (way.edge() == ResourceGraph.NO_EDGE) {
                    mark(way.inside(), below);
                    continue;
                }
                int target = graph.target(way.edge());
                if (graph.isDivisible(target) && !way.exclusive()) {
                    marks.add(way.edge(), way.amount());
                } else {
                    marks.set(way.edge(), way.amount(), way.exclusive(), way.whole());
                }
                mark(way.inside(), target);
                int vertex = graph.source(way.edge());
                while (vertex != below) {
                    int edge = below == graph.root()
                            ? graph.parentEdges(vertex)[0]
                            : Objects.requireNonNull(through.get(vertex));
                    marks.setBetween(
                            edge,
                            graph.size(vertex),
                            policy.nodeExclusive() && graph.type(vertex).equals(VertexKind.NODE));
                    vertex = graph.source(edge);
                }
            }
        }

        /// Whether the vertex counts enough cores and nodes below it, and whether nothing in it is used through
        /// another parent if the request asks for all of it.
        private boolean isUsableWhereShared(int vertex, boolean whole, List<ResourceRequest> requests) {
            for (ResourceRequest request : requests) {
                boolean isMeant = request.type().equals(graph.type(vertex))
                        || (request.isSlot() && !isRequested(vertex, requests) && vertex != graph.root());
                for (String type : isMeant ? List.of(VertexKind.CORE, VertexKind.NODE) : List.<String>of()) {
                    if (graph.containmentEdges(vertex).length > 0 && need(request.with(), type) > below(vertex, type)) {
                        return false;
                    }
                }
            }
            boolean[] isUsed = {false};
            if (whole && view.seesHoldings() && isRequestedOrSlot(vertex, requests)) {
                graph.forEachReachable(vertex, part -> isUsed[0] |= !isUnused(part));
            }
            return !isUsed[0];
        }

        private boolean isRequestedOrSlot(int vertex, List<ResourceRequest> requests) {
            return isRequested(vertex, requests) || requests.stream().anyMatch(ResourceRequest::isSlot);
        }

        private static long need(List<ResourceRequest> requests, String type) {
            long need = 0;
            for (ResourceRequest request : requests) {
                long each = request.type().equals(type) ? 1 : need(request.with(), type);
                need += each * request.count().min();
            }
            return need;
        }

        /// What a depth-first walk reaches first from this vertex, itself included.
        private long below(int vertex, String type) {
            long[] amount = {0};
            graph.forEachBelow(vertex, part -> amount[0] += graph.type(part).equals(type) ? graph.size(part) : 0);
            return amount[0];
        }
    }
}

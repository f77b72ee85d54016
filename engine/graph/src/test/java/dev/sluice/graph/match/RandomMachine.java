package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.SystemAttributes.TimeLimits;
import dev.sluice.jobspec.Task;
import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Machines and requests drawn from a seed: small, irregular, with ids in any order.
final class RandomMachine {
    /// Enough for the indexes that exist only for vertices with many children.
    private static final int NODES_OF_A_WIDE_RACK = 70;

    private final RandomGenerator random;
    private final ResourceGraph graph = new ResourceGraph();
    private int ranks;

    RandomMachine(long seed) {
        this(seed, false);
    }

    /// @param isShared whether some vertices have several parents
    RandomMachine(long seed, boolean isShared) {
        this.random = new Seeds(seed).forActor("machine");
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        boolean wide = random.nextInt(5) == 0;
        int racks = wide ? 1 : 1 + random.nextInt(3);
        List<Long> nodeIds = shuffled(wide ? NODES_OF_A_WIDE_RACK : racks * 4);
        List<Long> rackIds = shuffled(racks);
        for (int i = 0; i < racks; i++) {
            int rack = add(cluster, "rack", rackIds.get(i), 1);
            int nodes = wide ? NODES_OF_A_WIDE_RACK : 1 + random.nextInt(4);
            for (int j = 0; j < nodes; j++) {
                addNode(rack, nodeIds.removeLast());
            }
        }
        for (int i = isShared ? 1 + random.nextInt(6) : 0; i > 0; i--) {
            share();
        }
    }

    private static final List<String> INNER_TYPES = List.of("cluster", "rack", "node", "socket");

    /// Joins any vertex with one of a higher level, unless they are joined.
    private void share() {
        int from = random.nextInt(graph.vertexCount());
        int to = random.nextInt(graph.vertexCount());
        int level = INNER_TYPES.indexOf(graph.type(from));
        int below = INNER_TYPES.indexOf(graph.type(to));
        boolean isHigher = level >= 0 && (below < 0 || level < below);
        for (int edge : graph.parentEdges(to)) {
            isHigher &= graph.source(edge) != from;
        }
        if (isHigher) {
            graph.addEdge(from, to, ResourceGraph.CONTAINMENT);
        }
    }

    ResourceGraph graph() {
        return graph;
    }

    private void addNode(int rack, long id) {
        int node = graph.addVertex(new VertexKind("node", "node", "", 1), id, graph.vertexCount(), ranks++);
        graph.addEdge(rack, node, ResourceGraph.CONTAINMENT);
        int sockets = 1 + random.nextInt(2);
        for (long socket : shuffled(sockets)) {
            int vertex = add(node, "socket", socket, 1);
            addAll(vertex, "core", 1 + random.nextInt(4), 1);
            addAll(vertex, "gpu", random.nextInt(2), 1);
            addAll(vertex, "memory", random.nextInt(3), 1 + random.nextInt(3));
            addPools(vertex);
        }
    }

    private void addPools(int socket) {
        for (long id : shuffled(random.nextInt(3))) {
            int pool = graph.addVertex(
                    VertexKind.pool("bandwidth", "", 1 + random.nextInt(4)),
                    id,
                    graph.vertexCount(),
                    ResourceGraph.NO_RANK);
            graph.addEdge(socket, pool, ResourceGraph.CONTAINMENT);
        }
    }

    private void addAll(int parent, String type, int count, long size) {
        for (long id : shuffled(count)) {
            add(parent, type, id, size);
        }
    }

    private int add(int parent, String type, long id, long size) {
        int vertex =
                graph.addVertex(new VertexKind(type, type, "", size), id, graph.vertexCount(), ResourceGraph.NO_RANK);
        if (random.nextInt(3) == 0) {
            graph.setProperty(vertex, "perf_class", Integer.toString(random.nextInt(4)));
        }
        graph.addEdge(parent, vertex, ResourceGraph.CONTAINMENT);
        return vertex;
    }

    private List<Long> shuffled(int count) {
        List<Long> ids = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            ids.add(i);
        }
        for (int i = count - 1; i > 0; i--) {
            Collections.swap(ids, i, random.nextInt(i + 1));
        }
        return ids;
    }

    /// One request, or two beside each other that are placed one after the other.
    Jobspec request() {
        return random.nextInt(4) == 0 ? jobspec(List.of(resource(), slot(cores()))) : jobspec(List.of(resource()));
    }

    Jobspec requestOfParts() {
        return jobspec(flip() ? List.of(resource(), slot(cores())) : List.of(slot(cores()), resource(), slot(cores())));
    }

    /// The same job with one of its resources only.
    static Jobspec part(Jobspec jobspec, int index) {
        return new Jobspec(
                jobspec.version(), List.of(jobspec.resources().get(index)), jobspec.tasks(), jobspec.attributes());
    }

    private ResourceRequest resource() {
        return switch (random.nextInt(12)) {
            case 0 -> node(slot(cores()));
            case 1 -> node(slot(of("socket", small(), cores())));
            case 2 -> slot(of("node", small()));
            case 3 -> slot(of("socket", Count.exactly(1), cores(), memory()));
            case 4 -> of("cluster", Count.exactly(1), of("rack", small(), node(slot(cores()))));
            case 6 -> slot(cores(), bandwidth());
            case 7 -> of("socket", small(), bandwidth());
            case 5 -> of("socket", small(), slot(cores(), memory()));
            case 8 -> of("socket", small(), slot(cores()), slot(cores(), bandwidth()));
            case 9 -> node(of("socket", Count.exactly(1), slot(cores())), of("socket", small(), memory(), cores()));
            case 10 -> slot(of("node", small(), slot(of("socket", Count.exactly(1), cores()))));
            default -> node();
        };
    }

    private Jobspec jobspec(List<ResourceRequest> resources) {
        return new Jobspec(
                1,
                resources,
                List.of(Task.perSlot("default", 1, "app")),
                new Attributes(
                        new SystemAttributes(
                                TimeLimits.ofSeconds(1 + random.nextInt(50)),
                                SystemAttributes.Account.NONE,
                                SystemAttributes.Launch.NONE,
                                List.of(),
                                Optional.empty(),
                                Map.of()),
                        Map.of()));
    }

    private ResourceRequest node(ResourceRequest... with) {
        return new ResourceRequest(
                "node",
                small(),
                Optional.empty(),
                random.nextInt(4) == 0 ? Optional.of(true) : Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(with));
    }

    private ResourceRequest slot(ResourceRequest... with) {
        return ResourceRequest.slot("default", small(), with);
    }

    private ResourceRequest cores() {
        return of("core", small());
    }

    private ResourceRequest bandwidth() {
        return of("bandwidth", Count.exactly(1 + random.nextInt(5)));
    }

    private ResourceRequest memory() {
        return of("memory", Count.exactly(1 + random.nextInt(4)));
    }

    private static ResourceRequest of(String type, Count count, ResourceRequest... with) {
        return ResourceRequest.of(type, count, with);
    }

    private Count small() {
        return random.nextInt(3) == 0 ? Count.between(1, 1 + random.nextInt(4)) : Count.exactly(1 + random.nextInt(2));
    }

    boolean flip() {
        return random.nextBoolean();
    }

    int below(int bound) {
        return random.nextInt(bound);
    }
}

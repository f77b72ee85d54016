package dev.sluice.benchmarks.delta;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.machine.ForeignUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A Kubernetes cluster as a graph: racks of nodes with pools of CPU, memory, ephemeral storage and pods; every
/// fourth node has GPUs.
final class LiveCluster {
    static final int HOLDINGS_PER_NODE = 30;

    private static final int NODES_PER_RACK = 40;
    private static final int GPUS = 4;
    private static final long MILLI_CORES = 64_000;
    private static final long MEMORY_BYTES = 256L << 30;
    private static final long STORAGE_BYTES = 512L << 30;
    private static final long PODS = 110;

    private final int nodes;
    private final RandomGenerator random = new Seeds(1).forActor("cluster");

    LiveCluster(int nodes) {
        this.nodes = nodes;
    }

    /// The root alone.
    static ResourceGraph empty() {
        ResourceGraph graph = new ResourceGraph();
        int root = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, root);
        return graph;
    }

    ResourceGraph graph() {
        List<Integer> all = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            all.add(node);
        }
        return graph(all);
    }

    /// The nodes with these numbers, and what contains them.
    ResourceGraph graph(Collection<Integer> numbers) {
        ResourceGraph graph = empty();
        int rack = ResourceGraph.NO_VERTEX;
        int rackNumber = -1;
        for (int number : numbers) {
            if (number / NODES_PER_RACK != rackNumber) {
                rackNumber = number / NODES_PER_RACK;
                rack = add(graph, graph.root(), new VertexKind("rack", "rack", "", 1), rackNumber, -1);
            }
            int node = add(graph, rack, new VertexKind(VertexKind.NODE, VertexKind.NODE, "", 1), number, number);
            graph.setName(node, name(number));
            graph.setProperty(node, "zone" + rackNumber % 3, "");
            add(graph, node, VertexKind.pool(VertexKind.CORE, "m", MILLI_CORES), 0, -1);
            add(graph, node, VertexKind.pool("memory", "B", MEMORY_BYTES), 0, -1);
            add(graph, node, VertexKind.pool("ephemeral-storage", "B", STORAGE_BYTES), 0, -1);
            add(graph, node, VertexKind.pool("pods", "", PODS), 0, -1);
            for (int gpu = 0; gpu < GPUS && number % 4 == 0; gpu++) {
                add(graph, node, new VertexKind(VertexKind.GPU, VertexKind.GPU, "", 1), gpu, -1);
            }
        }
        return graph;
    }

    private static int add(ResourceGraph graph, int above, VertexKind kind, long id, int rank) {
        int vertex = graph.addVertex(kind, id, graph.vertexCount(), rank);
        graph.addEdge(above, vertex, ResourceGraph.CONTAINMENT);
        return vertex;
    }

    private static String name(int node) {
        return "worker-" + node + ".example";
    }

    static String path(int node) {
        return "/cluster0/rack" + node / NODES_PER_RACK + "/" + name(node);
    }

    /// A pod of another scheduler; all that are on a node together leave about half of it.
    ForeignUse use(String id, int node) {
        Map<String, Long> amounts = Map.of(
                VertexKind.CORE,
                some(MILLI_CORES),
                "memory",
                some(MEMORY_BYTES),
                "ephemeral-storage",
                some(STORAGE_BYTES),
                "pods",
                1L);
        return new ForeignUse(id, path(node), amounts, ForeignUse.OPEN);
    }

    private long some(long size) {
        return size / 120 + random.nextLong(size / 60);
    }

    /// A small job of one pod.
    static Jobspec small() {
        return jobspec(slots(1, ResourceRequest.of(VertexKind.CORE, Count.exactly(500))), Optional.empty());
    }

    private static ResourceRequest slots(long count, ResourceRequest... inside) {
        return ResourceRequest.slot("task", Count.exactly(count), inside);
    }

    /// Waiting jobs of as many different shapes: gangs of pods, as the controller translates Jobs, and pods on nodes of
    /// their own; some with a GPU, some in one zone. All fit on a node alone, and none beside the pods of others.
    List<Jobspec> shapes(int count) {
        List<Jobspec> shapes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<ResourceRequest> inside = new ArrayList<>();
            inside.add(ResourceRequest.of(VertexKind.CORE, Count.exactly(55_000 + 10L * i)));
            inside.add(ResourceRequest.of("memory", Count.exactly((1L + i % 64) << 30)));
            inside.add(ResourceRequest.of("pods", Count.exactly(1)));
            if (i % 5 == 1) {
                inside.add(ResourceRequest.of(VertexKind.GPU, Count.exactly(1 + i % 2)));
            }
            ResourceRequest[] parts = inside.toArray(ResourceRequest[]::new);
            ResourceRequest top = i % 10 == 9
                    ? ResourceRequest.of(VertexKind.NODE, Count.exactly(1 + i % 4), slots(1, parts))
                    : slots(1 + i % 4, parts);
            Optional<Constraint> zone =
                    i % 7 == 3 ? Optional.of(new Constraint.Properties(List.of("zone" + i % 3))) : Optional.empty();
            shapes.add(jobspec(top, zone));
        }
        return shapes;
    }

    private static Jobspec jobspec(ResourceRequest resources, Optional<Constraint> constraint) {
        SystemAttributes system = new SystemAttributes(
                SystemAttributes.TimeLimits.ofSeconds(3600),
                SystemAttributes.Account.NONE,
                SystemAttributes.Launch.NONE,
                List.of(),
                constraint,
                Map.of());
        return new Jobspec(Jobspec.VERSION_1, List.of(resources), List.of(), new Attributes(system, Map.of()));
    }
}

package dev.sluice.scheduling;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.List;

/// Machines and requests in one line each.
public final class Fixture {
    private Fixture() {}

    public static ResourceModel pool(int cores) {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        int pool = graph.addVertex(VertexKind.pool(VertexKind.CORE, "", cores), 0, 1, ResourceGraph.NO_RANK);
        graph.addEdge(cluster, pool, ResourceGraph.CONTAINMENT);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        return model(graph);
    }

    /// Nodes `/cluster0/node0` and so on, every second one with the property `fast`.
    public static ResourceModel nodes(int count, int coresEach) {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        int unique = 1;
        for (int i = 0; i < count; i++) {
            int node = graph.addVertex(new VertexKind("node", "node", "", 1), i, unique++, i);
            graph.addEdge(cluster, node, ResourceGraph.CONTAINMENT);
            if (i % 2 == 0) {
                graph.setProperty(node, "fast", "");
            }
            for (int core = 0; core < coresEach; core++) {
                int vertex = graph.addVertex(new VertexKind("core", "core", "", 1), core, unique++, i);
                graph.addEdge(node, vertex, ResourceGraph.CONTAINMENT);
            }
        }
        return model(graph);
    }

    /// An empty model of an engine's machine as it is now: what its driver would report after a restart.
    public static ResourceModel sameMachine(Engine engine) {
        return model(engine.state().machine().graph().copy());
    }

    private static ResourceModel model(ResourceGraph graph) {
        return new ResourceModel(graph, MatchPolicy.named("low").orElseThrow());
    }

    public static Jobspec cores(long count) {
        return jobspec(ResourceRequest.of(VertexKind.CORE, Count.exactly(count)));
    }

    public static Jobspec nodes(long count) {
        return jobspec(ResourceRequest.of(VertexKind.NODE, Count.exactly(count)).withExclusive(true));
    }

    /// One node, shared, with a slot of so many cores and GPUs.
    public static Jobspec gpuNode(long cores, long gpus) {
        return jobspec(ResourceRequest.of(
                VertexKind.NODE,
                Count.exactly(1),
                ResourceRequest.slot(
                        "task",
                        Count.exactly(1),
                        ResourceRequest.of(VertexKind.CORE, Count.exactly(cores)),
                        ResourceRequest.of(VertexKind.GPU, Count.exactly(gpus)))));
    }

    private static Jobspec jobspec(ResourceRequest request) {
        return new Jobspec(Jobspec.VERSION_1, List.of(request), List.of(), Attributes.NONE);
    }
}

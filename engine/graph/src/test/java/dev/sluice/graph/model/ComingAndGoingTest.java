package dev.sluice.graph.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/// An autoscaled cluster: nodes come, get a pod, and go again, each with a name and a size of its own.
class ComingAndGoingTest {
    private static final int NODES = 100;
    private static final int CHANGES = 20_000;

    /// A node with its cores and memory.
    private static final int VERTICES_PER_NODE = 3;

    private final ResourceGraph graph = new ResourceGraph();
    private final ResourceModel model;
    private final ArrayDeque<String> nodes = new ArrayDeque<>();

    ComingAndGoingTest() {
        int root = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, root);
        graph.reuseNumbers();
        model = new ResourceModel(graph, MatchPolicy.named("low").orElseThrow());
    }

    private void add(int number) {
        ResourceGraph part = new ResourceGraph();
        int root = part.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        part.setRoot(ResourceGraph.CONTAINMENT, root);
        VertexKind kind = new VertexKind(VertexKind.NODE, VertexKind.NODE, "", 1);
        int node = part.addVertex(kind, number, number, number % (NODES + 1));
        part.setName(node, "worker-" + number);
        part.setProperty(node, "zone", "z" + number % 3);
        int cores = part.addVertex(VertexKind.pool(VertexKind.CORE, "m", 8000), 0, 0, ResourceGraph.NO_RANK);
        int memory = part.addVertex(VertexKind.pool("memory", "B", 1_000_000L + number), 0, 0, ResourceGraph.NO_RANK);
        part.addEdge(root, node, ResourceGraph.CONTAINMENT);
        part.addEdge(node, cores, ResourceGraph.CONTAINMENT);
        part.addEdge(node, memory, ResourceGraph.CONTAINMENT);
        model.attach(part);
        nodes.add(part.path(node));
        hold(number, part.path(node));
    }

    private void hold(long job, String path) {
        int node = graph.findByPath(path).orElseThrow();
        int cores = graph.findByPath(path + "/core0").orElseThrow();
        Placement.Builder pod = Placement.builder();
        pod.add(cores, graph.edgeTo(cores), 500, false, 3);
        pod.add(node, graph.edgeTo(node), 1, false, 2);
        pod.add(graph.root(), ResourceGraph.NO_EDGE, 1, false, 1);
        model.force(new Holding(job, pod.build(), 0, 1000, false));
    }

    @Test
    void nothingGrowsWithTheNodesThatAreGone() {
        for (int number = 0; number < CHANGES; number++) {
            add(number);
            if (nodes.size() > NODES) {
                String oldest = nodes.remove();
                model.remove(graph.findByPath(oldest).orElseThrow());
                assertThat(graph.findByPath(oldest)).isEmpty();
            }
        }

        int live = 1 + NODES * VERTICES_PER_NODE;
        assertThat(graph.liveVertexCount()).isEqualTo(live);
        assertThat(graph.vertexCount()).isLessThanOrEqualTo(live + VERTICES_PER_NODE);
        assertThat(graph.edgeCount()).isLessThanOrEqualTo(live + VERTICES_PER_NODE);
        assertThat(graph.kindCount()).isLessThanOrEqualTo(NODES + VERTICES_PER_NODE + 2);
        assertThat(model.occupancy().layout().vertexLimit()).isLessThan(2 * live);
        assertThat(model.occupancy().layout().innerLimit()).isLessThan(2 * NODES);
        assertThat(model.occupancy().holdings()).hasSize(NODES);
        for (String path : nodes) {
            int node = graph.findByPath(path).orElseThrow();
            String number = path.substring(path.lastIndexOf('-') + 1);
            assertThat(graph.path(node)).isEqualTo(path);
            assertThat(graph.properties(node)).containsEntry("zone", "z" + Integer.parseInt(number) % 3);
            assertThat(graph.size(graph.findByPath(path + "/memory0").orElseThrow()))
                    .isEqualTo(1_000_000L + Integer.parseInt(number));
        }
    }
}

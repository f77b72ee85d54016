package dev.sluice.graph.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.GraphBuilder;
import dev.sluice.graph.ResourceGraph;
import org.junit.jupiter.api.Test;

class GraphSummaryTest {

    @Test
    void verticesAreCountedByType() {
        ResourceGraph graph = GraphBuilder.cluster("lab")
                .each("node", 3, node -> node.each("core", 4).banks("memory", 2, "GB", 16))
                .build();
        graph.setDown(graph.nodeOfRank(1), true);
        graph.remove(graph.nodeOfRank(2));

        assertThat(GraphSummary.of(graph).text()).isEqualTo("""
                15 vertices, 14 edges, 2 nodes, 1 down; containment
                  cluster: 1
                  node: 2
                  core: 8
                  memory: 4 with 64 GB
                """);
    }
}

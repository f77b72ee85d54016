package dev.sluice.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PathIndexTest {
    private static final int NODES = 3000;

    private final ResourceGraph graph = new ResourceGraph();
    private final PathIndex index = new PathIndex(graph);

    /// A table of `n` vertices takes at least `n / 3` more before it is built again, so 3,000 take at most
    /// `log(3000) / log(4/3)` = 28.
    @Test
    void aGraphThatGrowsByOneVertexAtATimeSeldomRebuildsItsTable() {
        int root = add("cluster", 0);
        graph.setRoot(ResourceGraph.CONTAINMENT, root);
        for (int i = 0; i < NODES; i++) {
            int node = add("node", i);
            graph.addEdge(root, node, ResourceGraph.CONTAINMENT);
            index.addChild(node);

            assertThat(index.find("/cluster0/node" + i)).isEqualTo(node);
        }

        assertThat(index.builds()).isBetween(2, 28);
    }

    @Test
    void renamedNodesAreFoundByTheirNewNamesOnly() {
        int root = add("cluster", 0);
        graph.setRoot(ResourceGraph.CONTAINMENT, root);
        int node = add("node", 0);
        graph.addEdge(root, node, ResourceGraph.CONTAINMENT);
        for (int i = 0; i < NODES; i++) {
            assertThat(index.find("/cluster0/" + graph.name(node))).isEqualTo(node);
            String before = graph.name(node);
            graph.setName(node, "name" + i);
            index.renamed(node);

            assertThat(index.find("/cluster0/" + before)).isEqualTo(ResourceGraph.NO_VERTEX);
        }
    }

    private int add(String type, long id) {
        return graph.addVertex(new VertexKind(type, type, "", 1), id, graph.vertexCount(), ResourceGraph.NO_RANK);
    }
}

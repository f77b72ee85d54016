package dev.sluice.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResourceGraphTest {
    private final ResourceGraph graph = new ResourceGraph();
    private final int cluster = add("cluster", 0);
    private final int node = add("node", 3);
    private final int core = add("core", 5);

    ResourceGraphTest() {
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        graph.addEdge(cluster, node, ResourceGraph.CONTAINMENT);
        graph.addEdge(node, core, ResourceGraph.CONTAINMENT);
    }

    @Test
    void namesAndPathsFollowFromKindIdAndParent() {
        assertThat(graph.name(core)).isEqualTo("core5");
        assertThat(graph.path(core)).isEqualTo("/cluster0/node3/core5");
        assertThat(graph.paths(core)).isEqualTo(Map.of("containment", "/cluster0/node3/core5"));
    }

    @Test
    void aNameOfItsOwnShowsInThePathsBelow() {
        graph.setName(node, "login");

        assertThat(graph.path(core)).isEqualTo("/cluster0/login/core5");
    }

    @Test
    void aVertexWithoutANumberIsNamedByItsBasename() {
        assertThat(graph.name(add("switch", -1))).isEqualTo("switch");
    }

    @Test
    void aPathOfItsOwnTakesTheFollowingsPlace() {
        graph.setPath(node, ResourceGraph.CONTAINMENT, "/elsewhere");

        assertThat(graph.path(core)).isEqualTo("/elsewhere/core5");
    }

    @Test
    void verticesAreFoundByTheirPaths() {
        assertThat(graph.findByPath("/cluster0/node3")).hasValue(node);
        assertThat(graph.findByPath("/cluster0/node4")).isEmpty();
        assertThat(graph.findByPath("node3")).isEmpty();
    }

    @Test
    void edgesComeOutInTheOrderOfTheirMaking() {
        int second = add("core", 1);
        int third = add("core", 9);
        graph.addEdge(node, second, ResourceGraph.CONTAINMENT);
        graph.addEdge(node, third, ResourceGraph.CONTAINMENT);

        List<Integer> targets = new ArrayList<>();
        for (int edge = graph.firstOut(node); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            assertThat(graph.source(edge)).isEqualTo(node);
            targets.add(graph.target(edge));
        }

        assertThat(targets).containsExactly(core, second, third);
    }

    @Test
    void containmentEdgesLeadToWhatAVertexContains() {
        int pdu = add("pdu", 0);
        graph.addEdge(node, pdu, "power");

        assertThat(graph.containmentEdges(node)).containsExactly(graph.edgeTo(core));
        assertThat(graph.edgeTo(cluster)).isEqualTo(ResourceGraph.NO_EDGE);
        assertThat(graph.edgeTo(pdu)).isEqualTo(ResourceGraph.NO_EDGE);
    }

    @Test
    void otherSubsystemsDoNotMoveAVertex() {
        int pdu = add("pdu", 0);
        int edge = graph.addEdge(pdu, node, "power");
        graph.setRoot("power", pdu);

        assertThat(graph.parent(node)).isEqualTo(cluster);
        assertThat(graph.isContainment(edge)).isFalse();
        assertThat(graph.subsystem(edge)).isEqualTo("power");
        assertThat(graph.root("power")).isEqualTo(pdu);
        assertThat(graph.root("network")).isEqualTo(ResourceGraph.NO_VERTEX);
        assertThat(graph.subsystems()).containsExactly("containment", "power");
    }

    @Test
    void whatIsBelowComesChildrenFirst() {
        List<Integer> below = new ArrayList<>();

        graph.forEachBelow(cluster, below::add);

        assertThat(below).containsExactly(core, node, cluster);
    }

    @Test
    void itGrowsWithoutForgetting() {
        for (int i = 0; i < 1000; i++) {
            graph.addEdge(node, add("core", 100 + i), ResourceGraph.CONTAINMENT);
        }

        assertThat(graph.path(core)).isEqualTo("/cluster0/node3/core5");
        assertThat(graph.findByPath("/cluster0/node3/core1099")).isPresent();
        assertThat(graph.vertexCount()).isEqualTo(1003);
        assertThat(graph.edgeCount()).isEqualTo(1002);
    }

    @Test
    void aVertexIsUpUntilItIsSetDown() {
        assertThat(graph.isDown(node)).isFalse();
        graph.setDown(node, true);
        assertThat(graph.isDown(node)).isTrue();
        assertThat(graph.isDown(core)).isFalse();
    }

    @Test
    void aKindHasATypeAndNoNegativeSize() {
        assertThatThrownBy(() -> new VertexKind("", "core", "", 1))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("type");
        assertThatThrownBy(() -> new VertexKind("core", "core", "", -1))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("(-1)");
    }

    private int add(String type, long id) {
        return graph.addVertex(new VertexKind(type, type, "", 1), id, graph.vertexCount(), ResourceGraph.NO_RANK);
    }
}

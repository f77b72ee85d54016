package dev.sluice.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
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
    void anExplicitNameAppearsInThePathsBelow() {
        graph.setName(node, "login");

        assertThat(graph.path(core)).isEqualTo("/cluster0/login/core5");
    }

    @Test
    void aVertexWithoutANumberIsNamedByItsBasename() {
        assertThat(graph.name(add("switch", -1))).isEqualTo("switch");
    }

    @Test
    void anExplicitPathReplacesTheDerivedOne() {
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
    void edgesAreInCreationOrder() {
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
    void containmentEdgesLeadToChildren() {
        int pdu = add("pdu", 0);
        graph.addEdge(node, pdu, "power");

        assertThat(graph.containmentEdges(node)).containsExactly(graph.edgeTo(core));
        assertThat(graph.edgeTo(cluster)).isEqualTo(ResourceGraph.NO_EDGE);
        assertThat(graph.edgeTo(pdu)).isEqualTo(ResourceGraph.NO_EDGE);
    }

    @Test
    void auxiliaryEdgesDoNotChangeThePath() {
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
    void subtreesAreVisitedInPostOrder() {
        List<Integer> below = new ArrayList<>();

        graph.forEachBelow(cluster, below::add);

        assertThat(below).containsExactly(core, node, cluster);
    }

    @Test
    void growingKeepsAllAttributes() {
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
    void aKindNeedsATypeAndAPositiveSize() {
        assertThatThrownBy(() -> new VertexKind("", "core", "", 1))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("type");
        assertThatThrownBy(() -> new VertexKind("core", "core", "", -1))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("(-1)");
    }

    @Test
    void typesAreNumbered() {
        assertThat(graph.typeNumber(core)).isEqualTo(graph.typeNumber("core"));
        assertThat(graph.typeNumber(node)).isNotEqualTo(graph.typeNumber(core));
        assertThat(graph.typeNumber("gpu")).isEqualTo(ResourceGraph.NO_TYPE);
        assertThat(graph.typeCount()).isEqualTo(3);
        assertThat(graph.typeName(graph.typeNumber(core))).isEqualTo("core");
    }

    @Test
    void removedVerticesAreNotFound() {
        int other = addNode(7);
        graph.addEdge(cluster, other, ResourceGraph.CONTAINMENT);
        long before = graph.version();

        graph.remove(node);

        assertThat(graph.isRemoved(node)).isTrue();
        assertThat(graph.isRemoved(core)).isTrue();
        assertThat(graph.findByPath("/cluster0/node3")).isEmpty();
        assertThat(graph.findByPath("/cluster0/node3/core5")).isEmpty();
        assertThat(graph.findByPath("/cluster0/node7")).hasValue(other);
        assertThat(graph.containmentEdges(cluster)).containsExactly(graph.edgeTo(other));
        assertThat(graph.liveVertexCount()).isEqualTo(2);
        assertThat(graph.nodeCount()).isEqualTo(1);
        assertThat(graph.version()).isGreaterThan(before);
    }

    @Test
    void aSharedVertexHasTheParentThatADepthFirstWalkReachesFirst() {
        int other = addNode(7);
        graph.addEdge(other, core, ResourceGraph.CONTAINMENT);
        graph.addEdge(cluster, other, ResourceGraph.CONTAINMENT);

        graph.settle();

        assertThat(graph.isTree()).isFalse();
        assertThat(graph.parent(core)).isEqualTo(node);
        assertThat(graph.isDominant(graph.firstOut(other))).isTrue();
        assertThat(graph.isContainment(graph.firstOut(other))).isFalse();
    }

    @Test
    void bothPathsLeadToAMovedVertex() {
        int other = addNode(7);
        graph.addEdge(cluster, other, ResourceGraph.CONTAINMENT);
        graph.addEdge(other, core, ResourceGraph.CONTAINMENT);

        graph.movePath(core, "/cluster0/node7/core5");

        assertThat(graph.path(core)).isEqualTo("/cluster0/node7/core5");
        assertThat(graph.findByPath("/cluster0/node7/core5")).hasValue(core);
        assertThat(graph.findByPath("/cluster0/node3/core5")).hasValue(core);
    }

    @Test
    void aRemovedVertexTakesSharedOnesAlong() {
        int other = addNode(7);
        graph.addEdge(cluster, other, ResourceGraph.CONTAINMENT);
        graph.addEdge(other, core, ResourceGraph.CONTAINMENT);

        graph.remove(other);

        assertThat(graph.isRemoved(core)).isTrue();
        assertThat(graph.isTree()).isTrue();
        assertThat(graph.containmentEdges(node)).isEmpty();
    }

    @Test
    void discardedVerticesLeaveWhatTheyContain() {
        int other = addNode(7);
        graph.addEdge(cluster, other, ResourceGraph.CONTAINMENT);
        graph.addEdge(other, core, ResourceGraph.CONTAINMENT);
        BitSet gone = new BitSet();
        gone.set(node);

        graph.discard(gone);

        assertThat(graph.isRemoved(node)).isTrue();
        assertThat(graph.parent(core)).isEqualTo(other);
        assertThat(graph.isTree()).isTrue();
    }

    @Test
    void aVertexMustNotContainItself() {
        int other = addNode(7);
        graph.addEdge(cluster, other, ResourceGraph.CONTAINMENT);
        graph.addEdge(core, other, ResourceGraph.CONTAINMENT);
        graph.addEdge(other, node, ResourceGraph.CONTAINMENT);

        assertThatThrownBy(graph::settle).isInstanceOf(GraphException.class).hasMessageContaining("contains itself");
    }

    @Test
    void removedVerticesLeaveAllSubsystems() {
        int pdu = add("pdu", 0);
        graph.addEdge(pdu, node, "power");

        graph.remove(node);

        assertThat(graph.firstOut(pdu)).isEqualTo(ResourceGraph.NO_EDGE);
    }

    @Test
    void thePathOfARemovedVertexCanBeReused() {
        graph.remove(node);
        int again = addNode(3);
        graph.addEdge(cluster, again, ResourceGraph.CONTAINMENT);

        assertThat(graph.findByPath("/cluster0/node3")).hasValue(again);
        assertThat(graph.nodeOfRank(3)).isEqualTo(again);
    }

    @Test
    void nodesAreFoundByTheirRanks() {
        int low = addNode(9);
        int high = graph.addVertex(new VertexKind("node", "node", "", 1), 10, 10, Integer.MAX_VALUE);

        assertThat(graph.nodeOfRank(9)).isEqualTo(low);
        assertThat(graph.nodeOfRank(Integer.MAX_VALUE)).isEqualTo(high);
        assertThat(graph.nodeOfRank(8)).isEqualTo(ResourceGraph.NO_VERTEX);
        assertThat(graph.nodeOfRank(ResourceGraph.NO_RANK)).isEqualTo(ResourceGraph.NO_VERTEX);
    }

    @Test
    void verticesCanBeResized() {
        long before = graph.version();

        graph.resize(core, 4);

        assertThat(graph.size(core)).isEqualTo(4);
        assertThat(graph.type(core)).isEqualTo("core");
        assertThat(graph.version()).isGreaterThan(before);
    }

    @Test
    void stateAndStructureHaveSeparateVersions() {
        long structure = graph.version();
        long state = graph.stateVersion();

        graph.setDown(node, false);
        assertThat(graph.stateVersion()).isEqualTo(state);
        graph.setDown(node, true);
        assertThat(graph.stateVersion()).isEqualTo(state + 1);
        graph.setProperty(node, "class", "gold");
        graph.removeProperty(node, "class");
        assertThat(graph.stateVersion()).isEqualTo(state + 3);
        assertThat(graph.properties(node)).isEmpty();
        assertThat(graph.version()).isEqualTo(structure);
    }

    @Test
    void idsMayBeLarge() {
        int large = add("core", 1L << 40);

        assertThat(graph.id(large)).isEqualTo(1L << 40);
        assertThat(graph.id(core)).isEqualTo(5);
    }

    @Test
    void auxiliaryEdgesAreFoundFromBothEnds() {
        int pdu = add("pdu", 0);
        int spare = add("pdu", 1);
        int first = graph.addEdge(pdu, node, "power");
        int second = graph.addEdge(spare, node, "power");

        assertThat(graph.firstAuxiliaryIn(node)).isEqualTo(first);
        assertThat(graph.nextAuxiliaryIn(first)).isEqualTo(second);
        assertThat(graph.nextAuxiliaryIn(second)).isEqualTo(ResourceGraph.NO_EDGE);
        assertThat(graph.firstAuxiliaryIn(core)).isEqualTo(ResourceGraph.NO_EDGE);
    }

    private int addNode(int id) {
        return graph.addVertex(new VertexKind("node", "node", "", 1), id, graph.vertexCount(), id);
    }

    private int add(String type, long id) {
        return graph.addVertex(new VertexKind(type, type, "", 1), id, graph.vertexCount(), ResourceGraph.NO_RANK);
    }
}

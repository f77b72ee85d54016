package dev.sluice.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubsystemsTest {
    private final ResourceGraph graph = GraphBuilder.cluster("lab")
            .each("rack", 2, rack -> rack.each("node", 1, node -> node.each("core", 2)))
            .build();
    private final int panel = add("panel", 0);
    private final int[] pdus = {add("pdu", 0), add("pdu", 1)};

    SubsystemsTest() {
        graph.setRoot("power", panel);
        for (int i = 0; i < 2; i++) {
            graph.addEdge(panel, pdus[i], "power");
            graph.addEdge(pdus[i], at("/lab0/rack%d/node%d".formatted(i, i)), "power");
        }
        // Both feed the second node.
        graph.addEdge(pdus[0], at("/lab0/rack1/node1"), "power");
    }

    @Test
    void namesStandForCombinations() {
        assertThat(Subsystems.named("CA")).contains(Subsystems.CONTAINMENT);
        assertThat(Subsystems.named("pa")).contains(new Subsystems("power", List.of()));
        assertThat(Subsystems.named("C+P+IBA")).contains(new Subsystems("containment", List.of("power", "ibnet")));
        assertThat(Subsystems.named("V+PFS1BA")).contains(new Subsystems("virtual1", List.of("pfs1bw")));
        assertThat(Subsystems.named("IB+IBBA")).contains(new Subsystems("ibnet", List.of("ibnetbw")));
        assertThat(Subsystems.named("ALL"))
                .contains(new Subsystems("containment", List.of("ibnet", "ibnetbw", "pfs1bw", "power")));
    }

    @Test
    void otherNamesStandForNone() {
        for (String name : List.of("", "A", "C", "XA", "C+A", "C+CA", "+CA", "C+")) {
            assertThat(Subsystems.named(name)).as(name).isEmpty();
        }
    }

    @Test
    void theMissingSubsystemIsNamed() {
        assertThat(Subsystems.named("C+PA").orElseThrow().missingIn(graph)).isEmpty();
        assertThat(Subsystems.named("C+IBA").orElseThrow().missingIn(graph)).contains("ibnet");
    }

    @Test
    void theViewOfContainmentIsTheGraphItself() {
        assertThat(Subsystems.named("C+PA").orElseThrow().viewOf(graph)).isSameAs(graph);
    }

    @Test
    void theDominantSubsystemsEdgesBecomeTheTree() {
        ResourceGraph power = Subsystems.named("PA").orElseThrow().viewOf(graph);

        List<String> below = new ArrayList<>();
        power.forEachBelow(power.root(), vertex -> below.add(power.path(vertex)));

        // The second node hangs where a walk first comes upon it.
        assertThat(below)
                .containsExactly("/panel0/pdu0/node0", "/panel0/pdu0/node1", "/panel0/pdu0", "/panel0/pdu1", "/panel0");
        assertThat(power.dominant()).isEqualTo("power");
        assertThat(power.liveVertexCount()).isEqualTo(5);
        assertThat(power.nodeCount()).isEqualTo(2);
    }

    @Test
    void verticesKeepTheirPathsInOtherSubsystems() {
        ResourceGraph power = Subsystems.named("PA").orElseThrow().viewOf(graph);
        int node = power.findByPath("/panel0/pdu0/node0").orElseThrow();

        assertThat(power.paths(node))
                .isEqualTo(Map.of("power", "/panel0/pdu0/node0", "containment", "/lab0/rack0/node0"));
        assertThat(power.findByPath("/lab0/rack0/node0")).hasValue(node);
        assertThat(power.uniqId(node)).isEqualTo(graph.uniqId(at("/lab0/rack0/node0")));
    }

    @Test
    void theViewIncludesAuxiliarySubsystems() {
        ResourceGraph power = new Subsystems("power", List.of(ResourceGraph.CONTAINMENT)).viewOf(graph);
        int node = power.nodeOfRank(0);

        int edge = power.firstAuxiliaryIn(node);
        assertThat(power.type(power.source(edge))).isEqualTo("rack");
        assertThat(power.subsystem(edge)).isEqualTo("containment");
        assertThat(power.liveVertexCount()).isEqualTo(graph.vertexCount());
    }

    @Test
    void verticesAreFoundByTheirPathsInEverySubsystem() {
        assertThat(graph.findByPath("/panel0/pdu1")).hasValue(pdus[1]);
        assertThat(graph.findByPath("/panel0/pdu1/node1")).hasValue(at("/lab0/rack1/node1"));
        assertThat(graph.findByPath("/panel0/pdu2")).isEmpty();
    }

    private int at(String path) {
        return graph.findByPath(path).orElseThrow();
    }

    private int add(String type, long id) {
        return graph.addVertex(new VertexKind(type, type, "", 1), id, graph.vertexCount(), ResourceGraph.NO_RANK);
    }
}

package dev.sluice.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphBuilderTest {

    @Test
    void idsCountPerNodeOrPerMachine() {
        ResourceGraph graph = GraphBuilder.cluster("lab")
                .each(
                        "rack",
                        2,
                        rack -> rack.each("node", 2, node -> node.each("socket", 2, socket -> socket.each("core", 2))))
                .build();

        assertThat(graph.findByPath("/lab0/rack1/node3/socket1/core3")).isPresent();
        assertThat(graph.findByPath("/lab0/rack1/node2/socket0/core1")).isPresent();
        assertThat(graph.nodeCount()).isEqualTo(4);
        assertThat(graph.path(graph.nodeOfRank(3))).isEqualTo("/lab0/rack1/node3");
    }

    @Test
    void poolsAreDivisibleAndBanksAreNot() {
        ResourceGraph graph = GraphBuilder.cluster("lab")
                .each("node", 1, node -> node.pool("cpu", "milli", 64_000).banks("memory", 2, "GB", 32))
                .build();

        int pool = graph.findByPath("/lab0/node0/cpu0").orElseThrow();
        int bank = graph.findByPath("/lab0/node0/memory1").orElseThrow();
        assertThat(graph.isDivisible(pool)).isTrue();
        assertThat(graph.size(pool)).isEqualTo(64_000);
        assertThat(graph.isDivisible(bank)).isFalse();
        assertThat(graph.kind(bank).unit()).isEqualTo("GB");
    }

    @Test
    void hostsHaveNamesPropertiesAndAStatus() {
        ResourceGraph graph = GraphBuilder.cluster("lab")
                .host("login", node -> node.property("class", "gold").down())
                .build();

        int node = graph.findByPath("/lab0/login").orElseThrow();
        assertThat(graph.isDown(node)).isTrue();
        assertThat(graph.properties(node)).isEqualTo(Map.of("class", "gold"));
        assertThat(graph.rank(node)).isZero();
    }
}

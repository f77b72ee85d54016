package dev.sluice.graph.io;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.exclusive;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static dev.sluice.graph.Jobs.some;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.rset.ResourceSet;
import dev.sluice.jobspec.rset.ResourceSetReader;
import org.junit.jupiter.api.Test;

class RWriterTest {
    private static final Machine MACHINE =
            Machine.ofNodes(3).withSockets(2).withCores(2).withGpus(1);

    @Test
    void nodesWithEqualResourcesShareAnEntry() {
        WriterFixture placed =
                WriterFixture.placing(MACHINE, node(2, some("socket", 2, slot(1, core(1), some(VertexKind.GPU, 1)))));

        assertThat(RWriter.rlite(placed.graph(), placed.placement())).isEqualTo("""
                [{"rank": "0-1", "children": {"core": "0,2", "gpu": "0-1"}}]
                """);
    }

    @Test
    void aNodeWithoutARankIsRefused() {
        ResourceGraph graph = new ResourceGraph();
        int node = graph.addVertex(new VertexKind("node", "node", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, node);
        int core = graph.addVertex(new VertexKind("core", "core", "", 1), 0, 1, ResourceGraph.NO_RANK);
        int edge = graph.addEdge(node, core, ResourceGraph.CONTAINMENT);
        Placement.Builder placement = Placement.builder();
        placement.add(core, edge, 1, true, 2);
        placement.add(node, ResourceGraph.NO_EDGE, 1, true, 1);

        assertThatThrownBy(() -> RWriter.rlite(graph, placement.build()))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("/node0 has no rank");
    }

    @Test
    void nodesWithDifferentResourcesHaveEntriesOfTheirOwn() {
        WriterFixture placed = WriterFixture.placing(Machine.ofNodes(2).withCores(2), slot(3, core(1)));

        assertThat(RWriter.rlite(placed.graph(), placed.placement())).isEqualTo("""
                [{"rank": "1", "children": {"core": "0"}}, {"rank": "0", "children": {"core": "0-1"}}]
                """);
    }

    @Test
    void aResourceSetNamesHostsAndTimes() {
        WriterFixture placed = WriterFixture.placing(MACHINE, exclusive(node(3)));

        assertThat(RWriter.rv1(placed.graph(), placed.placement(), 5, 65)).isEqualTo("""
                {"version": 1, "execution": {"R_lite": [{"rank": "0-2", "children": {"core": "0-3", "gpu": "0-1"}}], \
                "nodelist": ["node[0-2]"], "starttime": 5, "expiration": 65}}
                """);
    }

    @Test
    void aResourceSetReadsBack() {
        WriterFixture placed = WriterFixture.placing(MACHINE, slot(7, core(1)));

        ResourceSet read = ResourceSetReader.read(RWriter.rv1(placed.graph(), placed.placement(), 0, 60), "R.json");

        assertThat(read.count(VertexKind.CORE)).isEqualTo(7);
        assertThat(read.nodelist().size()).isEqualTo(read.ranks().size());
    }

    @Test
    void aPlacementWithoutNodesIsAnEmptyString() {
        Placement.Builder rackOnly = Placement.builder();
        ResourceGraph graph = MACHINE.build();
        rackOnly.add(graph.root(), ResourceGraph.NO_EDGE, 1, false, 1);

        assertThat(RWriter.rlite(graph, rackOnly.build())).isEmpty();
        assertThat(RWriter.rv1(graph, rackOnly.build(), 0, 60)).isEmpty();
    }
}

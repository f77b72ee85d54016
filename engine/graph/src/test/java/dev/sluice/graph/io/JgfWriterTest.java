package dev.sluice.graph.io;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.exclusive;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static dev.sluice.graph.Jobs.some;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import org.junit.jupiter.api.Test;

class JgfWriterTest {

    @Test
    void defaultsAreOmitted() {
        WriterFixture placed = WriterFixture.placing(Machine.ofNodes(1).withCores(1), node(1, slot(1, core(1))));

        assertThat(JgfWriter.write(placed.graph(), placed.placement())).isEqualTo("""
                {"graph": {"nodes": [\
                {"id": "2", "metadata": {"type": "core", "id": 0, "rank": -1, "exclusive": true, \
                "paths": {"containment": "/cluster0/node0/core0"}}}, \
                {"id": "1", "metadata": {"type": "node", "id": 0, "rank": 0, \
                "paths": {"containment": "/cluster0/node0"}}}, \
                {"id": "0", "metadata": {"type": "cluster", "id": 0, "rank": -1, \
                "paths": {"containment": "/cluster0"}}}], \
                "edges": [{"source": "1", "target": "2"}, {"source": "0", "target": "1"}]}}
                """);
    }

    @Test
    void fieldsAreInFluxSchedsOrder() {
        ResourceGraph graph = new ResourceGraph();
        int bank = graph.addVertex(new VertexKind("memory", "bank", "GB", 32), 4, 9, 2);
        graph.setName(bank, "left bank");
        graph.setProperty(bank, "maker", "a \"b\" \\ c");
        Placement.Builder placement = Placement.builder();
        placement.add(bank, ResourceGraph.NO_EDGE, 16, true, 1);

        assertThat(JgfWriter.write(graph, placement.build())).isEqualTo("""
                {"graph": {"nodes": [{"id": "9", "metadata": {"type": "memory", "basename": "bank", \
                "name": "left bank", "id": 4, "rank": 2, "properties": {"maker": "a \\"b\\" \\\\ c"}, "unit": "GB", \
                "exclusive": true, "size": 16, "paths": {"containment": "/left bank"}}}], "edges": []}}
                """);
    }

    @Test
    void edgesOutsideOfContainmentNameTheirSubsystem() {
        ResourceGraph graph = new ResourceGraph();
        int pdu = graph.addVertex(new VertexKind("pdu", "pdu", "", 1), 0, 0, ResourceGraph.NO_RANK);
        int node = graph.addVertex(new VertexKind("node", "node", "", 1), 0, 1, 0);
        int edge = graph.addEdge(pdu, node, "power");
        Placement.Builder placement = Placement.builder();
        placement.add(node, edge, 1, false, 2);

        assertThat(JgfWriter.write(graph, placement.build()))
                .contains("{\"source\": \"0\", \"target\": \"1\", \"metadata\": {\"subsystem\": \"power\"}}");
    }

    @Test
    void anEmptyPlacementIsAnEmptyString() {
        assertThat(JgfWriter.write(new ResourceGraph(), Placement.builder().build()))
                .isEmpty();
    }

    @Test
    void writtenPlacementsReadBackUnchanged() {
        Machine machine =
                Machine.ofNodes(2).inRacks(1).withSockets(2).withCores(2).withMemory(1, 16);
        WriterFixture placed = WriterFixture.placing(machine, exclusive(some("rack", 1)));
        String written = JgfWriter.write(placed.graph(), placed.placement());

        ResourceGraph read = JgfReader.read(written, "placed.json");

        assertThat(read.vertexCount()).isEqualTo(placed.placement().size());
        for (int i = 0; i < placed.placement().size(); i++) {
            int was = placed.placement().vertex(i);
            int is = read.findByPath(placed.graph().path(was)).orElseThrow();
            assertThat(read.kind(is)).isEqualTo(placed.graph().kind(was));
            assertThat(read.id(is)).isEqualTo(placed.graph().id(was));
            assertThat(read.uniqId(is)).isEqualTo(placed.graph().uniqId(was));
            assertThat(read.rank(is)).isEqualTo(placed.graph().rank(was));
        }
    }
}

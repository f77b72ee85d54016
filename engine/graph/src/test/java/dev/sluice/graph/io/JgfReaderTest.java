package dev.sluice.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class JgfReaderTest {
    private static final String CLUSTER = """
            {"id": "0", "metadata": {"type": "cluster", "paths": {"containment": "/cluster0"}}}""";

    private static final String NODE = """
            {"id": "1", "metadata": {"type": "node", "paths": {"containment": "/cluster0/node1"}}}""";

    @Test
    void anEdgeThatIsListedTwiceIsOne() {
        ResourceGraph graph = read(CLUSTER + ", " + NODE, edge("0", "1") + ", " + edge("0", "1"));

        assertThat(graph.isTree()).isTrue();
        assertThat(graph.edgeCount()).isEqualTo(1);
    }

    @Test
    void aVertexMayHaveSeveralParents() {
        String rack = CLUSTER.replace("\"0\"", "\"2\"").replace("/cluster0", "/cluster0/rack2");
        ResourceGraph graph = read(
                CLUSTER + ", " + NODE + ", " + rack, edge("2", "1") + ", " + edge("0", "2") + ", " + edge("0", "1"));

        assertThat(graph.isTree()).isFalse();
        assertThat(graph.parent(1)).isEqualTo(2);
        assertThat(graph.parentEdges(1)).containsExactly(0, 2);
        assertThat(graph.path(1)).isEqualTo("/cluster0/node1");
    }

    @Nested
    class Reads {
        @Test
        void allFieldsOfAVertex() {
            ResourceGraph graph = read(CLUSTER + """
                    , {"id": "1", "metadata": {"type": "node", "basename": "tux", "name": "tux07", "id": 7,
                       "uniq_id": 41, "rank": 3, "status": 1, "unit": "box", "size": 2,
                       "properties": {"fast": "", "arch": "arm"}, "paths": {"containment": "/cluster0/tux07"}}}""", edge("0", "1"));

            int node = graph.findByPath("/cluster0/tux07").orElseThrow();
            assertThat(graph.type(node)).isEqualTo("node");
            assertThat(graph.kind(node).basename()).isEqualTo("tux");
            assertThat(graph.kind(node).unit()).isEqualTo("box");
            assertThat(graph.name(node)).isEqualTo("tux07");
            assertThat(graph.id(node)).isEqualTo(7);
            assertThat(graph.uniqId(node)).isEqualTo(41);
            assertThat(graph.rank(node)).isEqualTo(3);
            assertThat(graph.isDown(node)).isTrue();
            assertThat(graph.size(node)).isEqualTo(2);
            assertThat(graph.properties(node)).isEqualTo(Map.of("fast", "", "arch", "arm"));
            assertThat(graph.parent(node)).isEqualTo(graph.root());
        }

        @Test
        void omittedFieldsAsDefaults() {
            ResourceGraph graph = read(CLUSTER + """
                    , {"id": "12", "metadata": {"type": "core", "paths": {"containment": "/cluster0/core12"}}}""", edge("0", "12"));

            int core = graph.findByPath("/cluster0/core12").orElseThrow();
            assertThat(graph.kind(core).basename()).isEqualTo("core");
            assertThat(graph.name(core)).isEqualTo("core12");
            assertThat(graph.uniqId(core)).isEqualTo(12);
            assertThat(graph.id(core)).isEqualTo(12);
            assertThat(graph.rank(core)).isEqualTo(ResourceGraph.NO_RANK);
            assertThat(graph.isDown(core)).isFalse();
            assertThat(graph.size(core)).isEqualTo(1);
            assertThat(graph.kind(core).unit()).isEmpty();
            assertThat(graph.properties(core)).isEmpty();
        }

        @Test
        void edgesOfOtherSubsystemsWithoutTakingThemForContainment() {
            ResourceGraph graph = read(CLUSTER + """
                    , {"id": "1", "metadata": {"type": "pdu",
                       "paths": {"containment": "/cluster0/pdu1", "power": "/pdu1"}}}""", """
                    {"source": "0", "target": "1"},
                    {"source": "1", "target": "0", "metadata": {"subsystem": "power"}}""");

            int pdu = graph.root("power");
            assertThat(graph.type(pdu)).isEqualTo("pdu");
            assertThat(graph.paths(pdu)).isEqualTo(Map.of("containment", "/cluster0/pdu1", "power", "/pdu1"));
            assertThat(graph.subsystem(graph.firstOut(pdu))).isEqualTo("power");
            assertThat(graph.parent(graph.root())).isEqualTo(ResourceGraph.NO_VERTEX);
        }

        @Test
        void edgesListedInBothDirectionsAsTheOneThatLeadsDown() {
            ResourceGraph graph = read(CLUSTER + ", " + NODE, edge("1", "0") + ", " + edge("0", "1"));

            assertThat(graph.edgeCount()).isEqualTo(1);
            assertThat(graph.parent(graph.root())).isEqualTo(ResourceGraph.NO_VERTEX);
            assertThat(graph.target(graph.firstOut(graph.root()))).isEqualTo(1);
        }

        @Test
        void theNumberOfANodeFromItsName() {
            ResourceGraph graph = JgfReader.read(
                    "{\"graph\": {\"nodes\": [{\"id\": \"5\", \"metadata\": {\"type\": \"node\", \"name\": \"tux07\","
                            + " \"paths\": {\"containment\": \"/tux07\"}}}]}}",
                    "lab.json");

            assertThat(graph.id(0)).isEqualTo(7);
            assertThat(graph.name(0)).isEqualTo("tux07");
        }

        @Test
        void filesWithUnknownKeys() {
            ResourceGraph graph = JgfReader.read("""
                    {"version": [1, {"graph": 2}], "graph": {"directed": true, "nodes": [
                      {"label": {"a": 1}, "id": "0", "metadata":
                        {"ephemeral": {"slot": ["x"]}, "type": "cluster", "paths": {"containment": "/cluster0"}}}
                    ], "edges": []}}""", "lab.json");

            assertThat(graph.vertexCount()).isEqualTo(1);
        }

        @Test
        void aPartThatHasNoRoot() {
            String part = """
                    {"graph": {"nodes": [
                      {"id": "5", "metadata": {"type": "core", "paths": {"containment": "/cluster0/node0/core5"}}}
                    ]}}""";

            assertThat(JgfReader.readPart(part, "part.json").path(0)).isEqualTo("/cluster0/node0/core5");
            assertThatThrownBy(() -> JgfReader.read(part, "part.json"))
                    .isInstanceOf(GraphException.class)
                    .hasMessageStartingWith("part.json:")
                    .hasMessageContaining("there is no root");
        }
    }

    @Nested
    class Refuses {
        @Test
        void textThatIsNotJson() {
            assertThatThrownBy(() -> JgfReader.read("{\"graph\": nodes}", "lab.json"))
                    .isInstanceOf(GraphException.class)
                    .hasMessageStartingWith("lab.json:1:11: invalid JSON: ")
                    .hasMessageContaining("nodes");
        }

        @Test
        void truncatedText() {
            assertThatThrownBy(() -> JgfReader.read("{\"graph\": {\"nodes\": [", "lab.json"))
                    .isInstanceOf(GraphException.class)
                    .hasMessageStartingWith("lab.json");
        }

        @Test
        void otherDocuments() {
            assertRefused("[]", "lab.json:1:1: the file is not an object");
            assertRefused("{\"nodes\": []}", "lab.json: no \"graph\" at the top");
            assertRefused("{\"graph\": []}", "lab.json:1:11: graph is not an object");
            assertRefused("{\"graph\": {\"nodes\": 7}}", "lab.json:1:21: nodes is not a list");
            assertRefused("{\"graph\": {\"nodes\": [7]}}", "lab.json:1:22: an element of nodes is not an object");
        }

        @Test
        void verticesWithoutIdTypeOrPaths() {
            String message = "lab.json:2:1: a vertex needs an id, and in its metadata a type and paths";

            assertRefusedVertex("{\"metadata\": {\"type\": \"node\", \"paths\": {\"containment\": \"/n0\"}}}", message);
            assertRefusedVertex("{\"id\": \"0\", \"metadata\": {\"paths\": {\"containment\": \"/n0\"}}}", message);
            assertRefusedVertex("{\"id\": \"0\", \"metadata\": {\"type\": \"node\"}}", message);
        }

        @Test
        void idsThatAreNotNumbersWithoutAUniqId() {
            assertRefusedVertex(
                    CLUSTER.replace("\"0\"", "\"zero\""),
                    "lab.json:2:1: the id (zero) is not a number, and there is no uniq_id");
        }

        @Test
        void idsUsedTwice() {
            assertRefusedVertex(CLUSTER + ",\n" + CLUSTER, "lab.json:3:1: the id (0) is used twice");
        }

        @Test
        void malformedNumbers() {
            assertRefusedVertex(
                    "{\"id\": \"0\", \"metadata\": {\"size\": \"big\"}}",
                    "lab.json:2:34: size (big) is not a whole number");
            assertRefusedVertex(
                    "{\"id\": \"0\", \"metadata\": {\"rank\": 1.5}}",
                    "lab.json:2:34: rank (1.5) is not a whole number");
        }

        @Test
        void sizesBelowOne() {
            assertRefusedVertex(
                    "{\"id\": \"7\", \"metadata\": {\"type\": \"memory\", \"size\": 0,"
                            + " \"paths\": {\"containment\": \"/m7\"}}}",
                    "lab.json:2:1: the size (0) of the vertex (7) is below 1");
        }

        @Test
        void ranksThatAreTooLarge() {
            assertRefusedVertex(
                    "{\"id\": \"0\", \"metadata\": {\"rank\": 2147483648}}",
                    "lab.json:2:34: rank (2147483648) is too large");
        }

        @Test
        void edgesThatContradictThePaths() {
            String other = CLUSTER.replace("\"0\"", "\"2\"").replace("/cluster0", "/cluster0/rack2");

            assertThatThrownBy(() -> read(CLUSTER + ", " + NODE + ", " + other, edge("2", "1")))
                    .isInstanceOf(GraphException.class)
                    .hasMessageStartingWith("lab.json:")
                    .hasMessageEndingWith(
                            "an edge leads from (/cluster0/rack2) to (/cluster0/node1), which is not below it");
        }

        @Test
        void secondRoots() {
            String other = CLUSTER.replace("\"0\"", "\"2\"").replace("cluster0", "cluster2");

            assertThatThrownBy(() -> read(CLUSTER + ", " + other, ""))
                    .isInstanceOf(GraphException.class)
                    .hasMessageEndingWith("the path (/cluster2) makes a second root of containment");
        }

        @Test
        void pathsThatAreTooDeep() {
            String deep = NODE.replace("/cluster0/node1", "/a".repeat(101));

            assertThatThrownBy(() -> read(CLUSTER + ", " + deep, ""))
                    .isInstanceOf(GraphException.class)
                    .hasMessageContaining("a path has more than 100 levels");
        }

        @Test
        void verticesThatContainThemselves() {
            String one = CLUSTER.replace("\"0\"", "\"2\"").replace("/cluster0", "/cluster0/rack2");
            String other = CLUSTER.replace("\"0\"", "\"3\"").replace("/cluster0", "/cluster0/rack3");
            String edges = String.join(
                    ", ",
                    edge("0", "1"),
                    edge("0", "2"),
                    edge("0", "3"),
                    edge("1", "2"),
                    edge("2", "3"),
                    edge("3", "1"));

            assertThatThrownBy(() -> read(CLUSTER + ", " + NODE + ", " + one + ", " + other, edges))
                    .isInstanceOf(GraphException.class)
                    .hasMessageStartingWith("lab.json: the vertex (")
                    .hasMessageContaining("contains itself");
        }

        @Test
        void edgesToUnknownVertices() {
            assertThatThrownBy(() -> read(CLUSTER, edge("0", "9")))
                    .isInstanceOf(GraphException.class)
                    .hasMessageStartingWith("lab.json:")
                    .hasMessageEndingWith("an edge names an unknown vertex (9)");
        }

        private void assertRefusedVertex(String vertex, String message) {
            assertRefused("{\"graph\": {\"nodes\": [\n" + vertex + "\n]}}", message);
        }

        private void assertRefused(String text, String message) {
            assertThatThrownBy(() -> JgfReader.read(text, "lab.json"))
                    .isInstanceOf(GraphException.class)
                    .hasMessageStartingWith(message);
        }
    }

    private static ResourceGraph read(String vertices, String edges) {
        return JgfReader.read("{\"graph\": {\"nodes\": [" + vertices + "],\n\"edges\": [" + edges + "]}}", "lab.json");
    }

    private static String edge(String source, String target) {
        return "{\"source\": \"%s\", \"target\": \"%s\"}".formatted(source, target);
    }
}

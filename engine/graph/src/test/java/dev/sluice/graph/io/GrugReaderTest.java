package dev.sluice.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class GrugReaderTest {

    @Nested
    class Reads {
        @Test
        void partsAreGeneratedDepthFirst() {
            ResourceGraph graph = read(
                    part("lab", "cluster", "root=1"),
                    part("n", "node"),
                    part("c", "core"),
                    part("g", "gpu"),
                    link("lab", "n", "multi_scale=2"),
                    link("n", "c", "multi_scale=2"),
                    link("n", "g"));

            assertThat(paths(graph))
                    .containsExactly(
                            "/cluster0",
                            "/cluster0/node0",
                            "/cluster0/node1",
                            "/cluster0/node0/core0",
                            "/cluster0/node0/core1",
                            "/cluster0/node1/core0",
                            "/cluster0/node1/core1",
                            "/cluster0/node0/gpu0",
                            "/cluster0/node1/gpu0");
        }

        @Test
        void omittedKeysHaveDefaults() {
            ResourceGraph graph = read(part("lab", "cluster", "root=1"), part("n", "node"), link("lab", "n"));

            int node = at(graph, "/cluster0/node0");
            assertThat(graph.kind(node).basename()).isEqualTo("node");
            assertThat(graph.kind(node).unit()).isEmpty();
            assertThat(graph.size(node)).isEqualTo(1);
            assertThat(graph.id(node)).isZero();
            assertThat(graph.root()).isEqualTo(at(graph, "/cluster0"));
            assertThat(graph.subsystems()).containsExactly(ResourceGraph.CONTAINMENT);
        }

        @Test
        void theDefaultOfAKeyIsThatOfTheRecipe() {
            ResourceGraph graph = GrugReader.read(
                    recipe(
                            "<key id=\"d0\" for=\"node\" attr.name=\"size\"><default>7</default></key>",
                            part("lab", "cluster", "root=1")),
                    "lab.graphml");

            assertThat(graph.size(graph.root())).isEqualTo(7);
        }

        @Test
        void keysAreKnownByTheirNamesNotTheirIds() {
            ResourceGraph graph = GrugReader.read(
                    recipe(
                            "<key id=\"k7\" for=\"node\" attr.name=\"basename\"/>",
                            part("lab", "cluster", "root=1", "k7=lab")),
                    "lab.graphml");

            assertThat(graph.path(graph.root())).isEqualTo("/lab0");
        }

        @Test
        void sizesUnitsAndBasenamesAreThoseOfThePart() {
            ResourceGraph graph = read(
                    part("lab", "cluster", "root=1", "basename=lab"),
                    part("m", "memory", "basename=bank", "size=32", "unit=GB"),
                    link("lab", "m"));

            int bank = at(graph, "/lab0/bank0");
            assertThat(graph.type(bank)).isEqualTo("memory");
            assertThat(graph.size(bank)).isEqualTo(32);
            assertThat(graph.kind(bank).unit()).isEqualTo("GB");
        }

        @Test
        void idsRestartAtTheScope() {
            ResourceGraph graph = read(
                    part("lab", "cluster", "root=1"),
                    part("n", "node"),
                    part("s", "socket"),
                    part("c", "core"),
                    link("lab", "n", "multi_scale=2"),
                    link("n", "s", "multi_scale=2", "id_scope=1"),
                    link("s", "c", "multi_scale=2", "id_scope=1"));

            assertThat(paths(graph))
                    .contains(
                            "/cluster0/node0/socket0/core1",
                            "/cluster0/node0/socket1/core2",
                            "/cluster0/node1/socket2/core0",
                            "/cluster0/node1/socket3/core3")
                    .doesNotContain("/cluster0/node1/socket0", "/cluster0/node1/socket2/core4");
        }

        @Test
        void aScopeAboveTheRootIsTheRoot() {
            ResourceGraph graph = read(
                    part("lab", "cluster", "root=1"),
                    part("n", "node"),
                    part("c", "core"),
                    link("lab", "n", "multi_scale=2"),
                    link("n", "c", "id_scope=9"));

            assertThat(paths(graph)).contains("/cluster0/node0/core0", "/cluster0/node1/core1");
        }

        @Test
        void idsFollowStartAndStride() {
            ResourceGraph graph = read(
                    part("lab", "cluster", "root=1"),
                    part("n", "node"),
                    link("lab", "n", "multi_scale=3", "id_start=10", "id_stride=5", "id_scope=1"));

            assertThat(paths(graph))
                    .containsExactly("/cluster0", "/cluster0/node10", "/cluster0/node15", "/cluster0/node20");
        }

        @Test
        void withinOneParentIdsIncreaseByOne() {
            ResourceGraph graph = read(
                    part("lab", "cluster", "root=1"),
                    part("n", "node"),
                    link("lab", "n", "multi_scale=2", "id_start=10", "id_stride=5"));

            assertThat(paths(graph)).containsExactly("/cluster0", "/cluster0/node10", "/cluster0/node11");
        }

        @Test
        void aNegativeScopeGivesNoIds() {
            ResourceGraph graph =
                    read(part("lab", "cluster", "root=1"), part("s", "switch"), link("lab", "s", "id_scope=-1"));

            assertThat(paths(graph)).containsExactly("/cluster0", "/cluster0/switch");
        }

        @Test
        void partsOfOtherSubsystemsAreJoinedWithAllOfAType() {
            ResourceGraph graph = read(
                    part("lab", "cluster", "root=1"),
                    part("n", "node"),
                    part("net", "switch", "root=1", "subsystem=ib"),
                    part("ibnode", "node", "subsystem=ib"),
                    link("lab", "n", "multi_scale=2"),
                    link("net", "ibnode", "e_subsystem=ib", "gen_method=ASSOCIATE_IN"));

            assertThat(graph.vertexCount()).isEqualTo(4);
            assertThat(graph.root("ib")).isEqualTo(3);
            int node = at(graph, "/cluster0/node1");
            assertThat(graph.paths(node)).isEqualTo(Map.of("containment", "/cluster0/node1", "ib", "/switch0/node1"));
            assertThat(graph.paths(3)).isEqualTo(Map.of("ib", "/switch0"));
            assertThat(graph.source(graph.firstAuxiliaryIn(node))).isEqualTo(3);
        }

        @Test
        void partsOfOtherSubsystemsAreJoinedByPath() {
            ResourceGraph graph = read(
                    part("lab", "cluster", "root=1"),
                    part("r", "rack"),
                    part("n", "node"),
                    part("panel", "panel", "root=1", "subsystem=power"),
                    part("rackpower", "rack", "subsystem=power"),
                    part("nodepower", "node", "subsystem=power"),
                    link("lab", "r", "multi_scale=2"),
                    link("r", "n", "multi_scale=2", "id_scope=1"),
                    link("panel", "rackpower", "e_subsystem=power", "gen_method=ASSOCIATE_IN"),
                    link(
                            "rackpower",
                            "nodepower",
                            "e_subsystem=power",
                            "gen_method=ASSOCIATE_BY_PATH_IN",
                            "as_tgt_subsystem=containment",
                            "as_src_uplvl=0",
                            "as_tgt_uplvl=1"));

            assertThat(graph.path(at(graph, "/cluster0/rack1/node3"), "power")).isEqualTo("/panel0/rack1/node3");
            assertThat(graph.path(at(graph, "/cluster0/rack0/node0"), "power")).isEqualTo("/panel0/rack0/node0");
        }

        @Test
        void nodesAreRankedInCreationOrder() {
            ResourceGraph graph = read(
                    part("lab", "cluster", "root=1"),
                    part("r", "rack"),
                    part("n", "node"),
                    part("c", "core"),
                    link("lab", "r", "multi_scale=2"),
                    link("r", "n", "multi_scale=2"),
                    link("n", "c"));

            assertThat(graph.rank(at(graph, "/cluster0/rack0/node0"))).isZero();
            assertThat(graph.rank(at(graph, "/cluster0/rack1/node1"))).isEqualTo(3);
            assertThat(graph.rank(at(graph, "/cluster0/rack1"))).isEqualTo(ResourceGraph.NO_RANK);
            assertThat(graph.rank(at(graph, "/cluster0/rack1/node1/core0"))).isEqualTo(ResourceGraph.NO_RANK);
        }
    }

    @Nested
    class Refuses {
        @Test
        void textThatIsNotXml() {
            assertThatThrownBy(() -> GrugReader.read("<graphml>\n  <graph>\n", "lab.graphml"))
                    .isInstanceOf(GraphException.class)
                    .hasMessageStartingWith("lab.graphml:3:")
                    .hasMessageContaining("not well-formed XML");
        }

        @Test
        void entitiesOfOtherFiles() {
            String text = """
                    <!DOCTYPE graphml [<!ENTITY other SYSTEM "file:///etc/hostname">]>
                    <graphml><graph><node id="lab"><data key="type">&other;</data></node></graph></graphml>
                    """;

            assertThatThrownBy(() -> GrugReader.read(text, "lab.graphml")).isInstanceOf(GraphException.class);
        }

        @Test
        void aRecipeWithoutARoot() {
            assertRefusedWhole("lab.graphml: no node is the root", part("lab", "cluster"));
        }

        @Test
        void aNodeWithoutAType() {
            assertRefused("lab.graphml:4:", "the node 'lab' has no <data key=\"type\">", "<node id=\"lab\"></node>");
        }

        @Test
        void aNodeWithoutAnId() {
            assertRefused("lab.graphml:4:", "<node> has no attribute 'id'", "<node></node>");
        }

        @Test
        void malformedNumbers() {
            assertRefused("lab.graphml:4:", "size (many)", part("lab", "cluster", "root=1", "size=many"));
            assertRefused("lab.graphml:4:", "size (-1)", part("lab", "cluster", "root=1", "size=-1"));
            assertRefused(
                    "lab.graphml:6:",
                    "multi_scale (9999999999)",
                    part("lab", "cluster", "root=1"),
                    part("n", "node"),
                    link("lab", "n", "multi_scale=9999999999"));
        }

        @Test
        void unknownGenerationMethods() {
            assertRefused(
                    "lab.graphml:6:",
                    "gen_method (DIVIDE)",
                    part("lab", "cluster", "root=1"),
                    part("n", "node"),
                    link("lab", "n", "gen_method=DIVIDE"));
        }

        @Test
        void edgesToUnknownNodes() {
            assertRefusedWhole(
                    "lab.graphml: an edge leads to an unknown node 'n'",
                    part("lab", "cluster", "root=1"),
                    link("lab", "n"));
        }

        private void assertRefusedWhole(String start, String... lines) {
            assertThatThrownBy(() -> read(lines))
                    .isInstanceOf(GraphException.class)
                    .hasMessageStartingWith(start);
        }

        private void assertRefused(String start, String what, String... lines) {
            assertThatThrownBy(() -> read(lines))
                    .isInstanceOf(GraphException.class)
                    .hasMessageStartingWith(start)
                    .hasMessageContaining(what);
        }
    }

    private static ResourceGraph read(String... lines) {
        return GrugReader.read(recipe("", lines), "lab.graphml");
    }

    /// The lines follow the third one of the file.
    private static String recipe(String keys, String... lines) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <graphml xmlns="http://graphml.graphdrawing.org/xmlns">%s
                <graph id="lab" edgedefault="directed">
                %s
                </graph></graphml>
                """.formatted(keys, String.join("\n", lines));
    }

    private static String part(String name, String type, String... data) {
        List<String> all = new ArrayList<>(List.of(data));
        all.add("type=" + type);
        return "<node id=\"%s\">%s</node>".formatted(name, data(all));
    }

    private static String link(String source, String target, String... data) {
        return "<edge source=\"%s\" target=\"%s\">%s</edge>".formatted(source, target, data(List.of(data)));
    }

    private static String data(List<String> data) {
        StringBuilder text = new StringBuilder();
        for (String each : data) {
            int equals = each.indexOf('=');
            text.append("<data key=\"%s\">%s</data>".formatted(each.substring(0, equals), each.substring(equals + 1)));
        }
        return text.toString();
    }

    private static int at(ResourceGraph graph, String path) {
        return graph.findByPath(path).orElseThrow();
    }

    private static List<String> paths(ResourceGraph graph) {
        return IntStream.range(0, graph.vertexCount()).mapToObj(graph::path).toList();
    }
}

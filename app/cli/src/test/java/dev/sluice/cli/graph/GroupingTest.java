package dev.sluice.cli.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class GroupingTest {
    private static final VertexKind CLUSTER = new VertexKind("cluster", "cluster", "", 1);
    private static final VertexKind NODE = new VertexKind("node", "node", "", 1);
    private static final VertexKind CORE = new VertexKind("core", "core", "", 1);
    private static final VertexKind MEMORY = new VertexKind("memory", "memory", "GB", 8);

    private final ResourceGraph graph = new ResourceGraph();
    private final int root = add(CLUSTER, 0, ResourceGraph.NO_VERTEX);

    @Test
    void tenThousandNodesThatAreAlikeAreOneGroup() {
        for (int i = 0; i < 10_000; i++) {
            int node = add(NODE, i, root);
            add(CORE, 0, node);
            add(CORE, 1, node);
        }

        Group nodes = Grouping.of(graph, Use.none()).children().getFirst();

        assertThat(nodes.names()).isEqualTo("node[0-9999]");
        assertThat(nodes.count()).isEqualTo(10_000);
        assertThat(nodes.up()).isEqualTo(10_000);
        assertThat(nodes.children()).singleElement().satisfies(cores -> {
            assertThat(cores.names()).isEqualTo("core[0-1]");
            assertThat(cores.count()).isEqualTo(2);
            assertThat(cores.total()).isEqualTo(20_000);
        });
    }

    @Test
    void nodesWithDifferentContentsAreTwoGroupsHoweverTheyAreMixed() {
        for (int i = 0; i < 6; i++) {
            int node = add(NODE, i, root);
            add(CORE, 0, node);
            if (i % 2 == 1) {
                add(MEMORY, 0, node);
            }
        }

        assertThat(Grouping.of(graph, Use.none()).children())
                .extracting(Group::names)
                .containsExactly("node[0,2,4]", "node[1,3,5]");
    }

    @Test
    void theOrderOfTheChildrenDoesNotMatter() {
        int one = add(NODE, 0, root);
        add(CORE, 0, one);
        add(MEMORY, 0, one);
        int other = add(NODE, 1, root);
        add(MEMORY, 0, other);
        add(CORE, 0, other);

        assertThat(Grouping.of(graph, Use.none()).children())
                .singleElement()
                .satisfies(nodes -> assertThat(nodes.count()).isEqualTo(2));
    }

    @Test
    void childrenOfADownVertexAreDown() {
        for (int i = 0; i < 3; i++) {
            add(CORE, 0, add(NODE, i, root));
        }
        graph.setDown(3, true);

        Group nodes = Grouping.of(graph, Use.none()).children().getFirst();

        assertThat(nodes.up()).isEqualTo(2);
        assertThat(nodes.down()).isEqualTo("node1");
        assertThat(nodes.children().getFirst().up()).isEqualTo(2);
        assertThat(nodes.children().getFirst().down()).isEmpty();
    }

    @Test
    void namesThatAreNoNumbersAreListed() {
        for (String host : new String[] {"login", "rack1-a", "n007", "n008"}) {
            graph.setName(add(NODE, -1, root), host);
        }

        assertThat(Grouping.of(graph, Use.none()).children().getFirst().names()).isEqualTo("login,rack1-a,n[007-008]");
    }

    @Test
    void sizesAddUpByTypeAndUnit() {
        for (int i = 0; i < 3; i++) {
            add(MEMORY, i, root);
        }
        add(new VertexKind("memory", "memory", "GB", 2), 3, root);

        assertThat(Total.of(Grouping.of(graph, Use.none())))
                .last()
                .isEqualTo(new Total("memory", "GB", 4, 26, 4, 0, 4));
    }

    @Test
    void levelsCanBeCutOff() {
        add(CORE, 0, add(NODE, 0, root));
        Group whole = Grouping.of(graph, Use.none());

        assertThat(whole.levelsBelow()).isEqualTo(2);
        assertThat(whole.upTo(1).levelsBelow()).isEqualTo(1);
        assertThat(whole.upTo(0).children()).isEmpty();
    }

    @Test
    void aCircleIsRefused() {
        int node = add(NODE, 0, root);

        assertThatThrownBy(() -> graph.addEdge(node, root, ResourceGraph.CONTAINMENT))
                .isInstanceOf(GraphException.class)
                .hasMessage("the root (cluster0) cannot be contained in (node0)");
    }

    @Test
    void aBarIsFullOnlyIfAllAreUpAndEmptyOnlyIfNoneIs() {
        assertThat(Bar.of(2, 5, 9, Ansi.OFF)).isEqualTo("██░░░░░▒▒ 5 of 9 free, 2 down");
        assertThat(Bar.of(9999, 1, 10_000, Ansi.OFF)).isEqualTo("█".repeat(19) + "░ 1 of 10000 free");
        assertThat(Bar.of(1, 9998, 10_000, Ansi.OFF)).isEqualTo("█" + "░".repeat(18) + "▒ 9998 of 10000 free, 1 down");
        assertThat(Bar.of(0, 0, 1, Ansi.OFF)).isEqualTo("▒ 0 of 1 free, 1 down");
        assertThat(Bar.of(0, 1, 1, Ansi.OFF)).isEqualTo("░ 1 of 1 free");
    }

    private int add(VertexKind kind, int id, int parent) {
        int vertex = graph.addVertex(kind, id, graph.vertexCount(), ResourceGraph.NO_RANK);
        if (parent == ResourceGraph.NO_VERTEX) {
            graph.setRoot(ResourceGraph.CONTAINMENT, vertex);
        } else {
            graph.addEdge(parent, vertex, ResourceGraph.CONTAINMENT);
        }
        return vertex;
    }
}

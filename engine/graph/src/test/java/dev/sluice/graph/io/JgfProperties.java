package dev.sluice.graph.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.GraphBuilder;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.runtime.random.Seeds;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class JgfProperties {

    @Property(tries = 100)
    void writtenGraphsReadBackUnchanged(@ForAll long seed) {
        ResourceGraph graph = random(seed);

        String text = write(graph);
        ResourceGraph read = JgfReader.read(text, "graph");

        assertThat(write(read)).isEqualTo(text);
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            assertThat(read.kind(vertex)).isEqualTo(graph.kind(vertex));
            assertThat(read.paths(vertex)).isEqualTo(graph.paths(vertex));
            assertThat(read.isDown(vertex)).isEqualTo(graph.isDown(vertex));
            assertThat(read.findByPath(graph.path(vertex))).hasValue(vertex);
        }
    }

    @Property(tries = 20)
    void aStreamIsReadAsTheTextIs(@ForAll long seed) {
        String text = write(random(seed));

        ResourceGraph read = JgfReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "graph");

        assertThat(write(read)).isEqualTo(text);
    }

    @Property(tries = 50)
    void attachingUndoesRemoving(@ForAll long seed) {
        ResourceGraph graph = random(seed);
        ResourceGraph whole = JgfReader.read(write(graph), "graph");
        RandomGenerator random = new Seeds(seed).forActor("removal");
        int gone = 1 + random.nextInt(graph.vertexCount() - 1);
        if (graph.parent(gone) == ResourceGraph.NO_VERTEX) {
            return;
        }
        String path = graph.path(gone);
        int count = graph.liveVertexCount();

        graph.remove(gone);
        assertThat(graph.findByPath(path)).isEmpty();
        new ResourceModel(graph, MatchPolicy.named("low").orElseThrow()).attach(whole);

        assertThat(graph.liveVertexCount()).isEqualTo(count);
        for (int vertex = 0; vertex < whole.vertexCount(); vertex++) {
            int back = graph.findByPath(whole.path(vertex)).orElseThrow();
            assertThat(graph.kind(back)).isEqualTo(whole.kind(vertex));
            assertThat(graph.rank(back)).isEqualTo(whole.rank(vertex));
            assertThat(graph.paths(back)).isEqualTo(whole.paths(vertex));
        }
    }

    /// Machines with unusual names, properties, pools, vertices that are down, and a network subsystem.
    private static ResourceGraph random(long seed) {
        RandomGenerator random = new Seeds(seed).forActor("graph");
        GraphBuilder builder = GraphBuilder.cluster("lab \"0\"");
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            builder.host("höst-" + i, node -> {
                node.each("core", random.nextInt(3)).pool("memory", "MB", 1 + random.nextInt(5));
                if (random.nextBoolean()) {
                    node.property("class", "a\\b\n").down();
                }
            });
        }
        ResourceGraph graph = builder.build();
        if (random.nextBoolean()) {
            for (int node = 0; node < graph.vertexCount(); node++) {
                if (graph.isNode(node)) {
                    graph.setRoot("ibnet", graph.root());
                    graph.addEdge(graph.root(), node, "ibnet");
                }
            }
        }
        return graph;
    }

    private static String write(ResourceGraph graph) {
        StringBuilder text = new StringBuilder();
        JgfWriter.writeGraph(graph, text);
        return text.toString();
    }
}

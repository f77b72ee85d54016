package dev.sluice.controller.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Nodes as vertices, compared with golden files. `-Dsluice.golden.update=true` writes them anew.
class NodeGraphTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "nodes");

    @ParameterizedTest
    @ValueSource(strings = {"plain", "gpu-in-rack", "sockets", "odd-amounts"})
    void aNodeBecomesTheseVertices(String name) throws IOException {
        JsonObject node = (JsonObject) JsonText.read(Files.readString(GOLDEN.resolve(name + ".json")));

        String text = text(new NodeReader(TopologyOptions.DEFAULT).read(node));

        Path golden = GOLDEN.resolve(name + ".txt");
        if (Boolean.getBoolean("sluice.golden.update")) {
            Files.writeString(golden, text);
        }
        assertThat(text).isEqualTo(Files.readString(golden));
    }

    private static String text(NodeModel model) {
        ResourceGraph graph = NodeGraph.of(model, 5);
        StringBuilder text = new StringBuilder();
        graph.forEachBelow(graph.root(), vertex -> {
            text.append(graph.path(vertex)).append(' ').append(graph.type(vertex));
            text.append(graph.isDivisible(vertex) ? " pool of " : " ").append(graph.size(vertex));
            text.append(graph.kind(vertex).unit());
            graph.properties(vertex)
                    .forEach((key, value) ->
                            text.append(' ').append(key).append('=').append(value));
            graph.taints(vertex).forEach(taint -> text.append(" taint ").append(taint));
            text.append('\n');
        });
        return text.append("closed: ").append(model.reasons()).append('\n').toString();
    }
}

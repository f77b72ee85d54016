package dev.sluice.graph.fuzz;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.io.JgfWriter;
import java.io.ByteArrayInputStream;

/// Graphs in JGF, which must survive a round trip.
public final class JgfTarget {
    private JgfTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        ResourceGraph graph;
        try {
            graph = JgfReader.read(new ByteArrayInputStream(data), "fuzz");
        } catch (GraphException e) {
            return;
        }
        graph.forEachBelow(graph.root(), vertex -> graph.findByPath(graph.path(vertex)));
        String text = write(graph);
        try {
            Texts.same(text, write(JgfReader.read(text, "again")));
        } catch (GraphException e) {
            // Ids that are unique as texts need not be as numbers, and the written ones are numbers.
            if (!String.valueOf(e.getMessage()).contains("is used twice")) {
                throw e;
            }
        }
    }

    private static String write(ResourceGraph graph) {
        StringBuilder text = new StringBuilder();
        JgfWriter.writeGraph(graph, text);
        return text.toString();
    }
}

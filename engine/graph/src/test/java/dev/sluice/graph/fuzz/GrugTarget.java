package dev.sluice.graph.fuzz;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.Subsystems;
import dev.sluice.graph.io.GrugReader;
import java.util.List;

/// GRUG recipes.
public final class GrugTarget {
    private GrugTarget() {}

    /// Larger recipes are valid but would take too long.
    private static final int DIGITS_MAX = 4;

    public static void fuzzerTestOneInput(byte[] data) {
        String text = Texts.of(data);
        if (text.matches("(?s).*\\d{%d}.*".formatted(DIGITS_MAX + 1))) {
            return;
        }
        try {
            ResourceGraph graph = GrugReader.read(text, "fuzz");
            for (String subsystem : graph.subsystems()) {
                if (graph.root(subsystem) != ResourceGraph.NO_VERTEX && graph.vertexCount() < 10_000) {
                    new Subsystems(subsystem, List.of()).viewOf(graph);
                }
            }
        } catch (GraphException e) {
            // An expected refusal.
        }
    }
}

package dev.sluice.graph.io;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;

/// Writes a placement as indented lines: in flux-sched's `simple` format, children before parents, `x` for
/// exclusive and `s` for shared; or in `pretty_simple`, parents before children and with words.
public final class SimpleWriter {
    private SimpleWriter() {}

    public static String simple(ResourceGraph graph, Placement placement) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < placement.size(); i++) {
            append(text, graph, placement, i, placement.isExclusive(i) ? "x" : "s");
        }
        return text.toString();
    }

    public static String pretty(ResourceGraph graph, Placement placement) {
        StringBuilder text = new StringBuilder();
        for (int i = placement.size() - 1; i >= 0; i--) {
            append(text, graph, placement, i, placement.isExclusive(i) ? "exclusive" : "shared");
        }
        return text.toString();
    }

    private static void append(StringBuilder text, ResourceGraph graph, Placement placement, int i, String mode) {
        text.append("      ").repeat("---", placement.depth(i));
        graph.appendName(text, placement.vertex(i));
        text.append('[').append(placement.amount(i)).append(':').append(mode).append("]\n");
    }
}

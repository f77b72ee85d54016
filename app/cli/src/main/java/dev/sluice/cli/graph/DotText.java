package dev.sluice.cli.graph;

import dev.sluice.cli.console.BadInput;
import dev.sluice.graph.ResourceGraph;
import java.io.PrintWriter;
import java.util.BitSet;

/// The graph vertex by vertex, for Graphviz: containment as solid lines, other subsystems dashed, down vertices
/// in red, used ones on yellow.
final class DotText {

    /// Graphviz needs a minute for this many, and the picture is unreadable.
    static final int VERTICES_MAX = 5000;

    private final ResourceGraph graph;
    private final Use use;
    private final BitSet shown = new BitSet();

    private DotText(ResourceGraph graph, Use use) {
        this.graph = graph;
        this.use = use;
    }

    static void print(ResourceGraph graph, Use use, int depth, PrintWriter out) {
        DotText dot = new DotText(graph, use);
        dot.choose(graph.root(), depth);
        int vertices = dot.shown.cardinality();
        if (vertices > VERTICES_MAX) {
            throw new BadInput("-o dot draws at most %d vertices, and these are %d; show fewer levels with --depth"
                    .formatted(VERTICES_MAX, vertices));
        }
        dot.print(out);
    }

    private void choose(int vertex, int depth) {
        shown.set(vertex);
        if (depth == 0) {
            return;
        }
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (graph.isContainment(edge)) {
                choose(graph.target(edge), depth - 1);
            }
        }
    }

    private void print(PrintWriter out) {
        out.println("digraph machine {");
        out.println("  rankdir=LR; node [shape=box, fontname=\"sans-serif\"];");
        shown.stream()
                .forEach(vertex -> out.printf(
                        "  v%d [label=%s%s%s];%n",
                        vertex,
                        label(vertex),
                        graph.isDown(vertex) ? ", color=red" : "",
                        use.has(vertex) ? ", style=filled, fillcolor=khaki" : ""));
        shown.stream().forEach(vertex -> printEdges(vertex, out));
        out.println("}");
    }

    private void printEdges(int vertex, PrintWriter out) {
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (shown.get(graph.target(edge))) {
                String style =
                        graph.isContainment(edge) ? "" : " [style=dashed, label=" + quoted(graph.subsystem(edge)) + "]";
                out.printf("  v%d -> v%d%s;%n", vertex, graph.target(edge), style);
            }
        }
    }

    private String label(int vertex) {
        boolean isPool = graph.size(vertex) != 1 || !graph.kind(vertex).unit().isEmpty();
        return quoted(graph.name(vertex)
                + (isPool ? " " + graph.size(vertex) + graph.kind(vertex).unit() : "")
                + (graph.isDown(vertex) ? " (down)" : ""));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}

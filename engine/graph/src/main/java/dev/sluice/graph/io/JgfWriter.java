package dev.sluice.graph.io;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/// Writes a part of the graph in JGF as flux-sched does: children before parents, fields with default values
/// omitted.
public final class JgfWriter {

    /// Large enough that writing it out costs little, small enough to stay in a cache.
    private static final int CHUNK_CHARS = 1 << 16;

    private JgfWriter() {}

    /// Writes the format `jgf`; an empty string if the placement is empty.
    public static String write(ResourceGraph graph, Placement placement) {
        return line(graph, placement, false, Map.of());
    }

    /// Writes `jgf` with counts by vertex and type, for `find`.
    public static String write(ResourceGraph graph, Placement placement, Map<Integer, Map<String, String>> counts) {
        return line(graph, placement, false, counts);
    }

    /// Writes `jgf_shorthand`, which omits the subtrees of exclusive vertices.
    public static String writeShorthand(ResourceGraph graph, Placement placement) {
        return line(graph, placement, true, Map.of());
    }

    private static String line(
            ResourceGraph graph, Placement placement, boolean shorthand, Map<Integer, Map<String, String>> counts) {
        if (placement.size() == 0) {
            return "";
        }
        StringBuilder out = new StringBuilder(256 * placement.size());
        append(out, graph, placement, shorthand, counts);
        return out.append('\n').toString();
    }

    /// Appends the JSON object without a line end.
    static void append(StringBuilder out, ResourceGraph graph, Placement placement, boolean shorthand) {
        append(out, graph, placement, shorthand, Map.of());
    }

    private static void append(
            StringBuilder out,
            ResourceGraph graph,
            Placement placement,
            boolean shorthand,
            Map<Integer, Map<String, String>> counts) {
        boolean[] hidden = shorthand ? belowExclusive(placement) : new boolean[placement.size()];
        out.append("{\"graph\": {\"nodes\": [");
        String separator = "";
        for (int i = 0; i < placement.size(); i++) {
            if (!hidden[i]) {
                out.append(separator);
                appendVertex(out, graph, placement, i, counts);
                separator = ", ";
            }
        }
        out.append("], \"edges\": [");
        separator = "";
        for (int i = 0; i < placement.size(); i++) {
            if (!hidden[i] && placement.edge(i) != ResourceGraph.NO_EDGE) {
                out.append(separator);
                appendEdge(out, graph, placement.edge(i));
                separator = ", ";
            }
        }
        out.append(shorthand ? "]}, \"writer\": \"fluxion:jgf_shorthand\"}" : "]}}");
    }

    /// Marks the vertices below an exclusive one. Descendants come before a vertex, so iterates from the end.
    private static boolean[] belowExclusive(Placement placement) {
        boolean[] below = new boolean[placement.size()];
        int exclusiveDepth = Integer.MAX_VALUE;
        for (int i = placement.size() - 1; i >= 0; i--) {
            if (placement.depth(i) > exclusiveDepth) {
                below[i] = true;
            } else {
                exclusiveDepth = placement.isExclusive(i) ? placement.depth(i) : Integer.MAX_VALUE;
            }
        }
        return below;
    }

    private static void appendVertex(
            StringBuilder out,
            ResourceGraph graph,
            Placement placement,
            int i,
            Map<Integer, Map<String, String>> counts) {
        int vertex = placement.vertex(i);
        appendIdentity(out, graph, vertex);
        if (placement.isExclusive(i)) {
            out.append(", \"exclusive\": true");
        }
        if (placement.amount(i) != 1) {
            out.append(", \"size\": ").append(placement.amount(i));
        }
        appendPaths(out, graph, vertex);
        Map<String, String> counted = counts.isEmpty() ? Map.of() : counts.getOrDefault(vertex, Map.of());
        if (!counted.isEmpty()) {
            out.append(", \"agfilter\": ");
            FluxJsonWriter.appendTexts(out, counted);
        }
        out.append("}}");
    }

    private static void appendIdentity(StringBuilder out, ResourceGraph graph, int vertex) {
        VertexKind kind = graph.kind(vertex);
        out.append("{\"id\": \"").append(graph.uniqId(vertex)).append("\", \"metadata\": {\"type\": ");
        FluxJsonWriter.appendQuoted(out, kind.type());
        if (!kind.basename().equals(kind.type())) {
            out.append(", \"basename\": ");
            FluxJsonWriter.appendQuoted(out, kind.basename());
        }
        if (graph.id(vertex) < 0 || graph.hasOwnName(vertex)) {
            out.append(", \"name\": ");
            FluxJsonWriter.appendQuoted(out, graph.name(vertex));
        }
        out.append(", \"id\": ").append(graph.id(vertex));
        out.append(", \"rank\": ").append(graph.rank(vertex));
        Map<String, String> properties = graph.properties(vertex);
        if (!properties.isEmpty()) {
            out.append(", \"properties\": ");
            FluxJsonWriter.appendTexts(out, properties);
        }
        if (!kind.unit().isEmpty()) {
            out.append(", \"unit\": ");
            FluxJsonWriter.appendQuoted(out, kind.unit());
        }
    }

    private static void appendPaths(StringBuilder out, ResourceGraph graph, int vertex) {
        out.append(", \"paths\": ");
        if (graph.subsystemCount() > 1) {
            FluxJsonWriter.appendTexts(out, graph.paths(vertex));
            return;
        }
        out.append('{');
        FluxJsonWriter.appendQuoted(out, graph.dominant());
        out.append(": \"");
        int start = out.length();
        graph.appendPath(out, vertex);
        String path = out.substring(start);
        if (!FluxJsonWriter.isPlain(path)) {
            out.setLength(start - 1);
            FluxJsonWriter.appendQuoted(out, path);
        } else {
            out.append('"');
        }
        out.append('}');
    }

    private static void appendEdge(StringBuilder out, ResourceGraph graph, int edge) {
        out.append("{\"source\": \"")
                .append(graph.uniqId(graph.source(edge)))
                .append("\", \"target\": \"")
                .append(graph.uniqId(graph.target(edge)))
                .append('"');
        String subsystem = graph.subsystem(edge);
        if (!subsystem.equals(ResourceGraph.CONTAINMENT)) {
            out.append(", \"metadata\": {\"subsystem\": ");
            FluxJsonWriter.appendQuoted(out, subsystem);
            out.append('}');
        }
        out.append('}');
    }

    /// Writes a whole graph that reads back as the same one: vertices and edges in creation order, with statuses.
    /// Ids must be unique, as they are in all graphs that were read or built.
    public static void writeGraph(ResourceGraph graph, Appendable target) {
        try {
            StringBuilder out = new StringBuilder(CHUNK_CHARS + 1024);
            out.append("{\"graph\": {\"nodes\": [");
            String separator = "\n";
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                if (!graph.isRemoved(vertex)) {
                    out.append(separator);
                    appendVertex(out, graph, vertex);
                    separator = ",\n";
                    flushIfFull(out, target);
                }
            }
            out.append("\n], \"edges\": [");
            separator = "\n";
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                int edge = graph.isRemoved(vertex) ? ResourceGraph.NO_EDGE : graph.firstOut(vertex);
                for (; edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
                    out.append(separator);
                    appendEdge(out, graph, edge);
                    separator = ",\n";
                    flushIfFull(out, target);
                }
            }
            target.append(out.append("\n]}}\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void appendVertex(StringBuilder out, ResourceGraph graph, int vertex) {
        appendIdentity(out, graph, vertex);
        if (graph.isDown(vertex)) {
            out.append(", \"status\": 1");
        }
        if (graph.size(vertex) != 1) {
            out.append(", \"size\": ").append(graph.size(vertex));
        }
        if (graph.isDivisible(vertex)) {
            out.append(", \"divisible\": true");
        }
        appendPaths(out, graph, vertex);
        out.append("}}");
    }

    private static void flushIfFull(StringBuilder out, Appendable target) throws IOException {
        if (out.length() >= CHUNK_CHARS) {
            target.append(out);
            out.setLength(0);
        }
    }
}

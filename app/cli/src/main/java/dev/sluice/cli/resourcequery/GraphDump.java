package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.graph.ResourceGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The graph as a file when the session ends: every vertex and every edge of all subsystems.
enum GraphDump {
    DOT("dot") {
        @Override
        void write(ResourceGraph graph, Writer out) throws IOException {
            out.write("digraph G {\n");
            for (int vertex : vertices(graph)) {
                out.write(vertex + "[label=\"" + graph.name(vertex) + "\"];\n");
            }
            for (int edge : edges(graph)) {
                out.write(graph.source(edge) + "->" + graph.target(edge) + " [label=\"" + graph.subsystem(edge)
                        + "\"];\n");
            }
            out.write("}\n");
        }
    },

    GRAPHML("graphml") {
        @Override
        void write(ResourceGraph graph, Writer out) throws IOException {
            out.write("""
                    <?xml version="1.0" encoding="UTF-8"?>
                    <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
                    """);
            for (String key : VERTEX_KEYS) {
                out.write("  <key id=\"" + key + "\" for=\"node\" attr.name=\"" + key + "\" attr.type=\"string\"/>\n");
            }
            out.write("""
                      <key id="subsystem" for="edge" attr.name="subsystem" attr.type="string"/>
                      <graph id="G" edgedefault="directed">
                    """);
            for (int vertex : vertices(graph)) {
                out.write(vertexElement(graph, vertex));
            }
            for (int edge : edges(graph)) {
                out.write("    <edge source=\"n" + graph.source(edge) + "\" target=\"n" + graph.target(edge) + "\">"
                        + data("subsystem", graph.subsystem(edge)) + "</edge>\n");
            }
            out.write("  </graph>\n</graphml>\n");
        }
    };

    private static final String[] VERTEX_KEYS = {
        "basename", "id", "name", "paths", "props", "size", "type", "uniq_id", "unit"
    };

    private final String extension;

    GraphDump(String extension) {
        this.extension = extension;
    }

    abstract void write(ResourceGraph graph, Writer out) throws IOException;

    static GraphDump named(String name) {
        for (GraphDump dump : values()) {
            if (dump.extension.equalsIgnoreCase(name)) {
                return dump;
            }
        }
        throw new BadInput("--graph-format (%s) is neither dot nor graphml".formatted(name));
    }

    void write(ResourceGraph graph, String basename) {
        try (Writer out = Files.newBufferedWriter(Path.of(basename + "." + extension))) {
            write(graph, out);
        } catch (IOException e) {
            throw new UncheckedIOException("--graph-output: " + e.getMessage(), e);
        }
    }

    private static int[] vertices(ResourceGraph graph) {
        return IntStream.range(0, graph.vertexCount())
                .filter(vertex -> !graph.isRemoved(vertex))
                .toArray();
    }

    private static int[] edges(ResourceGraph graph) {
        return IntStream.range(0, graph.edgeCount())
                .filter(edge -> !graph.isRemoved(graph.source(edge)) && !graph.isRemoved(graph.target(edge)))
                .toArray();
    }

    private static String vertexElement(ResourceGraph graph, int vertex) {
        return "    <node id=\"n" + vertex + "\">"
                + data("basename", graph.kind(vertex).basename())
                + data("id", Long.toString(graph.id(vertex)))
                + data("name", graph.name(vertex))
                + data("paths", texts(graph.paths(vertex)))
                + data("props", texts(graph.properties(vertex)))
                + data("size", Long.toString(graph.size(vertex)))
                + data("type", graph.type(vertex))
                + data("uniq_id", Long.toString(graph.uniqId(vertex)))
                + data("unit", graph.kind(vertex).unit()) + "</node>\n";
    }

    private static String texts(Map<String, String> texts) {
        return texts.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String data(String key, String value) {
        String safe = value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
        return "<data key=\"" + key + "\">" + safe + "</data>";
    }
}

package dev.sluice.graph.io;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A part of the graph in JGF, as flux-sched writes it: children before parents, and without whatever has its default.
public final class JgfWriter {
    private JgfWriter() {}

    public static String write(ResourceGraph graph, Placement placement) {
        if (placement.size() == 0) {
            return "";
        }
        List<String> nodes = new ArrayList<>();
        List<String> edges = new ArrayList<>();
        for (int i = 0; i < placement.size(); i++) {
            nodes.add(vertex(graph, placement, i));
            int edge = placement.edge(i);
            if (edge != ResourceGraph.NO_EDGE) {
                edges.add(edge(graph, edge));
            }
        }
        return "{\"graph\": {\"nodes\": [" + String.join(", ", nodes) + "], \"edges\": [" + String.join(", ", edges)
                + "]}}\n";
    }

    private static String vertex(ResourceGraph graph, Placement placement, int i) {
        int vertex = placement.vertex(i);
        VertexKind kind = graph.kind(vertex);
        List<String> metadata = new ArrayList<>();
        metadata.add(text("type", kind.type()));
        if (!kind.basename().equals(kind.type())) {
            metadata.add(text("basename", kind.basename()));
        }
        if (!graph.name(vertex).equals(kind.basename() + graph.id(vertex))) {
            metadata.add(text("name", graph.name(vertex)));
        }
        metadata.add("\"id\": " + graph.id(vertex));
        metadata.add("\"rank\": " + graph.rank(vertex));
        if (!graph.properties(vertex).isEmpty()) {
            metadata.add("\"properties\": " + texts(graph.properties(vertex)));
        }
        if (!kind.unit().isEmpty()) {
            metadata.add(text("unit", kind.unit()));
        }
        if (placement.isExclusive(i)) {
            metadata.add("\"exclusive\": true");
        }
        if (placement.amount(i) != 1) {
            metadata.add("\"size\": " + placement.amount(i));
        }
        metadata.add("\"paths\": " + texts(graph.paths(vertex)));
        return "{" + text("id", Long.toString(graph.uniqId(vertex))) + ", \"metadata\": {" + String.join(", ", metadata)
                + "}}";
    }

    private static String edge(ResourceGraph graph, int edge) {
        return "{" + text("source", Long.toString(graph.uniqId(graph.source(edge)))) + ", "
                + text("target", Long.toString(graph.uniqId(graph.target(edge))))
                + (graph.isContainment(edge)
                        ? ""
                        : ", \"metadata\": {" + text("subsystem", graph.subsystem(edge)) + "}")
                + "}";
    }

    private static String texts(Map<String, String> texts) {
        return texts.entrySet().stream()
                .map(entry -> text(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String text(String key, String value) {
        return quoted(key) + ": " + quoted(value);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < 0x20) {
                        quoted.append("\\u%04x".formatted((int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }
}

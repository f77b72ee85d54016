package dev.sluice.cli.graph;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.jobspec.set.MalformedTextException;
import java.util.Arrays;
import java.util.List;

/// The names of many vertices in one: `node[0-9999]`.
final class VertexLabels {

    /// More names that do not follow from type and number are not listed; nobody reads them.
    private static final int LISTED_MAX = 10_000;

    private VertexLabels() {}

    static String of(ResourceGraph graph, int... vertices) {
        String basename = graph.kind(vertices[0]).basename();
        boolean numbered = Arrays.stream(vertices).allMatch(vertex -> isNumbered(graph, vertex, basename));
        if (numbered) {
            long[] ids = Arrays.stream(vertices)
                    .mapToLong(graph::id)
                    .sorted()
                    .distinct()
                    .toArray();
            return ids.length == 1
                    ? basename + ids[0]
                    : basename + "[" + Idset.of(ids).encode() + "]";
        }
        List<String> names = Arrays.stream(vertices)
                .limit(LISTED_MAX)
                .mapToObj(graph::name)
                .distinct()
                .toList();
        return listed(names) + (vertices.length > LISTED_MAX ? ",…" : "");
    }

    private static String listed(List<String> names) {
        try {
            return Hostlist.of(names).encode();
        } catch (MalformedTextException e) {
            // A graph may call its vertices what it likes, not only as hosts may be called.
            return String.join(",", names);
        }
    }

    private static boolean isNumbered(ResourceGraph graph, int vertex, String basename) {
        return graph.id(vertex) >= 0
                && graph.kind(vertex).basename().equals(basename)
                && graph.name(vertex).equals(basename + graph.id(vertex));
    }
}

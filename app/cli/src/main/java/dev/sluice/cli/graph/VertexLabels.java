package dev.sluice.cli.graph;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.jobspec.set.MalformedTextException;
import java.util.Arrays;
import java.util.List;

/// A short form of many vertex names: `node[0-9999]`.
final class VertexLabels {

    /// More irregular names than this are not listed.
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
            // Names in a graph need not be valid host names.
            return String.join(",", names);
        }
    }

    private static boolean isNumbered(ResourceGraph graph, int vertex, String basename) {
        return graph.id(vertex) >= 0
                && graph.kind(vertex).basename().equals(basename)
                && graph.name(vertex).equals(basename + graph.id(vertex));
    }
}

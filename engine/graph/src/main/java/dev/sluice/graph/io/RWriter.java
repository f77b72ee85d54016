package dev.sluice.graph.io;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes a placement as an RFC 20 resource set, or as its `R_lite` list of cores and GPUs per rank.
///
/// Nodes without cores and GPUs in the placement are omitted, as in flux-sched. Nodes with equal resources share an
/// entry, and entries are sorted by their text.
public final class RWriter {
    private final ResourceGraph graph;
    private final List<Host> hosts;

    private record Host(int rank, int vertex, String children) {}

    private RWriter(ResourceGraph graph, Placement placement) {
        this.graph = graph;
        this.hosts = hosts(graph, placement);
    }

    /// Writes `rlite`, the list only; an empty string if the placement has no core or GPU of a node.
    public static String rlite(ResourceGraph graph, Placement placement) {
        RWriter writer = new RWriter(graph, placement);
        if (writer.hosts.isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        writer.appendEntries(out);
        return out.append('\n').toString();
    }

    /// Writes `rv1_nosched`, the resource set without the `scheduling` key.
    public static String rv1(ResourceGraph graph, Placement placement, long start, long end) {
        RWriter writer = new RWriter(graph, placement);
        if (writer.hosts.isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        writer.appendExecution(out, start, end);
        return out.append("}\n").toString();
    }

    /// Writes `rv1`, the resource set with the placement in JGF under `scheduling`.
    public static String rv1WithGraph(ResourceGraph graph, Placement placement, long start, long end) {
        return withGraph(graph, placement, start, end, false);
    }

    /// Writes `rv1_shorthand`, as `rv1` with JGF in shorthand.
    public static String rv1WithShorthand(ResourceGraph graph, Placement placement, long start, long end) {
        return withGraph(graph, placement, start, end, true);
    }

    private static String withGraph(ResourceGraph graph, Placement placement, long start, long end, boolean shorthand) {
        RWriter writer = new RWriter(graph, placement);
        if (writer.hosts.isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder(256 * placement.size());
        writer.appendExecution(out, start, end);
        out.append(", \"scheduling\": ");
        JgfWriter.append(out, graph, placement, shorthand);
        return out.append("}\n").toString();
    }

    /// The nodes of the placement by rank. In post-order the descendants of a node come before it.
    private static List<Host> hosts(ResourceGraph graph, Placement placement) {
        List<Host> hosts = new ArrayList<>();
        int core = graph.typeNumber(VertexKind.CORE);
        int gpu = graph.typeNumber(VertexKind.GPU);
        Ids cores = new Ids();
        Ids gpus = new Ids();
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            int type = graph.typeNumber(vertex);
            if (type == core) {
                cores.add(graph.id(vertex));
            } else if (type == gpu) {
                gpus.add(graph.id(vertex));
            } else if (graph.isNode(vertex) && cores.count + gpus.count > 0) {
                if (graph.rank(vertex) < 0) {
                    throw new GraphException(
                            "%s has no rank, by which a resource set would name it".formatted(graph.path(vertex)));
                }
                hosts.add(new Host(graph.rank(vertex), vertex, children(cores, gpus)));
                cores.count = 0;
                gpus.count = 0;
            }
        }
        hosts.sort(Comparator.comparingInt(Host::rank));
        return hosts;
    }

    private static String children(Ids cores, Ids gpus) {
        StringBuilder children = new StringBuilder();
        cores.appendTo(children, VertexKind.CORE);
        gpus.appendTo(children, VertexKind.GPU);
        return children.toString();
    }

    private void appendExecution(StringBuilder out, long start, long end) {
        out.append("{\"version\": 1, \"execution\": {\"R_lite\": ");
        appendEntries(out);
        List<String> names =
                hosts.stream().map(host -> graph.name(host.vertex())).toList();
        out.append(", \"nodelist\": [");
        FluxJsonWriter.appendQuoted(out, Hostlist.of(names).encode());
        out.append(']');
        appendProperties(out);
        out.append(", \"starttime\": ")
                .append(start)
                .append(", \"expiration\": ")
                .append(end)
                .append('}');
    }

    private void appendEntries(StringBuilder out) {
        Map<String, Ids> ranksByChildren = new TreeMap<>();
        for (Host host : hosts) {
            ranksByChildren.computeIfAbsent(host.children(), _ -> new Ids()).add(host.rank());
        }
        out.append('[');
        String separator = "";
        for (Map.Entry<String, Ids> entry : ranksByChildren.entrySet()) {
            out.append(separator)
                    .append("{\"rank\": \"")
                    .append(entry.getValue().encode());
            out.append("\", \"children\": {").append(entry.getKey()).append("}}");
            separator = ", ";
        }
        out.append(']');
    }

    private void appendProperties(StringBuilder out) {
        Map<String, Ids> ranks = new TreeMap<>();
        for (Host host : hosts) {
            graph.properties(host.vertex())
                    .forEach((key, value) -> ranks.computeIfAbsent(
                                    value.isEmpty() ? key : key + "=" + value, _ -> new Ids())
                            .add(host.rank()));
        }
        if (ranks.isEmpty()) {
            return;
        }
        Map<String, String> texts = new TreeMap<>();
        ranks.forEach((property, ids) -> texts.put(property, ids.encode()));
        out.append(", \"properties\": ");
        FluxJsonWriter.appendTexts(out, texts);
    }

    /// Collects the ids of one type.
    private static final class Ids {
        private long[] ids = new long[8];
        private int count;

        void add(long id) {
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, 2 * count);
            }
            ids[count++] = id;
        }

        String encode() {
            return Idset.of(Arrays.copyOf(ids, count)).encode();
        }

        void appendTo(StringBuilder out, String type) {
            if (count > 0) {
                out.append(out.isEmpty() ? "\"" : ", \"").append(type).append("\": \"");
                out.append(encode()).append('"');
            }
        }
    }
}

package dev.sluice.graph.io;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A placement as an RFC 20 resource set, or as the part of it that lists cores and GPUs per rank.
///
/// Spelt as flux-sched spells it, with a blank after each comma and colon, since scripts compare the text.
public final class RWriter {
    private RWriter() {}

    private record Host(int rank, String name, Map<String, List<Long>> children) {}

    /// `rlite`: only the list. Empty if the placement touches no node.
    public static String rlite(ResourceGraph graph, Placement placement) {
        List<Host> hosts = hosts(graph, placement);
        return hosts.isEmpty() ? "" : entries(hosts) + "\n";
    }

    /// `rv1_nosched`: the resource set without the scheduler's own part.
    public static String rv1(ResourceGraph graph, Placement placement, long start, long end) {
        List<Host> hosts = hosts(graph, placement);
        if (hosts.isEmpty()) {
            return "";
        }
        List<String> names = hosts.stream().map(Host::name).toList();
        return "{\"version\": 1, \"execution\": {\"R_lite\": " + entries(hosts) + ", \"nodelist\": [\""
                + Hostlist.of(names).encode() + "\"], \"starttime\": " + start + ", \"expiration\": " + end + "}}\n";
    }

    /// The nodes of the placement in the order of their ranks. Post-order puts what is below a node before it.
    private static List<Host> hosts(ResourceGraph graph, Placement placement) {
        List<Host> hosts = new ArrayList<>();
        Map<String, List<Long>> below = new TreeMap<>();
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            String type = graph.type(vertex);
            if (type.equals(VertexKind.CORE) || type.equals(VertexKind.GPU)) {
                below.computeIfAbsent(type, _ -> new ArrayList<>()).add(graph.id(vertex));
            } else if (type.equals(VertexKind.NODE)) {
                if (graph.rank(vertex) < 0) {
                    throw new GraphException(
                            "%s has no rank, by which a resource set would name it".formatted(graph.path(vertex)));
                }
                hosts.add(new Host(graph.rank(vertex), graph.name(vertex), below));
                below = new TreeMap<>();
            }
        }
        hosts.sort(Comparator.comparingInt(Host::rank));
        return hosts;
    }

    private static String entries(List<Host> hosts) {
        Map<String, List<Long>> ranksByChildren = new LinkedHashMap<>();
        for (Host host : hosts) {
            ranksByChildren
                    .computeIfAbsent(children(host), _ -> new ArrayList<>())
                    .add((long) host.rank());
        }
        return ranksByChildren.entrySet().stream()
                .map(entry -> "{\"rank\": \"" + idset(entry.getValue()) + "\", \"children\": {" + entry.getKey() + "}}")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String children(Host host) {
        return host.children().entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\": \"" + idset(entry.getValue()) + "\"")
                .collect(Collectors.joining(", "));
    }

    private static String idset(List<Long> ids) {
        return Idset.of(ids.stream().mapToLong(Long::longValue).toArray()).encode();
    }
}

package dev.sluice.scheduling.machine;

import dev.sluice.graph.Basenames;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Chooses which shares of a job belong to one of its parts. The parts of a job on a node are alike, and which of its
/// GPUs a pod uses is not reported; so any shares of the right amounts will do.
final class PartShares {
    private final ResourceGraph graph;
    private final SharePaths paths;
    private final List<Share> held;

    PartShares(ResourceGraph graph, SharePaths paths, List<Share> held) {
        this.graph = graph;
        this.paths = paths;
        this.held = held;
    }

    /// Returns what the part holds; less than the amounts if the job holds less.
    ///
    /// @param part on a node that is named as shares do
    List<Share> of(NodeUse part) {
        List<Share> chosen = new ArrayList<>();
        Map<String, Long> left = new HashMap<>(part.amounts());
        for (Share share : held) {
            if (!share.isBelow(part.node())) {
                continue;
            }
            if (share.path().equals(part.node())) {
                return List.of(share);
            }
            String type = typeOf(share.path(), part.amounts());
            long wanted = left.getOrDefault(type, 0L);
            if (wanted <= 0) {
                continue;
            }
            boolean isPool = share.use() == Share.Use.SHARED;
            long amount = isPool ? Math.min(wanted, share.amount()) : share.amount();
            chosen.add(new Share(share.path(), amount, share.use()));
            left.put(type, wanted - amount);
        }
        return chosen;
    }

    /// Returns the nodes where the job holds these amounts as shares name them, the last first; as often as it holds
    /// them there.
    List<String> nodesOfParts(Map<String, Long> amounts) {
        Map<String, List<Share>> byNode = new LinkedHashMap<>();
        for (Share share : held.reversed()) {
            byNode.computeIfAbsent(nodeOf(share.path()), _ -> new ArrayList<>()).add(share);
        }
        List<String> nodes = new ArrayList<>();
        byNode.forEach((node, shares) -> nodes.addAll(Collections.nCopies(times(shares, amounts), node)));
        return nodes;
    }

    private int times(List<Share> shares, Map<String, Long> amounts) {
        Map<String, Long> held = new HashMap<>();
        shares.forEach(share -> held.merge(typeOf(share.path(), amounts), share.amount(), Long::sum));
        return (int) amounts.entrySet().stream()
                .filter(amount -> amount.getValue() > 0)
                .mapToLong(amount -> held.getOrDefault(amount.getKey(), 0L) / amount.getValue())
                .reduce(Integer.MAX_VALUE, Math::min);
    }

    /// Returns the type of a vertex; of one that is not there, which of the wanted types its name tells, or none.
    private String typeOf(String path, Map<String, Long> wanted) {
        OptionalInt vertex = paths.find(path);
        return vertex.isPresent()
                ? graph.type(vertex.getAsInt())
                : Basenames.typeOf(path.substring(path.lastIndexOf('/') + 1), wanted.keySet())
                        .orElse("");
    }

    private String nodeOf(String path) {
        if (!path.startsWith("/")) {
            int end = path.indexOf('/');
            return end < 0 ? path : path.substring(0, end);
        }
        OptionalInt vertex = graph.findByPath(path);
        for (int above = vertex.orElse(ResourceGraph.NO_VERTEX);
                above != ResourceGraph.NO_VERTEX;
                above = graph.parent(above)) {
            if (graph.isNode(above)) {
                return graph.path(above);
            }
        }
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }
}

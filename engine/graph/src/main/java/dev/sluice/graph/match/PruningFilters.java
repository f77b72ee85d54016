package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// flux-sched's pruning filters: which types a vertex keeps count of below itself, by its own type.
///
/// They are written as pairs, such as `ALL:core,rack:node`: every vertex counts cores, and a rack also nodes. The order
/// of the types in a filter matters to the `first` policies, see [FilterWeights].
public final class PruningFilters {
    public static final String DEFAULT = "ALL:core,ALL:node";

    private static final String ALL = "ALL";
    private static final String CLUSTER = "cluster";

    /// The types that flux-sched knows from the start, in its order.
    private static final List<String> BUILT_IN =
            List.of(CLUSTER, "core", "socket", "gpu", "node", "rack", "slot", "xor_slot", "ssd", "storage_node");

    private final Map<String, Set<String>> counted = new LinkedHashMap<>();

    private PruningFilters() {}

    /// Parses pairs that are separated by commas; a blank text stands for [#DEFAULT].
    ///
    /// @throws IllegalArgumentException names the pair that has no colon or an empty side
    public static PruningFilters parse(String text) {
        PruningFilters filters = new PruningFilters();
        for (String pair : (text.isBlank() ? DEFAULT : text).split(",", -1)) {
            int colon = pair.indexOf(':');
            if (colon <= 0 || colon == pair.length() - 1) {
                throw new IllegalArgumentException("(%s) is not a pair such as ALL:core".formatted(pair));
            }
            filters.add(
                    pair.substring(0, colon).strip(), pair.substring(colon + 1).strip());
        }
        return filters;
    }

    /// What is counted by all need not be counted by some.
    private void add(String high, String low) {
        if (high.equals(ALL)) {
            counted.values().forEach(types -> types.remove(low));
        } else if (of(ALL).contains(low)) {
            return;
        }
        counted.computeIfAbsent(high, _ -> new LinkedHashSet<>()).add(low);
    }

    private Set<String> of(String high) {
        return counted.getOrDefault(high, Set.of());
    }

    /// All types that are counted somewhere, in the order in which they were given.
    public Set<String> types() {
        Set<String> types = new LinkedHashSet<>();
        counted.values().forEach(types::addAll);
        return types;
    }

    /// Returns the types that a vertex of this type counts, in flux-sched's order: first those that only its type
    /// counts, then those that all count, except its own.
    public List<String> countedBy(String type, ResourceGraph graph) {
        Comparator<String> byFirstMention = Comparator.comparingInt(counts -> mention(counts, graph));
        Set<String> own = new LinkedHashSet<>(of(type));
        if (type.equals(CLUSTER)) {
            own.addAll(uncountedLeafTypes(graph));
        }
        List<String> types = new ArrayList<>(own.stream().sorted(byFirstMention).toList());
        of(ALL).stream()
                .filter(counts -> !counts.equals(type))
                .sorted(byFirstMention)
                .forEach(types::add);
        return types;
    }

    /// The cluster counts the types of leaves that no other filter counts.
    private Set<String> uncountedLeafTypes(ResourceGraph graph) {
        Set<String> leaves = new LinkedHashSet<>();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (!graph.isRemoved(vertex) && graph.firstOut(vertex) == ResourceGraph.NO_EDGE) {
                leaves.add(graph.type(vertex));
            }
        }
        leaves.removeAll(types());
        return leaves;
    }

    private static int mention(String type, ResourceGraph graph) {
        int builtIn = BUILT_IN.indexOf(type);
        int inGraph = graph.typeNumber(type);
        if (builtIn >= 0) {
            return builtIn;
        }
        return inGraph >= 0 ? BUILT_IN.size() + inGraph : Integer.MAX_VALUE;
    }
}

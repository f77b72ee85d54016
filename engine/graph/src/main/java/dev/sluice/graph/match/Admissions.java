package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.pod.Toleration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One admission for all requests with equal constraints and tolerations.
final class Admissions {
    /// The number of admissions kept for requests to come, the least recently used one dropped first. Each has a bit
    /// per vertex. A request keeps its own, dropped or not.
    private static final int KEPT_MAX = 1024;

    private record Key(@Nullable Constraint constraint, List<Toleration> tolerations) {}

    private final ResourceGraph graph;
    private final Map<Key, Admission> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Admission> eldest) {
            return size() > KEPT_MAX;
        }
    };

    Admissions(ResourceGraph graph) {
        this.graph = graph;
    }

    /// @param constraint null if all nodes are acceptable
    Admission of(@Nullable Constraint constraint, List<Toleration> tolerations) {
        return known.computeIfAbsent(
                new Key(constraint, tolerations), key -> new Admission(graph, key.constraint(), key.tolerations()));
    }
}

package dev.sluice.graph;

import dev.sluice.jobspec.pod.Taint;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// The taints of all nodes. Few nodes have any, so they lie in a table beside the graph's arrays.
final class Taints {
    private final TreeMap<Integer, List<Taint>> byVertex = new TreeMap<>();

    Taints() {}

    Taints(Taints other) {
        byVertex.putAll(other.byVertex);
    }

    /// Replaces the taints of a vertex; returns whether they were others before.
    boolean set(int vertex, List<Taint> taints) {
        List<Taint> before = taints.isEmpty() ? byVertex.remove(vertex) : byVertex.put(vertex, List.copyOf(taints));
        return !taints.equals(before == null ? List.of() : before);
    }

    List<Taint> of(int vertex) {
        return byVertex.isEmpty() ? List.of() : byVertex.getOrDefault(vertex, List.of());
    }

    /// The vertices with taints, in ascending order.
    Set<Integer> vertices() {
        return byVertex.keySet();
    }
}

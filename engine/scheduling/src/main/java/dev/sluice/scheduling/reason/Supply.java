package dev.sluice.scheduling.reason;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.scheduling.machine.ClosedNodes;
import dev.sluice.scheduling.machine.ClosedReason;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// How much of a requested resource the machine has, and how much of it is closed.
///
/// @param closed by reason; of several reasons for a node, the first in the order of [ClosedReason]
/// @param tainted how much more there would be if all taints were tolerated
/// @param taint one of these taints; empty if there are none
record Supply(long there, Map<ClosedReason, Long> closed, long tainted, Optional<Taint> taint) {

    /// Counts a type within the request's constraint.
    static Supply ofType(ResourceModel machine, ClosedNodes closed, CompiledJobspec request, String type) {
        return new Count(machine, closed, request).of(type, Map.of(), true);
    }

    /// Counts the vertices of a type that contain at least these amounts, within the request's constraint.
    static Supply having(
            ResourceModel machine, ClosedNodes closed, CompiledJobspec request, String type, Map<String, Long> each) {
        return new Count(machine, closed, request).of(type, each, false);
    }

    private record Count(ResourceModel machine, ClosedNodes nodes, CompiledJobspec request) {

        Supply of(String type, Map<String, Long> each, boolean bySize) {
            ResourceGraph graph = machine.graph();
            long there = 0;
            Map<ClosedReason, Long> closed = new EnumMap<>(ClosedReason.class);
            long tainted = 0;
            Optional<Taint> first = Optional.empty();
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                if (graph.isRemoved(vertex) || !graph.type(vertex).equals(type) || !has(vertex, each)) {
                    continue;
                }
                long amount = bySize ? graph.size(vertex) : 1;
                int node = nodeOf(vertex);
                if (node == ResourceGraph.NO_VERTEX || machine.admits(request, node)) {
                    there += amount;
                    reason(vertex).ifPresent(reason -> closed.merge(reason, amount, Long::sum));
                } else {
                    Optional<Taint> obstacle = machine.onlyObstacle(request, node);
                    tainted += obstacle.isPresent() ? amount : 0;
                    first = first.or(() -> obstacle);
                }
            }
            return new Supply(there, closed, tainted, first);
        }

        /// Constraints apply to nodes; vertices outside of nodes are always admitted.
        private int nodeOf(int vertex) {
            int node = vertex;
            while (node != ResourceGraph.NO_VERTEX && !machine.graph().isNode(node)) {
                node = machine.graph().parent(node);
            }
            return node;
        }

        /// Why the vertex is closed, or one that contains it. A status that no event has reported counts as down.
        private Optional<ClosedReason> reason(int vertex) {
            int above = vertex;
            while (above != ResourceGraph.NO_VERTEX && !machine.graph().isDown(above)) {
                above = machine.graph().parent(above);
            }
            return above == ResourceGraph.NO_VERTEX
                    ? Optional.empty()
                    : Optional.of(nodes.reasons(machine.graph().path(above)).stream()
                            .findFirst()
                            .orElse(ClosedReason.DOWN));
        }

        private boolean has(int vertex, Map<String, Long> each) {
            if (each.isEmpty()) {
                return true;
            }
            Map<String, Long> inside = new HashMap<>();
            ResourceGraph graph = machine.graph();
            graph.forEachBelow(vertex, below -> inside.merge(graph.type(below), graph.size(below), Long::sum));
            return each.entrySet().stream().allMatch(need -> inside.getOrDefault(need.getKey(), 0L) >= need.getValue());
        }
    }
}

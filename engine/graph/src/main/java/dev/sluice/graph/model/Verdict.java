package dev.sluice.graph.model;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.Outcome;
import dev.sluice.jobspec.ResourceRequest;
import java.util.List;

/// Tells why a request found no place: the machine is busy, or would be too small even if it were empty.
///
/// As in flux-sched, the nodes are counted first if a filter counts nodes. Too few of them mean that the request is
/// unsatisfiable only to `allocate_with_satisfiability`.
record Verdict(ResourceModel model, MatchOperation operation) {

    Outcome of(CompiledJobspec request) {
        boolean isAsked = operation == MatchOperation.ALLOCATE_WITH_SATISFIABILITY;
        if (!isAsked && !operation.looksAhead()) {
            return new Outcome.Busy();
        }
        if (countsNodes() && leastNodes(request.jobspec().resources()) > nodesFor(request)) {
            return isAsked ? new Outcome.Unsatisfiable() : new Outcome.Busy();
        }
        return model.isSatisfiable(request) ? new Outcome.Busy() : new Outcome.Unsatisfiable();
    }

    private boolean countsNodes() {
        return model.filters()
                .map(filters -> filters.types().contains(VertexKind.NODE))
                .orElse(true);
    }

    /// The nodes that are up and match the constraint. With a constraint, `allocate_with_satisfiability` does not ask
    /// whether they are up.
    private long nodesFor(CompiledJobspec request) {
        boolean isConstrained =
                request.jobspec().attributes().system().constraint().isPresent();
        boolean mayBeDown = isConstrained && operation == MatchOperation.ALLOCATE_WITH_SATISFIABILITY;
        ResourceGraph graph = model.graph();
        long nodes = 0;
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            boolean counts = graph.isNode(vertex)
                    && !graph.isRemoved(vertex)
                    && (mayBeDown || isUp(graph, vertex))
                    && (!isConstrained || model.admits(request, vertex));
            nodes += counts ? 1 : 0;
        }
        return nodes;
    }

    private static boolean isUp(ResourceGraph graph, int vertex) {
        for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            if (graph.isDown(above)) {
                return false;
            }
        }
        return true;
    }

    private static long leastNodes(List<ResourceRequest> requests) {
        long nodes = 0;
        for (ResourceRequest request : requests) {
            long each = leastNodes(request.with()) + (request.type().equals(VertexKind.NODE) ? 1 : 0);
            long all = each == 0 ? 0 : Math.min(request.count().min(), Integer.MAX_VALUE) * each;
            // More than any machine has, and far from overflow when multiplied again.
            nodes = Math.min(nodes + all, Integer.MAX_VALUE);
        }
        return nodes;
    }
}

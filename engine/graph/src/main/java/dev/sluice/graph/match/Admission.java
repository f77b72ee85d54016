package dev.sluice.graph.match;

import dev.sluice.graph.NodeChanges;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.jobspec.pod.Toleration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The nodes that a constraint and tolerations admit, kept up to date by the graph's log of changed nodes.
///
/// A node is refused if the constraint does not match it, or if it has a taint `NoSchedule` or `NoExecute` that is not
/// tolerated. An untolerated `PreferNoSchedule` makes it unwelcome: a match first tries to do without such nodes.
///
/// Equivalent to evaluating all nodes before each match. Costs one comparison if no node has changed, and otherwise
/// one evaluation per changed node.
final class Admission {
    private static final long NEVER = -1;

    private final ResourceGraph graph;
    private final @Nullable Constraint constraint;
    private final List<Toleration> tolerations;
    private final Eligibility eligibility = new Eligibility();
    private final Eligibility welcoming = new Eligibility();
    private final BitSet unwelcome = new BitSet();
    private long seen = NEVER;

    Admission(ResourceGraph graph, @Nullable Constraint constraint, List<Toleration> tolerations) {
        this.graph = graph;
        this.constraint = constraint;
        this.tolerations = tolerations;
    }

    /// The admitted nodes.
    Eligibility eligibility() {
        return eligibility;
    }

    boolean hasUnwelcome() {
        return !unwelcome.isEmpty();
    }

    /// The admitted nodes without the unwelcome ones.
    Eligibility welcoming() {
        return welcoming;
    }

    /// Evaluates the nodes that have changed since the last call.
    void catchUp() {
        NodeChanges changes = graph.nodeChanges();
        if (seen == changes.count()) {
            return;
        }
        if (seen == NEVER || !changes.remembers(seen)) {
            evaluateAll();
        } else {
            for (long at = seen; at < changes.count(); at++) {
                evaluate(changes.vertex(at));
            }
        }
        seen = changes.count();
    }

    private void evaluateAll() {
        eligibility.admitAll();
        welcoming.admitAll();
        unwelcome.clear();
        if (constraint == null) {
            graph.taintedNodes().forEach(this::evaluate);
            return;
        }
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.kind(vertex).isConstrained()) {
                evaluate(vertex);
            }
        }
    }

    private void evaluate(int vertex) {
        boolean isThere = !graph.isRemoved(vertex);
        boolean isAdmitted = !isThere || (matches(vertex) && untolerated(vertex).isEmpty());
        boolean isUnwelcome = isThere && untolerated(vertex, false).isPresent();
        eligibility.set(vertex, isAdmitted);
        unwelcome.set(vertex, isUnwelcome);
        welcoming.set(vertex, isAdmitted && !isUnwelcome);
    }

    /// Whether the constraint matches a node, whatever its taints.
    boolean matches(int vertex) {
        return constraint == null || constraint.matches(new VertexFacts(graph, vertex), Dialect.FLUX_SCHED);
    }

    /// The taint for which a node is refused, if the constraint matches it.
    Optional<Taint> onlyObstacle(int vertex) {
        return matches(vertex) ? untolerated(vertex) : Optional.empty();
    }

    private Optional<Taint> untolerated(int vertex) {
        return untolerated(vertex, true);
    }

    private Optional<Taint> untolerated(int vertex, boolean hard) {
        List<Taint> taints = graph.taints(vertex);
        return taints.isEmpty() ? Optional.empty() : Toleration.firstUntolerated(taints, tolerations, hard);
    }
}

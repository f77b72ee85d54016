package dev.sluice.jobspec.pod;

import java.util.List;

/// Requirements that a node must meet together. A term without requirements matches no node.
public record NodeSelectorTerm(List<LabelRequirement> matchExpressions, List<FieldRequirement> matchFields) {

    public NodeSelectorTerm {
        matchExpressions = List.copyOf(matchExpressions);
        matchFields = List.copyOf(matchFields);
    }

    public static NodeSelectorTerm of(LabelRequirement... matchExpressions) {
        return new NodeSelectorTerm(List.of(matchExpressions), List.of());
    }

    public boolean isEmpty() {
        return matchExpressions.isEmpty() && matchFields.isEmpty();
    }

    public boolean matches(LabelledNode node) {
        for (LabelRequirement requirement : matchExpressions) {
            if (!requirement.matches(node)) {
                return false;
            }
        }
        for (FieldRequirement requirement : matchFields) {
            if (!requirement.matches(node)) {
                return false;
            }
        }
        return !isEmpty();
    }
}

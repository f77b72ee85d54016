package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.pod.FieldRequirement;
import dev.sluice.jobspec.pod.LabelRequirement;
import dev.sluice.jobspec.pod.NodeSelectorTerm;
import dev.sluice.jobspec.pod.SelectorOperator;
import java.util.List;

/// Reads node selector terms as they stand in a pod's required node affinity.
final class NodeSelectorReader {
    private static final List<String> TERM_KEYS = List.of("matchExpressions", "matchFields");
    private static final List<String> REQUIREMENT_KEYS = List.of("key", "operator", "values");

    private NodeSelectorReader() {}

    static Constraint nodeSelector(Value list) {
        List<NodeSelectorTerm> terms =
                list.elements().stream().map(NodeSelectorReader::term).toList();
        if (terms.isEmpty()) {
            throw list.problem("must have at least one term");
        }
        return new Constraint.NodeSelector(terms);
    }

    private static NodeSelectorTerm term(Value term) {
        term.fields(TERM_KEYS);
        return new NodeSelectorTerm(
                elements(term, "matchExpressions").stream()
                        .map(NodeSelectorReader::label)
                        .toList(),
                elements(term, "matchFields").stream()
                        .map(NodeSelectorReader::field)
                        .toList());
    }

    private static List<Value> elements(Value mapping, String key) {
        return mapping.find(key).map(Value::elements).orElse(List.of());
    }

    private static LabelRequirement label(Value requirement) {
        requirement.fields(REQUIREMENT_KEYS);
        String key = requirement.require("key").text();
        SelectorOperator operator = operator(requirement.require("operator"));
        List<String> values =
                elements(requirement, "values").stream().map(Value::text).toList();
        return requirement.checked(() -> new LabelRequirement(key, operator, values));
    }

    private static FieldRequirement field(Value requirement) {
        requirement.fields(REQUIREMENT_KEYS);
        String key = requirement.require("key").text();
        SelectorOperator operator = operator(requirement.require("operator"));
        Value list = requirement.require("values");
        List<Value> values = list.elements();
        if (values.size() != 1) {
            throw list.problem("must have exactly one value");
        }
        return requirement.checked(
                () -> new FieldRequirement(key, operator, values.getFirst().text()));
    }

    private static SelectorOperator operator(Value value) {
        return SelectorOperator.named(value.text())
                .orElseThrow(() -> value.problem("must be one of " + String.join(", ", SelectorOperator.texts())));
    }
}

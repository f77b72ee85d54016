package dev.sluice.controller.intake;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.pod.FieldRequirement;
import dev.sluice.jobspec.pod.LabelRequirement;
import dev.sluice.jobspec.pod.NodeSelectorTerm;
import dev.sluice.jobspec.pod.SelectorOperator;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.jobspec.pod.Toleration;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a pod's spec says about its node. Preferences are left to the match policy.
final class NodeRules {
    private NodeRules() {}

    /// Returns the nodes that the node selector and the required node affinity allow; empty if all are.
    static Optional<Constraint> constraint(JsonObject pod) {
        List<Constraint> all = new ArrayList<>();
        List<LabelRequirement> labels = new ArrayList<>();
        pod.object("spec", "nodeSelector")
                .texts()
                .forEach((key, value) -> labels.add(new LabelRequirement(key, SelectorOperator.IN, List.of(value))));
        if (!labels.isEmpty()) {
            all.add(new Constraint.NodeSelector(List.of(new NodeSelectorTerm(labels, List.of()))));
        }
        JsonObject required =
                pod.object("spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution");
        if (required.has("nodeSelectorTerms")) {
            all.add(new Constraint.NodeSelector(terms(required.array("nodeSelectorTerms"))));
        }
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(all.size() == 1 ? all.getFirst() : new Constraint.And(all));
    }

    private static List<NodeSelectorTerm> terms(JsonArray array) {
        List<NodeSelectorTerm> terms = new ArrayList<>();
        for (Json each : array) {
            if (each instanceof JsonObject term) {
                terms.add(new NodeSelectorTerm(expressions(term), fields(term)));
            }
        }
        return terms;
    }

    private static List<LabelRequirement> expressions(JsonObject term) {
        List<LabelRequirement> expressions = new ArrayList<>();
        for (Json each : term.array("matchExpressions")) {
            if (each instanceof JsonObject expression) {
                expressions.add(new LabelRequirement(
                        expression.text("key"), operator(expression), texts(expression.array("values"))));
            }
        }
        return expressions;
    }

    private static List<FieldRequirement> fields(JsonObject term) {
        List<FieldRequirement> fields = new ArrayList<>();
        for (Json each : term.array("matchFields")) {
            if (each instanceof JsonObject field) {
                List<String> values = texts(field.array("values"));
                fields.add(new FieldRequirement(
                        field.text("key"), operator(field), values.isEmpty() ? "" : values.getFirst()));
            }
        }
        return fields;
    }

    private static SelectorOperator operator(JsonObject requirement) {
        String name = requirement.text("operator");
        return SelectorOperator.named(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "operator (" + name + ") must be one of " + SelectorOperator.texts()));
    }

    private static List<String> texts(JsonArray values) {
        List<String> texts = new ArrayList<>();
        for (Json value : values) {
            if (value instanceof JsonString text) {
                texts.add(text.text());
            }
        }
        return texts;
    }

    static List<Toleration> tolerations(JsonObject pod) {
        List<Toleration> tolerations = new ArrayList<>();
        for (Json each : pod.array("spec", "tolerations")) {
            if (each instanceof JsonObject toleration) {
                tolerations.add(toleration(toleration));
            }
        }
        return tolerations;
    }

    private static Toleration toleration(JsonObject json) {
        String name = json.text("operator").isEmpty() ? Toleration.Operator.EQUAL.text() : json.text("operator");
        Toleration.Operator operator = Toleration.Operator.named(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "operator (" + name + ") of a toleration must be one of " + Toleration.Operator.texts()));
        String key = json.text("key");
        String effect = json.text("effect");
        Optional<TaintEffect> named = effect.isEmpty() ? Optional.empty() : TaintEffect.named(effect);
        if (!effect.isEmpty() && named.isEmpty()) {
            throw new IllegalArgumentException("effect (" + effect + ") must be one of " + TaintEffect.texts());
        }
        return new Toleration(key.isEmpty() ? Optional.empty() : Optional.of(key), operator, json.text("value"), named);
    }
}

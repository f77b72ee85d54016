package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.pod.FieldRequirement;
import dev.sluice.jobspec.pod.LabelRequirement;
import dev.sluice.jobspec.pod.NodeSelectorTerm;
import dev.sluice.jobspec.pod.SelectorOperator;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.jobspec.pod.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Labels and taints for nodes, and constraints and tolerations that may meet them, drawn from a few keys and values.
final class RandomMarks {
    private static final List<String> KEYS = List.of("zone", "cpus", "gpu");
    private static final List<String> VALUES = List.of("a", "b", "7", "12", "");

    private final RandomGenerator random;

    RandomMarks(RandomGenerator random) {
        this.random = random;
    }

    void label(ResourceGraph graph, int node) {
        if (random.nextBoolean()) {
            graph.setProperty(node, one(KEYS), one(VALUES));
        } else {
            graph.removeProperty(node, one(KEYS));
        }
    }

    void taint(ResourceGraph graph, int node) {
        List<Taint> taints = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            taints.add(new Taint(one(KEYS), one(VALUES), one(List.of(TaintEffect.values()))));
        }
        graph.setTaints(node, taints);
    }

    Optional<Constraint> constraint() {
        if (random.nextInt(4) == 0) {
            return Optional.empty();
        }
        List<NodeSelectorTerm> terms = new ArrayList<>();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            terms.add(term());
        }
        Constraint selector = new Constraint.NodeSelector(terms);
        return Optional.of(
                switch (random.nextInt(4)) {
                    case 0 -> new Constraint.Not(List.of(selector));
                    case 1 ->
                        new Constraint.And(List.of(selector, new Constraint.Properties(List.of("^" + one(KEYS)))));
                    default -> selector;
                });
    }

    private NodeSelectorTerm term() {
        List<LabelRequirement> labels = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            labels.add(requirement());
        }
        List<FieldRequirement> fields = random.nextInt(4) > 0
                ? List.of()
                : List.of(new FieldRequirement(
                        FieldRequirement.NAME,
                        random.nextBoolean() ? SelectorOperator.IN : SelectorOperator.NOT_IN,
                        "node" + random.nextInt(3)));
        return new NodeSelectorTerm(labels, fields);
    }

    private LabelRequirement requirement() {
        SelectorOperator operator = one(List.of(SelectorOperator.values()));
        List<String> values = switch (operator) {
            case IN, NOT_IN -> List.of(one(VALUES), one(VALUES));
            case EXISTS, DOES_NOT_EXIST -> List.of();
            case GT, LT -> List.of(one(List.of("7", "10", "0")));
        };
        return new LabelRequirement(one(KEYS), operator, values);
    }

    List<Toleration> tolerations() {
        List<Toleration> tolerations = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            Optional<TaintEffect> effect =
                    random.nextBoolean() ? Optional.empty() : Optional.of(one(List.of(TaintEffect.values())));
            tolerations.add(
                    switch (random.nextInt(5)) {
                        case 0 -> new Toleration(Optional.empty(), Toleration.Operator.EXISTS, "", effect);
                        case 1, 2 -> new Toleration(Optional.of(one(KEYS)), Toleration.Operator.EXISTS, "", effect);
                        default ->
                            new Toleration(Optional.of(one(KEYS)), Toleration.Operator.EQUAL, one(VALUES), effect);
                    });
        }
        return tolerations;
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}

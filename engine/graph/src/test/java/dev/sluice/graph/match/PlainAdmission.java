package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.pod.FieldRequirement;
import dev.sluice.jobspec.pod.LabelRequirement;
import dev.sluice.jobspec.pod.NodeSelectorTerm;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.jobspec.pod.Toleration;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/// The plain version that [Admission] is compared with: the rules of Kubernetes' documentation, word by word, for one
/// node.
final class PlainAdmission {
    private final ResourceGraph graph;

    PlainAdmission(ResourceGraph graph) {
        this.graph = graph;
    }

    boolean admits(SystemAttributes request, int node) {
        return (request.constraint().isEmpty() || matches(request.constraint().get(), node))
                && !isTainted(request.directives().tolerations(), node, List.of("NoSchedule", "NoExecute"));
    }

    boolean welcomes(SystemAttributes request, int node) {
        return admits(request, node) && !isUnwelcome(request, node);
    }

    boolean isUnwelcome(SystemAttributes request, int node) {
        return isTainted(request.directives().tolerations(), node, List.of("PreferNoSchedule"));
    }

    private boolean isTainted(List<Toleration> tolerations, int node, List<String> effects) {
        for (Taint taint : graph.taints(node)) {
            boolean isTolerated = false;
            for (Toleration toleration : tolerations) {
                boolean sameEffect = toleration.effect().isEmpty()
                        || toleration.effect().get().equals(taint.effect());
                boolean sameKey =
                        toleration.key().isEmpty() || toleration.key().get().equals(taint.key());
                boolean sameValue = toleration.operator().text().equals("Exists")
                        || toleration.value().equals(taint.value());
                isTolerated |= sameEffect && sameKey && sameValue;
            }
            if (!isTolerated && effects.contains(taint.effect().text())) {
                return true;
            }
        }
        return false;
    }

    private boolean matches(Constraint constraint, int node) {
        return switch (constraint) {
            case Constraint.Properties properties ->
                properties.names().stream()
                        .allMatch(name -> name.startsWith("^")
                                ? !labels(node).containsKey(name.substring(1))
                                : labels(node).containsKey(name));
            case Constraint.Hostlist hosts -> hosts.hosts().contains(graph.name(node));
            case Constraint.Ranks ranks -> ranks.ranks().contains(graph.rank(node));
            case Constraint.NodeSelector selector -> selector.terms().stream().anyMatch(term -> matches(term, node));
            case Constraint.Not not -> !not.operands().stream().allMatch(operand -> matches(operand, node));
            case Constraint.And and -> and.operands().stream().allMatch(operand -> matches(operand, node));
            case Constraint.Or or -> or.operands().stream().anyMatch(operand -> matches(operand, node));
        };
    }

    private boolean matches(NodeSelectorTerm term, int node) {
        return !(term.matchExpressions().isEmpty() && term.matchFields().isEmpty())
                && term.matchExpressions().stream().allMatch(requirement -> matches(requirement, node))
                && term.matchFields().stream().allMatch(requirement -> matches(requirement, node));
    }

    private boolean matches(LabelRequirement requirement, int node) {
        boolean has = labels(node).containsKey(requirement.key());
        String value = labels(node).getOrDefault(requirement.key(), "");
        return switch (requirement.operator().text()) {
            case "In" -> has && requirement.values().contains(value);
            case "NotIn" -> !has || !requirement.values().contains(value);
            case "Exists" -> has;
            case "DoesNotExist" -> !has;
            case "Gt" -> isNumber(value) && new BigInteger(value).compareTo(number(requirement)) > 0;
            default -> isNumber(value) && new BigInteger(value).compareTo(number(requirement)) < 0;
        };
    }

    private boolean matches(FieldRequirement requirement, int node) {
        boolean same = graph.name(node).equals(requirement.value());
        return requirement.operator().text().equals("In") ? same : !same;
    }

    private static boolean isNumber(String value) {
        return !value.isEmpty() && value.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    private static BigInteger number(LabelRequirement requirement) {
        return new BigInteger(requirement.values().getFirst());
    }

    private Map<String, String> labels(int node) {
        return graph.properties(node);
    }
}

package dev.sluice.jobspec.explain;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.pod.FieldRequirement;
import dev.sluice.jobspec.pod.LabelRequirement;
import dev.sluice.jobspec.pod.NodeSelectorTerm;
import dev.sluice.jobspec.pod.SelectorOperator;
import java.util.ArrayList;
import java.util.List;

/// Constraints as the end of "nodes that …".
public final class ConstraintWords {
    private ConstraintWords() {}

    public static String sentence(Constraint constraint) {
        String words = of(constraint);
        return words.startsWith("(") ? words.substring(1, words.length() - 1) : words;
    }

    private static String of(Constraint constraint) {
        return switch (constraint) {
            case Constraint.Properties properties -> properties(properties.names());
            case Constraint.Hostlist hostlist -> "are among " + hostlist.hosts().encode();
            case Constraint.Ranks ranks -> "have rank " + ranks.ranks().encode();
            case Constraint.NodeSelector selector ->
                inParentheses(
                        selector.terms().stream().map(ConstraintWords::term).toList(), " or ");
            case Constraint.Not not when not.operands().isEmpty() -> "do not exist";
            case Constraint.Not not -> "are none that " + joined(not.operands(), " and ");
            case Constraint.And and when and.operands().isEmpty() -> "exist";
            case Constraint.And and -> joined(and.operands(), " and ");
            case Constraint.Or or when or.operands().isEmpty() -> "meet one of no conditions";
            case Constraint.Or or -> joined(or.operands(), " or ");
        };
    }

    private static String properties(List<String> names) {
        if (names.isEmpty()) {
            return "exist";
        }
        return inParentheses(
                names.stream()
                        .map(name -> name.startsWith("^") ? "do not have " + name.substring(1) : "have " + name)
                        .toList(),
                " and ");
    }

    private static String term(NodeSelectorTerm term) {
        if (term.isEmpty()) {
            return "do not exist";
        }
        List<String> parts = new ArrayList<>();
        term.matchExpressions().forEach(requirement -> parts.add(label(requirement)));
        term.matchFields().forEach(requirement -> parts.add(name(requirement)));
        return inParentheses(parts, " and ");
    }

    private static String label(LabelRequirement requirement) {
        String key = requirement.key();
        List<String> values = requirement.values();
        return switch (requirement.operator()) {
            case IN -> "have " + key + anyOf(values);
            case NOT_IN -> "do not have " + key + anyOf(values);
            case EXISTS -> "have " + key;
            case DOES_NOT_EXIST -> "do not have " + key;
            case GT -> "have " + key + " > " + values.getFirst();
            case LT -> "have " + key + " < " + values.getFirst();
        };
    }

    private static String anyOf(List<String> values) {
        return values.size() == 1 ? " = " + values.getFirst() : " in (" + String.join(", ", values) + ")";
    }

    private static String name(FieldRequirement requirement) {
        return (requirement.operator() == SelectorOperator.IN ? "are named " : "are not named ") + requirement.value();
    }

    private static String joined(List<Constraint> operands, String word) {
        return inParentheses(operands.stream().map(ConstraintWords::of).toList(), word);
    }

    private static String inParentheses(List<String> parts, String word) {
        return parts.size() > 1 ? "(" + String.join(word, parts) + ")" : String.join(word, parts);
    }
}

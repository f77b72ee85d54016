package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.apiserver.cel.CelEnvironment;
import dev.sluice.kube.apiserver.cel.CelEnvironment.Result;
import dev.sluice.kube.apiserver.cel.CelEnvironment.Variable;
import dev.sluice.kube.apiserver.cel.CelExpression;
import dev.sluice.kube.apiserver.cel.CelRefusal;
import dev.sluice.kube.apiserver.cel.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A rule, ready to be evaluated, or what is wrong with it.
///
/// @param expression nothing if it is wrong
/// @param problem of the rule; empty if it is fine
/// @param message what tells why the rule does not hold; nothing if there is none, or it is wrong
/// @param problemOfMessage empty if it is fine
/// @param fieldPath of what the rule is about, below its own place; empty if it is that itself
record CompiledRule(
        Rule rule,
        @Nullable CelExpression expression,
        String problem,
        @Nullable CelExpression message,
        String problemOfMessage,
        String fieldPath) {

    /// All rules of a place.
    static List<CompiledRule> of(List<Rule> rules, Node node, Shape shape) {
        if (rules.isEmpty()) {
            return List.of();
        }
        List<CompiledRule> compiled = new ArrayList<>();
        CelEnvironment plain = environment(shape, false);
        for (Rule rule : rules) {
            compiled.add(of(rule, node, rule.takesNoOld() ? environment(shape, true) : plain));
        }
        return compiled;
    }

    private static CelEnvironment environment(Shape shape, boolean isOptional) {
        return CelEnvironment.of(
                List.of(new Variable("self", shape, false), new Variable("oldSelf", shape, isOptional)));
    }

    private static CompiledRule of(Rule rule, Node node, CelEnvironment environment) {
        CelExpression expression;
        try {
            expression = environment.compile(rule.text(), Result.BOOLEAN);
        } catch (CelRefusal e) {
            String named = e.foundType().isEmpty() ? e.problem() : "cel expression " + e.problem();
            return new CompiledRule(rule, null, named, null, "", "");
        }
        CelExpression message = null;
        String problem = "";
        if (!rule.messageExpression().isEmpty()) {
            try {
                message = environment.compile(rule.messageExpression(), Result.TEXT);
            } catch (CelRefusal e) {
                problem = "messageExpression " + e.problem();
            }
        }
        String path = rule.fieldPath().isEmpty()
                ? ""
                : FieldPath.of(rule.fieldPath(), node, true).path();
        return new CompiledRule(rule, expression, "", message, problem, path);
    }
}

package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.apiserver.cel.CelCompileException;
import dev.sluice.kube.apiserver.cel.CelEnvironment;
import dev.sluice.kube.apiserver.cel.CelEnvironment.Result;
import dev.sluice.kube.apiserver.cel.CelEnvironment.Variable;
import dev.sluice.kube.apiserver.cel.CelExpression;
import dev.sluice.kube.apiserver.cel.CelSchema;
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
record CompiledValidationRule(
        ValidationRule rule,
        @Nullable CelExpression expression,
        String problem,
        @Nullable CelExpression message,
        String problemOfMessage,
        String fieldPath) {

    /// All rules of a place.
    static List<CompiledValidationRule> of(List<ValidationRule> rules, SchemaNode node, CelSchema shape) {
        if (rules.isEmpty()) {
            return List.of();
        }
        List<CompiledValidationRule> compiled = new ArrayList<>();
        CelEnvironment plain = environment(shape, false);
        for (ValidationRule rule : rules) {
            compiled.add(of(rule, node, rule.takesNoOld() ? environment(shape, true) : plain));
        }
        return compiled;
    }

    private static CelEnvironment environment(CelSchema shape, boolean isOptional) {
        return CelEnvironment.of(
                List.of(new Variable("self", shape, false), new Variable("oldSelf", shape, isOptional)));
    }

    private static CompiledValidationRule of(ValidationRule rule, SchemaNode node, CelEnvironment environment) {
        CelExpression expression;
        try {
            expression = environment.compile(rule.text(), Result.BOOLEAN);
        } catch (CelCompileException e) {
            String named = e.foundType().isEmpty() ? e.problem() : "cel expression " + e.problem();
            return new CompiledValidationRule(rule, null, named, null, "", "");
        }
        CelExpression message = null;
        String problem = "";
        if (!rule.messageExpression().isEmpty()) {
            try {
                message = environment.compile(rule.messageExpression(), Result.TEXT);
            } catch (CelCompileException e) {
                problem = "messageExpression " + e.problem();
            }
        }
        String path = rule.fieldPath().isEmpty()
                ? ""
                : FieldPath.of(rule.fieldPath(), node, true).path();
        return new CompiledValidationRule(rule, expression, "", message, problem, path);
    }
}

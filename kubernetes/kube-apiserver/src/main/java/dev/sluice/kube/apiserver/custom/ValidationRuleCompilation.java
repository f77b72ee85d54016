package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.apiserver.cel.CelExpression;
import dev.sluice.kube.apiserver.cel.CelSchema;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Compiles all rules of a schema, and reports compile errors and excessive costs.
final class ValidationRuleCompilation {
    private final List<Cause> errors;
    private final RuleCostBudget total = new RuleCostBudget();

    private ValidationRuleCompilation(List<Cause> errors) {
        this.errors = errors;
    }

    static void check(JsonObject schema, String at, List<Cause> errors) {
        ValidationRuleCompilation compilation = new ValidationRuleCompilation(errors);
        compilation.node(new SchemaNode(schema), at, true, 1, "");
        compilation.total.check(at, errors);
    }

    /// @param count how many there are at most; negative if there is no limit
    /// @param within what cannot be told apart before and after; empty if all can
    private void node(SchemaNode node, String at, boolean isRoot, long count, String within) {
        long inner = RuleCostBudget.times(count, RuleCostBudget.countIn(node));
        SchemaNode others = node.others();
        if (others != null) {
            node(others, at + ".additionalProperties", false, inner, within);
        }
        for (String name : node.properties().names()) {
            SchemaNode property = new SchemaNode(node.properties().object(name));
            node(property, at + ".properties[" + name + "]", false, inner, within);
        }
        SchemaNode items = node.items();
        if (items != null) {
            node(items, at + ".items", false, inner, node.listType().equals("map") || !within.isEmpty() ? within : at);
        }
        rules(node, at, isRoot || node.isResource(), count, within);
    }

    private void rules(SchemaNode node, String at, boolean isResource, long count, String within) {
        List<ValidationRule> rules = ValidationRule.of(node.schema());
        if (rules.isEmpty()) {
            return;
        }
        CelSchema shape = SchemaCelTypes.of(node, isResource);
        if (SchemaCelTypes.isHidden(shape)) {
            errors.add(new Cause(
                    "InternalError",
                    "Internal error: internal error: failed to construct type information for "
                            + "x-kubernetes-validations rules: unable to convert structural schema to CEL declarations",
                    at + "." + ValidationRule.FIELD));
            return;
        }
        long times = count < 0 ? CelSchema.REQUEST_SIZE_MAX / (shape.bytesMin() + 1) : count;
        List<CompiledValidationRule> compiled = CompiledValidationRule.of(rules, node, shape);
        for (int i = 0; i < compiled.size(); i++) {
            rule(compiled.get(i), at + "." + ValidationRule.FIELD + "[" + i + "]", times, within);
        }
    }

    private void rule(CompiledValidationRule compiled, String at, long times, String within) {
        ValidationRule rule = compiled.rule();
        CelExpression expression = compiled.expression();
        cost("estimated rule cost", expression, times, at + ".rule");
        if (expression == null) {
            refused(rule, compiled.problem(), at + ".rule");
        }
        if (!compiled.problemOfMessage().isEmpty()) {
            refused(rule, compiled.problemOfMessage(), at + ".messageExpression");
        } else {
            cost("estimated messageExpression cost", compiled.message(), 1, at + ".messageExpression");
        }
        boolean usesOld = expression != null && expression.usesOld();
        if (usesOld && !within.isEmpty()) {
            errors.add(new Cause(
                    "FieldValueInvalid",
                    "Invalid value: %s: oldSelf cannot be used on the uncorrelatable portion of the schema within %s"
                            .formatted(GoQuoting.of(rule.text()), within),
                    at + ".rule"));
        } else if (!usesOld && rule.json().has("optionalOldSelf")) {
            errors.add(new Cause(
                    "FieldValueInvalid",
                    "Invalid value: %s: may not be set if oldSelf is not used in rule".formatted(rule.takesNoOld()),
                    at + ".optionalOldSelf"));
        }
    }

    private void refused(ValidationRule rule, String problem, String field) {
        errors.add(new Cause(
                "FieldValueInvalid",
                String.format(Locale.ROOT, "Invalid value: %s: %s", rule.shown(), problem),
                field));
    }

    private void cost(String what, @Nullable CelExpression expression, long times, String field) {
        if (expression == null) {
            return;
        }
        long cost = RuleCostBudget.times(expression.estimate(), times);
        if (cost > RuleCostBudget.OF_RULE_MAX) {
            errors.add(new Cause(
                    "FieldValueForbidden",
                    "Forbidden: " + RuleCostBudget.problem(what, cost, RuleCostBudget.OF_RULE_MAX),
                    field));
        }
        total.add(field, cost);
    }
}

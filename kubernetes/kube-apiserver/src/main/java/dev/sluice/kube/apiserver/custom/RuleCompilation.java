package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.apiserver.cel.CelExpression;
import dev.sluice.kube.apiserver.cel.Shape;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.Quoted;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Compiles all rules of a schema, and tells what is wrong with them, and which could cost too much.
final class RuleCompilation {
    private final List<Cause> flaws;
    private final TotalCost total = new TotalCost();

    private RuleCompilation(List<Cause> flaws) {
        this.flaws = flaws;
    }

    static void check(JsonObject schema, String at, List<Cause> flaws) {
        RuleCompilation compilation = new RuleCompilation(flaws);
        compilation.node(new Node(schema), at, true, 1, "");
        compilation.total.check(at, flaws);
    }

    /// @param count how many there are at most; negative if there is no limit
    /// @param within what cannot be told apart before and after; empty if all can
    private void node(Node node, String at, boolean isRoot, long count, String within) {
        long inner = TotalCost.times(count, TotalCost.countIn(node));
        Node others = node.others();
        if (others != null) {
            node(others, at + ".additionalProperties", false, inner, within);
        }
        for (String name : node.properties().names()) {
            Node property = new Node(node.properties().object(name));
            node(property, at + ".properties[" + name + "]", false, inner, within);
        }
        Node items = node.items();
        if (items != null) {
            node(items, at + ".items", false, inner, node.listType().equals("map") || !within.isEmpty() ? within : at);
        }
        rules(node, at, isRoot || node.isResource(), count, within);
    }

    private void rules(Node node, String at, boolean isResource, long count, String within) {
        List<Rule> rules = Rule.of(node.schema());
        if (rules.isEmpty()) {
            return;
        }
        Shape shape = Shapes.of(node, isResource);
        if (Shapes.isHidden(shape)) {
            flaws.add(new Cause(
                    "InternalError",
                    "Internal error: internal error: failed to construct type information for "
                            + "x-kubernetes-validations rules: unable to convert structural schema to CEL declarations",
                    at + "." + Rule.FIELD));
            return;
        }
        long times = count < 0 ? Shape.REQUEST_SIZE_MAX / (shape.bytesMin() + 1) : count;
        List<CompiledRule> compiled = CompiledRule.of(rules, node, shape);
        for (int i = 0; i < compiled.size(); i++) {
            rule(compiled.get(i), at + "." + Rule.FIELD + "[" + i + "]", times, within);
        }
    }

    private void rule(CompiledRule compiled, String at, long times, String within) {
        Rule rule = compiled.rule();
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
            flaws.add(new Cause(
                    "FieldValueInvalid",
                    "Invalid value: %s: oldSelf cannot be used on the uncorrelatable portion of the schema within %s"
                            .formatted(Quoted.of(rule.text()), within),
                    at + ".rule"));
        } else if (!usesOld && rule.json().has("optionalOldSelf")) {
            flaws.add(new Cause(
                    "FieldValueInvalid",
                    "Invalid value: %s: may not be set if oldSelf is not used in rule".formatted(rule.takesNoOld()),
                    at + ".optionalOldSelf"));
        }
    }

    private void refused(Rule rule, String problem, String field) {
        flaws.add(new Cause(
                "FieldValueInvalid",
                String.format(Locale.ROOT, "Invalid value: %s: %s", rule.shown(), problem),
                field));
    }

    private void cost(String what, @Nullable CelExpression expression, long times, String field) {
        if (expression == null) {
            return;
        }
        long cost = TotalCost.times(expression.estimate(), times);
        if (cost > TotalCost.OF_RULE_MAX) {
            flaws.add(new Cause(
                    "FieldValueForbidden",
                    "Forbidden: " + TotalCost.problem(what, cost, TotalCost.OF_RULE_MAX),
                    field));
        }
        total.add(field, cost);
    }
}

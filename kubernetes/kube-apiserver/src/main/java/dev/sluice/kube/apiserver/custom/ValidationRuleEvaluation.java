package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.apiserver.cel.CelEvaluationFailure;
import dev.sluice.kube.apiserver.cel.CelExpression;
import dev.sluice.kube.apiserver.cel.CelValues;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Evaluates the validation rules of a schema on an object.
final class ValidationRuleEvaluation {
    /// What all rules may cost together, as Kubernetes has it.
    private static final long BUDGET = 10_000_000;

    /// Longer messages are left out, as Kubernetes does.
    private static final int MESSAGE_BYTES_MAX = 5 << 10;

    private static final String OUT_OF_BUDGET =
            "validation failed due to running out of cost budget, no further validation rules will be run";

    private final List<Cause> errors = new ArrayList<>();
    private long budget = BUDGET;

    private ValidationRuleEvaluation() {}

    /// @param old nothing if it is new
    static List<Cause> validate(ValidationRuleTree tree, JsonObject object, @Nullable JsonObject old) {
        ValidationRuleEvaluation check = new ValidationRuleEvaluation();
        RatchetingCorrelation correlation =
                old == null ? RatchetingCorrelation.NONE : RatchetingCorrelation.of(tree.node(), object, old);
        check.value(tree, object, old, "", correlation);
        return check.errors;
    }

    private void value(
            ValidationRuleTree tree, Json value, @Nullable Json old, String path, RatchetingCorrelation correlation) {
        if (budget < 0 || value == JsonNull.NULL) {
            return;
        }
        Json before = old == JsonNull.NULL ? null : old;
        rules(tree, value, before, path, correlation);
        switch (value) {
            case JsonArray array -> items(tree, array, before, path, correlation);
            case JsonObject object -> fields(tree, object, before, path, correlation);
            default -> {
                // It has no parts.
            }
        }
    }

    private void items(
            ValidationRuleTree tree,
            JsonArray array,
            @Nullable Json old,
            String path,
            RatchetingCorrelation correlation) {
        ValidationRuleTree items = tree.items();
        for (int i = 0; items != null && i < array.size(); i++) {
            Json before = RatchetingCorrelation.oldItem(tree.node(), array.get(i), old);
            value(items, array.get(i), before, path + "[" + i + "]", correlation.index(i));
        }
    }

    private void fields(
            ValidationRuleTree tree,
            JsonObject object,
            @Nullable Json old,
            String path,
            RatchetingCorrelation correlation) {
        ValidationRuleTree others = tree.others();
        for (String name : object.names()) {
            Json value = object.get(name);
            Json before = old instanceof JsonObject then ? then.get(name) : null;
            ValidationRuleTree property = tree.properties().get(name);
            if (value != null && others != null) {
                value(others, value, before, path + "[" + name + "]", correlation.key(name));
            }
            if (value != null && property != null) {
                value(property, value, before, path.isEmpty() ? name : path + "." + name, correlation.key(name));
            }
        }
    }

    private void rules(
            ValidationRuleTree tree, Json value, @Nullable Json old, String path, RatchetingCorrelation correlation) {
        if (tree.rules().isEmpty()) {
            return;
        }
        if (budget == 0) {
            stop(tree, path, OUT_OF_BUDGET);
            return;
        }
        Map<String, Object> variables = new HashMap<>();
        variables.put("self", CelValues.of(tree.shape(), value));
        Optional<Object> before = Optional.ofNullable(old).map(then -> CelValues.of(tree.shape(), then));
        for (CompiledValidationRule rule : tree.rules()) {
            CelExpression expression = rule.expression();
            if (expression == null) {
                invalid(tree, path, "rule compile error: " + rule.problem());
                continue;
            }
            boolean isOptional = rule.rule().takesNoOld();
            if (expression.usesOld() && before.isEmpty() && !isOptional) {
                continue;
            }
            variables.remove("oldSelf");
            if (isOptional) {
                variables.put("oldSelf", before);
            } else {
                before.ifPresent(then -> variables.put("oldSelf", then));
            }
            boolean isForgiven = !expression.usesOld() && correlation.isUnchanged();
            rule(tree, rule, expression, variables, value, path, isForgiven);
            if (budget < 0) {
                return;
            }
        }
    }

    private void rule(
            ValidationRuleTree tree,
            CompiledValidationRule rule,
            CelExpression expression,
            Map<String, Object> variables,
            Json value,
            String path,
            boolean isForgiven) {
        CelExpression.Outcome outcome = expression.evaluate(variables);
        if (outcome.cost() > budget) {
            stop(tree, path, OUT_OF_BUDGET);
            return;
        }
        budget -= outcome.cost();
        CelEvaluationFailure failure = outcome.failure();
        if (failure != null) {
            failed(tree, rule, failure, path);
        } else if (!Boolean.TRUE.equals(outcome.value()) && !isForgiven) {
            String detail = message(rule, variables)
                    .orElseGet(() -> rule.rule().message().isEmpty()
                            ? "failed rule: " + rule.rule().called()
                            : rule.rule().called());
            errors.add(broken(tree, rule, value, path, detail));
        }
    }

    private void failed(
            ValidationRuleTree tree, CompiledValidationRule rule, CelEvaluationFailure failure, String path) {
        String called = rule.rule().called();
        switch (failure.kind()) {
            case NO_SUCH_OVERLOAD ->
                invalid(
                        tree,
                        path,
                        "'%s': call arguments did not match a supported operator, function or macro signature for rule: %s"
                                .formatted(failure.problem(), called));
            case TOO_EXPENSIVE ->
                stop(
                        tree,
                        path,
                        "'%s': no further validation rules will be run due to call cost exceeds limit for rule: %s"
                                .formatted(failure.problem(), called));
            case ERROR -> invalid(tree, path, failure.problem() + " evaluating rule: " + called);
        }
    }

    /// What the rule's own expression says of it, if that is something to show.
    private Optional<String> message(CompiledValidationRule rule, Map<String, Object> variables) {
        CelExpression expression = rule.message();
        if (expression == null) {
            return Optional.empty();
        }
        CelExpression.Outcome outcome = expression.evaluate(variables);
        budget = Math.max(0, budget - outcome.cost());
        if (!(outcome.value() instanceof String text)) {
            return Optional.empty();
        }
        String message = text.strip();
        boolean isFine = !message.isEmpty()
                && message.indexOf('\n') < 0
                && message.getBytes(StandardCharsets.UTF_8).length <= MESSAGE_BYTES_MAX;
        return isFine ? Optional.of(message) : Optional.empty();
    }

    private static Cause broken(
            ValidationRuleTree tree, CompiledValidationRule rule, Json value, String path, String detail) {
        boolean isLarge =
                tree.node().type().equals("object") || tree.node().type().equals("array");
        String shown = isLarge ? "" : ": " + shown(value);
        String field =
                rule.fieldPath().isEmpty() || path.isEmpty() ? path + rule.fieldPath() : path + "." + rule.fieldPath();
        return switch (rule.rule().reason()) {
            case "FieldValueForbidden" -> cause("FieldValueForbidden", "Forbidden: " + detail, field);
            case "FieldValueRequired" -> cause("FieldValueRequired", "Required value: " + detail, field);
            case "FieldValueDuplicate" -> cause("FieldValueDuplicate", "Duplicate value" + shown, field);
            default -> cause("FieldValueInvalid", "Invalid value" + shown + ": " + detail, field);
        };
    }

    private static String shown(Json value) {
        return value instanceof JsonString text ? GoQuoting.of(text.text()) : value.toString();
    }

    private void invalid(ValidationRuleTree tree, String path, String problem) {
        errors.add(cause(
                "FieldValueInvalid",
                "Invalid value: " + GoQuoting.of(tree.node().type()) + ": " + problem,
                path));
    }

    private void stop(ValidationRuleTree tree, String path, String problem) {
        invalid(tree, path, problem);
        budget = -1;
    }

    /// Omits the field for the whole object, as Kubernetes does.
    private static Cause cause(String reason, String message, String path) {
        return new Cause(reason, message, path.isEmpty() ? "<nil>" : path);
    }
}

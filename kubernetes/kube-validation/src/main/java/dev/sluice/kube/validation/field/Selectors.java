package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.select.LabelSelector;
import org.jspecify.annotations.Nullable;

/// Label selectors as objects have them.
public final class Selectors {
    private Selectors() {}

    public static void validate(@Nullable Json selector, String field, ValidationErrors errors) {
        if (!(selector instanceof JsonObject object)) {
            return;
        }
        errors.labels(field + ".matchLabels", object.object("matchLabels"));
        JsonArray expressions = object.array("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            String own = field + ".matchExpressions[" + i + "]";
            checkOperator(expressions.object(i), own, false, errors);
            checkValues(expressions.object(i), own, errors);
        }
    }

    /// Validates the operator and the values of an expression.
    ///
    /// @param compares whether values may also be compared as numbers, as those of nodes may
    public static void checkOperator(JsonObject expression, String field, boolean compares, ValidationErrors errors) {
        JsonArray values = expression.array("values");
        switch (expression.text("operator")) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    errors.required(field + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    errors.forbidden(
                            field + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case String operator
            when compares && (operator.equals("Gt") || operator.equals("Lt")) -> {
                if (values.size() != 1) {
                    errors.required(
                            field + ".values", "must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            case String operator -> errors.invalid(field + ".operator", operator, "not a valid selector operator");
        }
        String key = expression.text("key");
        errors.names(field + ".key", key, NameValidation.qualifiedName(key));
    }

    public static void checkValues(JsonObject expression, String field, ValidationErrors errors) {
        JsonArray values = expression.array("values");
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i) instanceof JsonString text ? text.text() : "";
            errors.names(field + ".values[" + i + "]", value, NameValidation.labelValue(value));
        }
    }

    /// Whether it selects these labels. One that makes no sense, which is a flaw of its own, is taken to.
    public static boolean matches(JsonObject selector, JsonObject labels) {
        try {
            return LabelSelector.of(selector).matches(labels);
        } catch (ApiException e) {
            return true;
        }
    }

    /// Whether Kubernetes can make anything of it.
    public static boolean isSound(JsonObject selector) {
        try {
            LabelSelector.of(selector);
            return true;
        } catch (ApiException e) {
            return false;
        }
    }

    public static boolean isEmpty(JsonObject selector) {
        return selector.object("matchLabels").isEmpty()
                && selector.array("matchExpressions").isEmpty();
    }
}

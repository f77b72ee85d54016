package dev.sluice.kube.validation.autoscaling;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.validation.field.Quantities;
import dev.sluice.kube.validation.field.ResourceNameValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Validates the metrics of an autoscaler.
final class AutoscalerMetricValidation {
    private static final List<String> TYPES = List.of("ContainerResource", "External", "Object", "Pods", "Resource");

    private static final Map<String, String> SOURCES = Map.of(
            "ContainerResource", "containerResource",
            "External", "external",
            "Object", "object",
            "Pods", "pods",
            "Resource", "resource");

    /// In the order in which they are looked at.
    private static final List<String> ORDER = List.of("object", "external", "pods", "resource", "containerResource");

    private AutoscalerMetricValidation() {}

    /// Whether all of them are of pods, of which there must be one for that.
    static boolean isOfPods(JsonArray metrics) {
        for (int i = 0; i < metrics.size(); i++) {
            String type = metrics.object(i).text("type");
            if (type.equals("Object") || type.equals("External")) {
                return false;
            }
        }
        return true;
    }

    static void validate(JsonArray metrics, String field, ValidationErrors errors) {
        for (int i = 0; i < metrics.size(); i++) {
            validate(metrics.object(i), field + "[" + i + "]", errors);
        }
    }

    private static void validate(JsonObject metric, String field, ValidationErrors errors) {
        String type = metric.text("type");
        if (type.isEmpty()) {
            errors.required(field + ".type", "must specify a metric source type");
        }
        if (!TYPES.contains(type)) {
            errors.unsupported(field + ".type", Json.of(type), TYPES);
        }
        List<String> present = new ArrayList<>();
        for (String source : ORDER) {
            if (metric.get(source) instanceof JsonObject own) {
                present.add(source);
                if (present.size() == 1) {
                    checkSource(source, own, field + "." + source, errors);
                }
            }
        }
        String expected = SOURCES.getOrDefault(type, "");
        if (expected.isEmpty()) {
            errors.unsupported(field + ".type", Json.of(type), TYPES);
        } else if (!present.contains(expected)) {
            errors.required(field + "." + expected, "must populate information for the given metric source");
        }
        if (present.size() > 1) {
            for (String other : present) {
                if (!other.equals(expected)) {
                    errors.forbidden(field + "." + other, "must populate the given metric source only");
                }
            }
        }
    }

    private static void checkSource(String source, JsonObject own, String field, ValidationErrors errors) {
        JsonObject target = own.object("target");
        String average = field + ".target.averageValue";
        boolean hasValue = target.has("value");
        boolean hasAverage = target.has("averageValue");
        boolean hasUtilization = target.has("averageUtilization");
        switch (source) {
            case "object" -> {
                AutoscalerStrategy.checkReference(
                        own.object("describedObject"), field + ".describedObject", true, errors);
                checkIdentifierAndTarget(own, field, errors);
                if (!hasValue && !hasAverage) {
                    errors.required(average, "must set either a target value or averageValue");
                }
            }
            case "external" -> {
                checkIdentifierAndTarget(own, field, errors);
                if (!hasValue && !hasAverage) {
                    errors.required(average, "must set either a target value for metric or a per-pod target");
                }
                if (hasValue && hasAverage) {
                    errors.forbidden(
                            field + ".target.value", "may not set both a target value for metric and a per-pod target");
                }
            }
            case "pods" -> {
                checkIdentifierAndTarget(own, field, errors);
                if (!hasAverage) {
                    errors.required(average, "must specify a positive target averageValue");
                }
            }
            default -> {
                checkResource(source, own, field, errors);
                checkTarget(target, field + ".target", errors);
                if (!hasUtilization && !hasAverage) {
                    errors.required(
                            field + ".target.averageUtilization",
                            "must set either a target raw value or a target utilization");
                }
                if (hasUtilization && hasAverage) {
                    errors.forbidden(average, "may not set both a target raw value and a target utilization");
                }
            }
        }
    }

    private static void checkResource(String source, JsonObject own, String field, ValidationErrors errors) {
        String name = own.text("name");
        if (name.isEmpty()) {
            errors.required(field + ".name", "must specify a resource name");
        } else if (source.equals("containerResource")) {
            ResourceNameValidation.validate(name, field + ".name", errors);
        }
        if (source.equals("containerResource")) {
            String container = own.text("container");
            if (container.isEmpty()) {
                errors.required(field + ".container", "must specify a container");
            } else {
                errors.names(field + ".container", container, NameValidation.label(container));
            }
        }
    }

    private static void checkIdentifierAndTarget(JsonObject own, String field, ValidationErrors errors) {
        String name = own.text("metric", "name");
        if (name.isEmpty()) {
            errors.required(field + ".metric.name", "must specify a metric name");
        } else {
            errors.names(field + ".metric.name", name, NameValidation.pathSegment(name));
        }
        checkTarget(own.object("target"), field + ".target", errors);
    }

    private static void checkTarget(JsonObject target, String field, ValidationErrors errors) {
        String type = target.text("type");
        if (type.isEmpty()) {
            errors.required(field + ".type", "must specify a metric target type");
        }
        if (!List.of("Utilization", "Value", "AverageValue").contains(type)) {
            errors.invalid(field + ".type", type, "must be either Utilization, Value, or AverageValue");
        }
        for (String amount : List.of("value", "averageValue")) {
            Json given = target.get(amount);
            if (given != null && Quantities.of(given).compareTo(Quantity.ZERO) <= 0) {
                errors.invalid(field + "." + amount, Quantities.of(given).toString(), "must be positive");
            }
        }
        if (target.number(1, "averageUtilization") < 1) {
            errors.invalid(field + ".averageUtilization", target.get("averageUtilization"), "must be greater than 0");
        }
    }
}

package dev.sluice.kube.validation.autoscaling;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.quantity.Quantity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Converts the metrics of an autoscaler between `v2` and the annotations of `v1`.
final class AutoscalerMetricConversion {
    /// Where each type has its own.
    private static final Map<String, String> SOURCES = Map.of(
            "Object", "object",
            "Pods", "pods",
            "Resource", "resource",
            "ContainerResource", "containerResource",
            "External", "external");

    private static final List<String> RULES =
            List.of("stabilizationWindowSeconds", "selectPolicy", "policies", "tolerance");
    private static final List<String> POLICY = List.of("type", "value", "periodSeconds");

    private static final Json NOTHING = Json.of("0");

    private AutoscalerMetricConversion() {}

    /// As annotations say it.
    ///
    /// @param isStatus whether it is what was seen, and not what is wanted
    static JsonObject first(JsonObject metric, boolean isStatus) {
        JsonObject first = JsonObject.of("type", Json.of(metric.text("type")));
        String source = SOURCES.getOrDefault(metric.text("type"), "");
        return metric.get(source) instanceof JsonObject own
                ? first.with(source, isStatus ? firstSeen(source, own) : firstWanted(source, own))
                : first;
    }

    private static JsonObject firstWanted(String source, JsonObject own) {
        JsonObject metric = own.object("metric");
        JsonObject target = own.object("target");
        Builder first = new Builder();
        switch (source) {
            case "object" ->
                first.put("target", reference(own))
                        .put("metricName", metric.get("name"))
                        .put("targetValue", orNothing(target.get("value")))
                        .put("selector", metric.get("selector"))
                        .put("averageValue", target.get("averageValue"));
            case "pods" ->
                first.put("metricName", metric.get("name"))
                        .put("targetAverageValue", orNothing(target.get("averageValue")))
                        .put("selector", metric.get("selector"));
            case "external" ->
                first.put("metricName", metric.get("name"))
                        .put("metricSelector", metric.get("selector"))
                        .put("targetValue", target.get("value"))
                        .put("targetAverageValue", target.get("averageValue"));
            default ->
                first.put("name", own.get("name"))
                        .put("targetAverageUtilization", target.get("averageUtilization"))
                        .put("targetAverageValue", target.get("averageValue"))
                        .put("container", own.get("container"));
        }
        return first.object;
    }

    private static JsonObject firstSeen(String source, JsonObject own) {
        JsonObject metric = own.object("metric");
        JsonObject current = own.object("current");
        Builder first = new Builder();
        switch (source) {
            case "object" ->
                first.put("target", reference(own))
                        .put("metricName", metric.get("name"))
                        .put("currentValue", orNothing(current.get("value")))
                        .put("selector", metric.get("selector"))
                        .put("averageValue", current.get("averageValue"));
            case "pods" ->
                first.put("metricName", metric.get("name"))
                        .put("currentAverageValue", orNothing(current.get("averageValue")))
                        .put("selector", metric.get("selector"));
            case "external" ->
                first.put("metricName", metric.get("name"))
                        .put("metricSelector", metric.get("selector"))
                        .put("currentValue", orNothing(current.get("value")))
                        .put("currentAverageValue", current.get("averageValue"));
            default ->
                first.put("name", own.get("name"))
                        .put("currentAverageUtilization", current.get("averageUtilization"))
                        .put("currentAverageValue", orNothing(current.get("averageValue")))
                        .put("container", own.get("container"));
        }
        return first.object;
    }

    private static JsonObject reference(JsonObject own) {
        JsonObject described = own.object("describedObject");
        return new Builder()
                .put("kind", Json.of(described.text("kind")))
                .put("name", Json.of(described.text("name")))
                .put("apiVersion", described.get("apiVersion"))
                .object;
    }

    private static Json orNothing(@Nullable Json quantity) {
        return quantity == null ? NOTHING : quantity;
    }

    /// As it is said today.
    static JsonObject today(JsonObject first, boolean isStatus) {
        JsonObject metric = JsonObject.of("type", Json.of(first.text("type")));
        String source = SOURCES.getOrDefault(first.text("type"), "");
        return first.get(source) instanceof JsonObject own
                ? metric.with(source, isStatus ? seenToday(source, own) : wantedToday(source, own))
                : metric;
    }

    private static JsonObject wantedToday(String source, JsonObject own) {
        return switch (source) {
            case "object" -> {
                Json average = own.get("averageValue");
                Json value = orNothing(own.get("targetValue"));
                // The first version cannot leave out the value.
                boolean isSaid = average == null || !isZero(value);
                yield new Builder()
                        .put("describedObject", own.get("target"))
                        .put(
                                "target",
                                target(average == null ? "Value" : "AverageValue", isSaid ? value : null, average))
                        .put("metric", identifier(own, "selector"))
                        .object;
            }
            case "pods" ->
                new Builder()
                        .put("metric", identifier(own, "selector"))
                        .put("target", target("AverageValue", null, orNothing(own.get("targetAverageValue"))))
                        .object;
            case "external" ->
                new Builder()
                        .put("metric", identifier(own, "metricSelector"))
                        .put(
                                "target",
                                target(
                                        own.has("targetValue") ? "Value" : "AverageValue",
                                        own.get("targetValue"),
                                        own.get("targetAverageValue")))
                        .object;
            default -> {
                Json utilization = own.get("targetAverageUtilization");
                JsonObject target = new Builder()
                        .put("type", Json.of(utilization == null ? "AverageValue" : "Utilization"))
                        .put("averageValue", own.get("targetAverageValue"))
                        .put("averageUtilization", utilization)
                        .object;
                yield new Builder()
                        .put("name", own.get("name"))
                        .put("target", target)
                        .put("container", own.get("container"))
                        .object;
            }
        };
    }

    private static JsonObject seenToday(String source, JsonObject own) {
        Builder current = new Builder();
        return switch (source) {
            case "object" ->
                new Builder()
                        .put("metric", identifier(own, "selector"))
                        .put(
                                "current",
                                current.put("value", orNothing(own.get("currentValue")))
                                        .put("averageValue", own.get("averageValue"))
                                        .object)
                        .put("describedObject", own.get("target"))
                        .object;
            case "pods" ->
                new Builder()
                        .put("metric", identifier(own, "selector"))
                        .put("current", current.put("averageValue", orNothing(own.get("currentAverageValue"))).object)
                        .object;
            case "external" ->
                new Builder()
                        .put("metric", identifier(own, "metricSelector"))
                        .put(
                                "current",
                                current.put("value", orNothing(own.get("currentValue")))
                                        .put("averageValue", own.get("currentAverageValue"))
                                        .object)
                        .object;
            default ->
                new Builder()
                        .put("name", own.get("name"))
                        .put(
                                "current",
                                current.put("averageValue", orNothing(own.get("currentAverageValue")))
                                        .put("averageUtilization", own.get("currentAverageUtilization"))
                                        .object)
                        .put("container", own.get("container"))
                        .object;
        };
    }

    private static boolean isZero(Json quantity) {
        boolean isNone = quantity instanceof JsonString text
                && Quantity.parse(text.text()).compareTo(Quantity.ZERO) == 0;
        return isNone || quantity.equals(NOTHING);
    }

    private static JsonObject target(String type, @Nullable Json value, @Nullable Json average) {
        return new Builder().put("type", Json.of(type)).put("value", value).put("averageValue", average).object;
    }

    private static JsonObject identifier(JsonObject own, String selector) {
        return new Builder().put("name", own.get("metricName")).put("selector", own.get(selector)).object;
    }

    /// How fast it acts; annotations have the names of the server's own structs.
    static JsonObject firstBehavior(JsonObject behavior) {
        JsonObject first = JsonObject.EMPTY;
        for (String way : List.of("scaleUp", "scaleDown")) {
            JsonObject rules = behavior.object(way);
            JsonObject named = JsonObject.EMPTY;
            for (String rule : RULES) {
                Json value = rules.get(rule);
                Json said = value instanceof JsonArray policies
                        ? policies.map(it -> renamed((JsonObject) it, POLICY, true))
                        : value;
                named = named.with(capital(rule), said == null ? JsonNull.NULL : said);
            }
            first = first.with(capital(way), behavior.has(way) ? named : JsonNull.NULL);
        }
        return first;
    }

    static JsonObject todaysBehavior(JsonObject first) {
        JsonObject behavior = JsonObject.EMPTY;
        for (String way : List.of("scaleUp", "scaleDown")) {
            if (first.get(capital(way)) instanceof JsonObject named) {
                JsonObject rules = renamed(named, RULES, false);
                if (rules.get("policies") instanceof JsonArray policies) {
                    rules = rules.with(
                            "policies",
                            policies.map(it -> it instanceof JsonObject one ? renamed(one, POLICY, false) : it));
                }
                behavior = behavior.with(way, rules);
            }
        }
        return behavior;
    }

    private static JsonObject renamed(JsonObject object, List<String> fields, boolean isFirst) {
        JsonObject renamed = JsonObject.EMPTY;
        for (String field : fields) {
            Json value = object.get(isFirst ? field : capital(field));
            if (value != null && !value.equals(JsonNull.NULL)) {
                renamed = renamed.with(isFirst ? capital(field) : field, value);
            }
        }
        return renamed;
    }

    private static String capital(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /// An object in the order of Kubernetes' structs, without what is not there.
    private static final class Builder {
        private JsonObject object = JsonObject.EMPTY;

        Builder put(String name, @Nullable Json value) {
            object = value == null ? object : object.with(name, value);
            return this;
        }
    }
}

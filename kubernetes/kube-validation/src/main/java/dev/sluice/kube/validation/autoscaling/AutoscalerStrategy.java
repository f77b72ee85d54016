package dev.sluice.kube.validation.autoscaling;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.Defaults;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import dev.sluice.kube.validation.strategy.VersionConversion;
import java.util.List;

/// Horizontal pod autoscalers (`autoscaling/v2`).
final class AutoscalerStrategy implements KindStrategy {
    /// The default CPU target.
    private static final int UTILIZATION = 80;

    /// In a period of so many seconds the number of pods may double, or grow by a few.
    private static final int PERIOD_SECONDS = 15;

    private static final int PERCENT = 100;
    private static final int PODS = 4;

    private static final int PERIOD_SECONDS_MAX = 1_800;
    private static final int WINDOW_SECONDS_MAX = 3_600;

    @Override
    public JsonObject applyDefaults(JsonObject object) {
        return Defaults.inside(object, "spec", AutoscalerStrategy::filledSpec);
    }

    private static JsonObject filledSpec(JsonObject given) {
        JsonObject spec = given;
        if (spec.array("metrics").isEmpty()) {
            JsonObject target =
                    JsonObject.of("type", Json.of("Utilization")).with("averageUtilization", Json.of(UTILIZATION));
            JsonObject metric = JsonObject.of("type", Json.of("Resource"))
                    .with("resource", JsonObject.of("name", Json.of("cpu")).with("target", target));
            spec = spec.with("metrics", JsonArray.of(metric));
        }
        return Defaults.inside(
                spec,
                "behavior",
                behavior -> behavior.with("scaleUp", filledUp(behavior.object("scaleUp")))
                        .with("scaleDown", filledDown(behavior.object("scaleDown"))));
    }

    private static JsonObject filledUp(JsonObject given) {
        JsonObject rules = Defaults.number(given, "stabilizationWindowSeconds", 0);
        JsonArray both = JsonArray.of(policy("Pods", PODS), policy("Percent", PERCENT));
        return Defaults.text(rules.has("policies") ? rules : rules.with("policies", both), "selectPolicy", "Max");
    }

    private static JsonObject filledDown(JsonObject given) {
        JsonArray one = JsonArray.of(policy("Percent", PERCENT));
        return Defaults.text(given.has("policies") ? given : given.with("policies", one), "selectPolicy", "Max");
    }

    private static JsonObject policy(String type, int value) {
        return JsonObject.builder()
                .put("type", type)
                .put("value", value)
                .put("periodSeconds", PERIOD_SECONDS)
                .build();
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        long min = spec.number(1, "minReplicas");
        long max = spec.number(0, "maxReplicas");
        if (min < 1) {
            errors.invalid("spec.minReplicas", Json.of(min), "must be greater than or equal to 1");
        }
        if (max == 0) {
            errors.required("spec.maxReplicas", "must be set and greater than 0");
        } else if (max < 0) {
            errors.invalid("spec.maxReplicas", Json.of(max), "must be greater than or equal to 1");
        }
        if (max < min) {
            errors.invalid("spec.maxReplicas", Json.of(max), "must be greater than or equal to `minReplicas`");
        }
        JsonObject target = spec.object("scaleTargetRef");
        boolean isOfCore = target.text("kind").equals("ReplicationController");
        checkReference(target, "spec.scaleTargetRef", isOfCore, errors);
        AutoscalerMetricValidation.validate(spec.array("metrics"), "spec.metrics", errors);
        if (min == 0 && AutoscalerMetricValidation.isOfPods(spec.array("metrics"))) {
            errors.forbidden(
                    "spec.metrics",
                    "must specify at least one Object or External metric to support scaling to zero replicas");
        }
        for (String way : List.of("scaleUp", "scaleDown")) {
            if (spec.at("behavior", way) instanceof JsonObject rules) {
                checkRules(rules, "spec.behavior." + way, errors);
            }
        }
    }

    /// @param isOfCore whether it may be of the group that has no name
    static void checkReference(JsonObject reference, String field, boolean isOfCore, ValidationErrors errors) {
        for (String name : List.of("kind", "name")) {
            String value = reference.text(name);
            if (value.isEmpty()) {
                errors.required(field + "." + name);
            } else {
                errors.names(field + "." + name, value, NameValidation.pathSegment(value));
            }
        }
        String version = reference.text("apiVersion");
        if (version.indexOf('/') != version.lastIndexOf('/')) {
            errors.invalid(field + ".apiVersion", version, "unexpected GroupVersion string: " + version);
        } else if (!isOfCore && version.indexOf('/') < 0) {
            errors.invalid(field + ".apiVersion", version, "apiVersion must specify API group");
        }
    }

    private static void checkRules(JsonObject rules, String field, ValidationErrors errors) {
        Json window = rules.get("stabilizationWindowSeconds");
        String windowField = field + ".stabilizationWindowSeconds";
        if (rules.number(0, "stabilizationWindowSeconds") < 0) {
            errors.invalid(windowField, window, "must be greater than or equal to zero");
        }
        if (rules.number(0, "stabilizationWindowSeconds") > WINDOW_SECONDS_MAX) {
            errors.invalid(windowField, window, "must be less than or equal to " + WINDOW_SECONDS_MAX);
        }
        errors.oneOf(field + ".selectPolicy", rules.text("selectPolicy"), false, List.of("Disabled", "Max", "Min"));
        JsonArray policies = rules.array("policies");
        if (policies.isEmpty()) {
            errors.required(field + ".policies", "must specify at least one Policy");
        }
        for (int i = 0; i < policies.size(); i++) {
            checkPolicy(policies.object(i), field + ".policies[" + i + "]", errors);
        }
    }

    private static void checkPolicy(JsonObject policy, String field, ValidationErrors errors) {
        List<String> types = List.of("Percent", "Pods");
        if (!types.contains(policy.text("type"))) {
            errors.unsupported(field + ".type", Json.of(policy.text("type")), types);
        }
        for (String number : List.of("value", "periodSeconds")) {
            long value = policy.number(0, number);
            if (value <= 0) {
                errors.invalid(field + "." + number, Json.of(value), "must be greater than zero");
            }
        }
        long period = policy.number(0, "periodSeconds");
        if (period > PERIOD_SECONDS_MAX) {
            errors.invalid(
                    field + ".periodSeconds", Json.of(period), "must be less than or equal to " + PERIOD_SECONDS_MAX);
        }
    }

    @Override
    public void validateStatusUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        errors.nonNegative(object.object("status"), "status", "currentReplicas");
        errors.nonNegative(object.object("status"), "status", "desiredReplicas");
    }

    @Override
    public VersionConversion conversion(String version) {
        return version.equals("v1") ? AutoscalerConversion.FIRST : VersionConversion.SAME;
    }
}

package dev.sluice.kube.validation.autoscaling;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.validation.strategy.VersionConversion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Converts autoscalers of `autoscaling/v1` to and from `v2`, as which they are stored. What `v1` lacks is in
/// annotations.
final class AutoscalerConversion implements VersionConversion {
    static final AutoscalerConversion FIRST = new AutoscalerConversion();

    private static final ResourceType STORED =
            new ResourceType("autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", true);

    private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";
    private static final String METRICS = PREFIX + "metrics";
    private static final String CURRENT_METRICS = PREFIX + "current-metrics";
    private static final String BEHAVIOR = PREFIX + "behavior";
    private static final String CONDITIONS = PREFIX + "conditions";

    /// The annotations that only this class writes.
    private static final Set<String> OWN = Set.of(
            METRICS,
            CURRENT_METRICS,
            BEHAVIOR,
            CONDITIONS,
            PREFIX + "scale-down-tolerance",
            PREFIX + "scale-up-tolerance");

    /// What both versions say of the status.
    private static final List<String> STATUS = List.of("observedGeneration", "lastScaleTime");

    /// The default CPU target.
    private static final int UTILIZATION = 80;

    private AutoscalerConversion() {}

    @Override
    public boolean isSame() {
        return false;
    }

    @Override
    public ResourceType stored(ResourceType type) {
        return STORED;
    }

    @Override
    public JsonObject served(JsonObject stored) {
        JsonObject spec = stored.object("spec");
        JsonObject status = stored.object("status");
        JsonObject annotations = withoutOwn(stored.object("metadata", "annotations"));
        List<Json> others = new ArrayList<>();
        Json target = null;
        for (Json each : spec.array("metrics")) {
            if (each instanceof JsonObject metric && isUtilization(metric, "target")) {
                target = target == null ? metric.at("resource", "target", "averageUtilization") : target;
            } else if (each instanceof JsonObject metric) {
                others.add(AutoscalerMetricConversion.first(metric, false));
            }
        }
        annotations = noted(annotations, METRICS, JsonArray.of(others));
        annotations = noted(
                annotations,
                CURRENT_METRICS,
                status.array("currentMetrics").map(it -> AutoscalerMetricConversion.first((JsonObject) it, true)));
        if (spec.get("behavior") instanceof JsonObject behavior) {
            annotations = annotations.with(BEHAVIOR, text(AutoscalerMetricConversion.firstBehavior(behavior)));
        }
        annotations = noted(annotations, CONDITIONS, status.array("conditions"));
        JsonObject served = stored.with("apiVersion", "autoscaling/v1")
                .with(
                        "spec",
                        with(
                                of(spec, "scaleTargetRef", "minReplicas", "maxReplicas"),
                                "targetCPUUtilizationPercentage",
                                target))
                .with("status", servedStatus(status));
        return annotated(served, annotations);
    }

    private static JsonObject servedStatus(JsonObject status) {
        JsonObject served = of(status, STATUS.toArray(String[]::new))
                .with("currentReplicas", Json.of(status.number(0, "currentReplicas")))
                .with("desiredReplicas", Json.of(status.number(0, "desiredReplicas")));
        Json current = null;
        for (Json each : status.array("currentMetrics")) {
            if (each instanceof JsonObject metric && isUtilization(metric, "current")) {
                current = metric.at("resource", "current", "averageUtilization");
            }
        }
        return with(served, "currentCPUUtilizationPercentage", current);
    }

    private static boolean isUtilization(JsonObject metric, String which) {
        return metric.text("type").equals("Resource")
                && metric.text("resource", "name").equals("cpu")
                && metric.at("resource", which, "averageUtilization") != null;
    }

    @Override
    public JsonObject stored(JsonObject served) {
        JsonObject annotations = served.object("metadata", "annotations");
        JsonObject spec = served.object("spec");
        JsonObject status = served.object("status");
        JsonObject now = of(status, STATUS.toArray(String[]::new));
        now = with(
                with(now, "currentReplicas", status.get("currentReplicas")),
                "desiredReplicas",
                status.get("desiredReplicas"));
        Json current = status.get("currentCPUUtilizationPercentage");
        JsonArray metrics = noted(annotations, CURRENT_METRICS);
        if (metrics != null) {
            now = now.with(
                    "currentMetrics", metrics.map(it -> AutoscalerMetricConversion.today((JsonObject) it, true)));
        } else if (current != null) {
            now = now.with(
                    "currentMetrics", JsonArray.of(cpu("current", JsonObject.of("averageUtilization", current))));
        }
        now = with(now, "conditions", noted(annotations, CONDITIONS));
        JsonObject wanted = of(spec, "scaleTargetRef", "minReplicas", "maxReplicas")
                .with("metrics", metrics(spec, noted(annotations, METRICS)));
        if (read(annotations.text(BEHAVIOR)) instanceof JsonObject behavior && !behavior.isEmpty()) {
            wanted = wanted.with("behavior", AutoscalerMetricConversion.todaysBehavior(behavior));
        }
        JsonObject stored = served.with("apiVersion", STORED.apiVersion())
                .with("spec", wanted)
                .with("status", now);
        return annotated(stored, withoutOwn(annotations));
    }

    private static JsonArray metrics(JsonObject spec, @Nullable JsonArray others) {
        List<Json> metrics = new ArrayList<>();
        if (others != null) {
            others.toList().forEach(it -> metrics.add(AutoscalerMetricConversion.today((JsonObject) it, false)));
        }
        Json target = spec.get("targetCPUUtilizationPercentage");
        if (target != null || metrics.isEmpty()) {
            Json percent = target == null ? Json.of(UTILIZATION) : target;
            metrics.add(
                    cpu("target", JsonObject.of("type", Json.of("Utilization")).with("averageUtilization", percent)));
        }
        return JsonArray.of(metrics);
    }

    private static JsonObject cpu(String which, JsonObject value) {
        return JsonObject.of("type", Json.of("Resource"))
                .with("resource", JsonObject.of("name", Json.of("cpu")).with(which, value));
    }

    private static JsonObject of(JsonObject object, String... fields) {
        JsonObject part = JsonObject.EMPTY;
        for (String field : fields) {
            part = with(part, field, object.get(field));
        }
        return part;
    }

    private static JsonObject with(JsonObject object, String field, @Nullable Json value) {
        return value == null ? object : object.with(field, value);
    }

    private static JsonObject withoutOwn(JsonObject annotations) {
        JsonObject others = annotations;
        for (String own : OWN) {
            others = others.without(own);
        }
        return others;
    }

    private static JsonObject annotated(JsonObject object, JsonObject annotations) {
        return annotations.isEmpty()
                ? object.withoutAt("metadata", "annotations")
                : object.withAt(annotations, "metadata", "annotations");
    }

    private static JsonObject noted(JsonObject annotations, String name, JsonArray list) {
        return list.isEmpty() ? annotations : annotations.with(name, text(list));
    }

    /// What an annotation says, if it is a list of objects.
    private static @Nullable JsonArray noted(JsonObject annotations, String name) {
        return read(annotations.text(name)) instanceof JsonArray list
                        && list.toList().stream().allMatch(JsonObject.class::isInstance)
                ? list
                : null;
    }

    private static @Nullable Json read(String text) {
        try {
            return text.isEmpty() ? null : JsonText.read(text);
        } catch (JsonSyntaxException e) {
            // Invalid annotations are ignored.
            return null;
        }
    }

    /// As Go writes it.
    private static String text(Json value) {
        return value.toString().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }
}

package dev.sluice.kube.validation.autoscaling;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The table of horizontal pod autoscalers: how near each metric is to its target.
final class AutoscalerColumns {
    /// So many metrics are shown; the others are counted.
    private static final int SHOWN_MAX = 2;

    private static final String UNKNOWN = "<unknown>";

    /// Where each type of metric is told.
    private static final Map<String, String> FIELDS = Map.of(
            "External", "external",
            "Pods", "pods",
            "Object", "object",
            "Resource", "resource",
            "ContainerResource", "containerResource");

    static final List<Column> COLUMNS = List.of(
            NAME,
            Column.text(
                    "Reference",
                    Cells.text(object -> object.text("spec", "scaleTargetRef", "kind") + "/"
                            + object.text("spec", "scaleTargetRef", "name"))),
            Column.text("Targets", Cells.text(AutoscalerColumns::targets)),
            Column.text("MinPods", Cells.textAtOr(Cells.UNSET, "spec", "minReplicas")),
            Column.text("MaxPods", Cells.number("spec", "maxReplicas")),
            Column.text("Replicas", Cells.number("status", "currentReplicas")),
            AGE);

    private AutoscalerColumns() {}

    private static String targets(JsonObject autoscaler) {
        JsonArray metrics = autoscaler.array("spec", "metrics");
        if (metrics.isEmpty()) {
            return older(autoscaler);
        }
        JsonArray current = autoscaler.array("status", "currentMetrics");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < metrics.size() && i < SHOWN_MAX; i++) {
            texts.add(target(metrics.object(i), i < current.size() ? current.object(i) : JsonObject.EMPTY));
        }
        String shown = String.join(", ", texts);
        return metrics.size() > SHOWN_MAX ? shown + " + " + (metrics.size() - SHOWN_MAX) + " more..." : shown;
    }

    /// The first version knows the use of CPUs only.
    private static String older(JsonObject autoscaler) {
        long target = autoscaler.number(-1, "spec", "targetCPUUtilizationPercentage");
        long current = autoscaler.number(-1, "status", "currentCPUUtilizationPercentage");
        if (target < 0) {
            return Cells.NONE;
        }
        return "cpu: " + (current < 0 ? UNKNOWN : current + "%") + "/" + target + "%";
    }

    private static String target(JsonObject metric, JsonObject now) {
        String field = FIELDS.get(metric.text("type"));
        if (field == null) {
            return "<unknown type>";
        }
        JsonObject wanted = metric.object(field, "target");
        JsonObject current = now.object(field, "current");
        boolean isOfResource = field.endsWith("esource");
        if (wanted.has("averageValue")) {
            String pair = orUnknown(current.text("averageValue")) + "/" + wanted.text("averageValue");
            return isOfResource ? metric.text(field, "name") + ": " + pair : pair + average(field);
        }
        if (isOfResource) {
            return metric.text(field, "name") + ": " + percent(current, UNKNOWN) + "/" + percent(wanted, "<auto>");
        }
        return orUnknown(current.text("value")) + "/" + wanted.text("value");
    }

    private static String average(String field) {
        return field.equals("pods") ? "" : " (avg)";
    }

    private static String percent(JsonObject value, String otherwise) {
        return value.has("averageUtilization") ? value.number(0, "averageUtilization") + "%" : otherwise;
    }

    private static String orUnknown(String text) {
        return text.isEmpty() ? UNKNOWN : text;
    }
}

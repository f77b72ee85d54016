package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// Autoscalers: what both of their versions have in common.
final class AutoscalerCode implements KindCode {
    @Override
    public void check(JsonObject object, Flaws flaws) {
        JsonObject spec = object.object("spec");
        long min = spec.number(1, "minReplicas");
        long max = spec.number(0, "maxReplicas");
        if (min < 1) {
            flaws.invalid("spec.minReplicas", Json.of(min), "must be greater than or equal to 1");
        }
        if (max < 1) {
            flaws.required("spec.maxReplicas", "must be set and greater than 0");
        } else if (max < min) {
            flaws.invalid("spec.maxReplicas", Json.of(max), "must be greater than or equal to `minReplicas`");
        }
        JsonObject target = spec.object("scaleTargetRef");
        for (String field : List.of("kind", "name")) {
            if (target.text(field).isEmpty()) {
                flaws.required("spec.scaleTargetRef." + field);
            }
        }
        if (target.text("apiVersion").isEmpty() && !target.text("kind").equals("ReplicationController")) {
            flaws.invalid("spec.scaleTargetRef.apiVersion", "", "apiVersion must specify API group");
        }
    }
}

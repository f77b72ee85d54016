package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.Defaults;
import java.util.List;

/// Fields that Kubernetes' built-in admission plugins add to every new pod.
final class PodAdmission {
    /// For how long a pod stays on a node that does not answer.
    private static final long TOLERATION_SECONDS = 300;

    private static final List<JsonObject> TOLERATIONS =
            List.of(toleration("node.kubernetes.io/not-ready"), toleration("node.kubernetes.io/unreachable"));

    private PodAdmission() {}

    static JsonObject of(JsonObject given) {
        JsonObject spec = Defaults.number(given, "priority", 0);
        spec = Defaults.text(spec, "preemptionPolicy", "PreemptLowerPriority");
        JsonArray tolerations = spec.array("tolerations");
        for (JsonObject ours : TOLERATIONS) {
            if (!tolerates(tolerations, ours.text("key"))) {
                tolerations = tolerations.plus(ours);
            }
        }
        return spec.with("tolerations", tolerations);
    }

    private static JsonObject toleration(String taint) {
        return JsonObject.builder()
                .put("key", taint)
                .put("operator", "Exists")
                .put("effect", "NoExecute")
                .put("tolerationSeconds", TOLERATION_SECONDS)
                .build();
    }

    /// Whether a toleration was added here, so that there is nothing wrong with it.
    @SuppressWarnings("ReferenceEquality") // the very same
    static boolean isOurs(JsonObject toleration) {
        return toleration == TOLERATIONS.getFirst() || toleration == TOLERATIONS.getLast();
    }

    private static boolean tolerates(JsonArray tolerations, String taint) {
        for (Json each : tolerations) {
            if (each instanceof JsonObject toleration
                    && (toleration.text("key").equals(taint)
                            || toleration.text("key").isEmpty())
                    && (toleration.text("effect").equals("NoExecute")
                            || toleration.text("effect").isEmpty())) {
                return true;
            }
        }
        return false;
    }
}

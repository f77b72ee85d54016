package dev.sluice.kube.cluster.object;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.Comparator;

/// What pods say of themselves.
public final class Pods {
    public static final String SUCCEEDED = "Succeeded";
    public static final String FAILED = "Failed";

    /// Who is missed least comes first: not placed, not running, not ready, the youngest.
    public static final Comparator<JsonObject> LEAST_MISSED_FIRST = Comparator.<JsonObject>comparingInt(
                    pod -> pod.text("spec", "nodeName").isEmpty() ? 0 : 1)
            .thenComparingInt(pod -> switch (phase(pod)) {
                case "Pending" -> 0;
                case "Unknown" -> 1;
                default -> 2;
            })
            .thenComparingInt(pod -> isReady(pod) ? 1 : 0)
            .thenComparing(pod -> pod.text("metadata", "creationTimestamp"), Comparator.reverseOrder())
            .thenComparing(KubeObjects::name);

    private Pods() {}

    public static String phase(JsonObject pod) {
        return pod.text("status", "phase");
    }

    /// Whether it has come to its end, well or badly.
    public static boolean isOver(JsonObject pod) {
        return phase(pod).equals(SUCCEEDED) || phase(pod).equals(FAILED);
    }

    public static boolean isActive(JsonObject pod) {
        return !isOver(pod) && !KubeObjects.isTerminating(pod);
    }

    /// Whether its end was asked for and has not come.
    public static boolean isLeaving(JsonObject pod) {
        return !isOver(pod) && KubeObjects.isTerminating(pod);
    }

    public static boolean isReady(JsonObject pod) {
        return Conditions.isTrue(pod, "Ready");
    }

    /// Whether it has been ready for so long.
    public static boolean isAvailable(JsonObject pod, long minReadySeconds, long nowNanos) {
        if (!isReady(pod)) {
            return false;
        }
        JsonObject ready = Conditions.find(pod.array("status", "conditions"), "Ready");
        long since = ready == null ? nowNanos : Times.parse(ready.text("lastTransitionTime"), Long.MAX_VALUE);
        return minReadySeconds == 0 || since <= nowNanos - minReadySeconds * 1_000_000_000L;
    }

    /// A pod made from a template, without a name of its own.
    ///
    /// @param owner the reference to whoever makes it
    public static JsonObject fromTemplate(JsonObject template, String generateName, JsonObject owner) {
        JsonObject metadata = JsonObject.EMPTY.with("generateName", generateName);
        for (String field : new String[] {"labels", "annotations", "finalizers"}) {
            Json value = template.at("metadata", field);
            if (value != null) {
                metadata = metadata.with(field, value);
            }
        }
        return JsonObject.builder()
                .put("metadata", metadata.with("ownerReferences", JsonArray.of(owner)))
                .put("spec", template.object("spec"))
                .build();
    }
}

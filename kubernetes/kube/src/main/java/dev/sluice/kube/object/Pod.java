package dev.sluice.kube.object;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A v1 Pod.
public record Pod(JsonObject json) {
    public static final String PENDING = "Pending";
    public static final String RUNNING = "Running";
    public static final String SUCCEEDED = "Succeeded";
    public static final String FAILED = "Failed";
    public static final String UNKNOWN = "Unknown";

    public static final int NO_INDEX = -1;

    /// Creates a pod from a template; the server generates its name.
    ///
    /// @param owner the controller reference
    public static Pod fromTemplate(JsonObject template, String generateName, JsonObject owner) {
        JsonObject metadata = JsonObject.EMPTY.with("generateName", generateName);
        for (String field : new String[] {"labels", "annotations", "finalizers"}) {
            Json value = template.at("metadata", field);
            if (value != null) {
                metadata = metadata.with(field, value);
            }
        }
        return new Pod(JsonObject.builder()
                .put("metadata", metadata.with("ownerReferences", JsonArray.of(owner)))
                .put("spec", template.object("spec"))
                .build());
    }

    public String phase() {
        return json.text("status", "phase");
    }

    /// Returns the node it is bound to; empty if it is not scheduled.
    public String nodeName() {
        return json.text("spec", "nodeName");
    }

    public boolean isPlaced() {
        return !nodeName().isEmpty();
    }

    public boolean hasSucceeded() {
        return phase().equals(SUCCEEDED);
    }

    public boolean hasFailed() {
        return phase().equals(FAILED);
    }

    /// True if the phase is Succeeded or Failed.
    public boolean isTerminal() {
        return hasSucceeded() || hasFailed();
    }

    public boolean isActive() {
        return !isTerminal() && !KubeObjects.isTerminating(json);
    }

    /// True if it has a deletion timestamp and its phase is not terminal.
    public boolean isTerminating() {
        return !isTerminal() && KubeObjects.isTerminating(json);
    }

    public boolean isReady() {
        return Conditions.isTrue(json, "Ready");
    }

    /// True if it has been ready for `minReadySeconds`.
    public boolean isAvailable(long minReadySeconds, long nowNanos) {
        if (!isReady()) {
            return false;
        }
        JsonObject ready = Conditions.find(json.array("status", "conditions"), "Ready");
        long since = ready == null ? nowNanos : Times.parse(ready.text("lastTransitionTime"), Long.MAX_VALUE);
        return minReadySeconds == 0 || since <= nowNanos - minReadySeconds * Clock.NANOS_PER_SECOND;
    }

    public boolean hasFinalizer(String name) {
        return json.array("metadata", "finalizers").toList().contains(Json.of(name));
    }

    /// Returns the completion index of a pod of an Indexed Job, or [#NO_INDEX].
    public int completionIndex() {
        String text = json.text("metadata", "annotations", Job.INDEX);
        try {
            int index = Integer.parseInt(text);
            return index < 0 ? NO_INDEX : index;
        } catch (NumberFormatException e) {
            return NO_INDEX;
        }
    }

    /// Returns the first toleration that covers a taint.
    public @Nullable JsonObject toleration(JsonObject taint) {
        for (Json each : json.array("spec", "tolerations")) {
            if (each instanceof JsonObject toleration && tolerates(toleration, taint)) {
                return toleration;
            }
        }
        return null;
    }

    private static boolean tolerates(JsonObject toleration, JsonObject taint) {
        String effect = toleration.text("effect");
        String key = toleration.text("key");
        if (!effect.isEmpty() && !effect.equals(taint.text("effect"))) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taint.text("key"))) {
            return false;
        }
        return switch (toleration.text("operator")) {
            case "Exists" -> true;
            case "", "Equal" -> !key.isEmpty() && toleration.text("value").equals(taint.text("value"));
            default -> false;
        };
    }

    /// True if the node matches the node selector and the required node affinity.
    public boolean selects(Node node) {
        JsonObject labels = node.labels();
        for (Map.Entry<String, String> wanted :
                json.object("spec", "nodeSelector").texts().entrySet()) {
            if (!labels.text(wanted.getKey()).equals(wanted.getValue()) || !labels.has(wanted.getKey())) {
                return false;
            }
        }
        JsonObject required =
                json.object("spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution");
        return !required.has("nodeSelectorTerms")
                || NodeSelectorTerms.matchAny(required.array("nodeSelectorTerms"), node);
    }
}

package dev.sluice.kube.cluster.object;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// What keeps pods from nodes, and what lets them on.
public final class Taints {
    private Taints() {}

    /// The first taint of an effect that the pod does not tolerate.
    public static @Nullable JsonObject untolerated(JsonObject node, JsonObject pod, String effect) {
        for (Json each : node.array("spec", "taints")) {
            if (each instanceof JsonObject taint
                    && taint.text("effect").equals(effect)
                    && toleration(pod, taint) == null) {
                return taint;
            }
        }
        return null;
    }

    /// The first toleration of the pod that covers a taint.
    public static @Nullable JsonObject toleration(JsonObject pod, JsonObject taint) {
        for (Json each : pod.array("spec", "tolerations")) {
            if (each instanceof JsonObject toleration && tolerates(toleration, taint)) {
                return toleration;
            }
        }
        return null;
    }

    public static boolean tolerates(JsonObject toleration, JsonObject taint) {
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
}

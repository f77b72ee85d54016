package dev.sluice.kube.object;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// A v1 Node.
public record Node(JsonObject json) {
    public String name() {
        return KubeObjects.name(json);
    }

    public JsonObject labels() {
        return json.object("metadata", "labels");
    }

    public JsonArray taints() {
        return json.array("spec", "taints");
    }

    /// True if the node is unschedulable.
    public boolean isCordoned() {
        return json.isTrue("spec", "unschedulable");
    }

    /// Returns the status of the Ready condition: `True`, `False` or `Unknown`; empty if there is none.
    public String ready() {
        return ofReady("status");
    }

    public boolean isReady() {
        return ready().equals(Conditions.TRUE);
    }

    /// Returns the last heartbeat of the Ready condition; empty if there is none.
    public String heartbeat() {
        return ofReady("lastHeartbeatTime");
    }

    private String ofReady(String field) {
        JsonObject ready = Conditions.find(json.array("status", "conditions"), "Ready");
        return ready == null ? "" : ready.text(field);
    }

    /// Returns the first taint with this effect that the pod does not tolerate.
    public @Nullable JsonObject untoleratedTaint(Pod pod, String effect) {
        for (Json each : taints()) {
            if (each instanceof JsonObject taint
                    && taint.text("effect").equals(effect)
                    && pod.toleration(taint) == null) {
                return taint;
            }
        }
        return null;
    }
}

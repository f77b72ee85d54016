package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// Replica sets.
final class ReplicaSetCode implements KindCode {
    @Override
    public void check(JsonObject object, Flaws flaws) {
        JsonObject spec = object.object("spec");
        flaws.nonNegative("spec.replicas", spec.get("replicas"));
        flaws.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
        Workloads.checkSelector(spec, "deployment", flaws);
        Workloads.checkTemplate(spec, "ReplicaSet", flaws);
    }

    @Override
    public void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {
        Workloads.mustKeepSelector(object, old, flaws);
    }

    @Override
    public void checkStatus(JsonObject object, JsonObject old, Flaws flaws) {
        JsonObject status = object.object("status");
        Workloads.checkCounts(
                status,
                List.of(
                        "replicas",
                        "fullyLabeledReplicas",
                        "readyReplicas",
                        "availableReplicas",
                        "observedGeneration",
                        "terminatingReplicas"),
                flaws);
        Workloads.checkReplicas(
                status,
                List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas"),
                "cannot be greater than readyReplicas",
                flaws);
    }
}

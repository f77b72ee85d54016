package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// Replica sets.
final class ReplicaSetStrategy implements KindStrategy {
    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        errors.nonNegative("spec.replicas", spec.get("replicas"));
        errors.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
        WorkloadStrategies.checkSelector(spec, "deployment", errors);
        WorkloadStrategies.checkTemplate(spec, "ReplicaSet", errors);
    }

    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        WorkloadStrategies.mustKeepSelector(object, old, errors);
    }

    @Override
    public void validateStatusUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        JsonObject status = object.object("status");
        WorkloadStrategies.checkCounts(
                status,
                List.of(
                        "replicas",
                        "fullyLabeledReplicas",
                        "readyReplicas",
                        "availableReplicas",
                        "observedGeneration",
                        "terminatingReplicas"),
                errors);
        WorkloadStrategies.checkReplicas(
                status,
                List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas"),
                "cannot be greater than readyReplicas",
                errors);
    }
}

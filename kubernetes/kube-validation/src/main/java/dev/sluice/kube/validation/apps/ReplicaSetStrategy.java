package dev.sluice.kube.validation.apps;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.core.pod.PodTemplateWarnings;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Replica sets.
final class ReplicaSetStrategy implements KindStrategy {
    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        errors.nonNegative("spec.replicas", spec.get("replicas"));
        errors.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
        WorkloadValidation.checkSelector(spec, "deployment", errors);
        WorkloadValidation.checkTemplate(spec, "ReplicaSet", errors);
    }

    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        WorkloadValidation.mustKeepSelector(object, old, errors);
    }

    @Override
    public void validateStatusUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        JsonObject status = object.object("status");
        WorkloadValidation.checkCounts(
                status,
                List.of(
                        "replicas",
                        "fullyLabeledReplicas",
                        "readyReplicas",
                        "availableReplicas",
                        "observedGeneration",
                        "terminatingReplicas"),
                errors);
        WorkloadValidation.checkReplicas(
                status,
                List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas"),
                "cannot be greater than readyReplicas",
                errors);
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        PodTemplateWarnings.ofName(object, old, warnings);
        PodTemplateWarnings.ofTemplate(object, old, "spec.template", warnings);
    }
}

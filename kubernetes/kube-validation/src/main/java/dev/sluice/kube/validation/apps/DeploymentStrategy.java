package dev.sluice.kube.validation.apps;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.core.pod.PodTemplateWarnings;
import dev.sluice.kube.validation.field.IntOrPercent;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Deployments.
final class DeploymentStrategy implements KindStrategy {
    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        errors.nonNegative("spec.replicas", spec.get("replicas"));
        WorkloadValidation.checkSelector(spec, "deployment", errors);
        WorkloadValidation.checkTemplate(spec, "ReplicaSet", errors);
        checkStrategy(spec.object("strategy"), errors);
        errors.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
        errors.nonNegative("spec.revisionHistoryLimit", spec.get("revisionHistoryLimit"));
        errors.nonNegative("spec.progressDeadlineSeconds", spec.get("progressDeadlineSeconds"));
        if (spec.number(Long.MAX_VALUE, "progressDeadlineSeconds") <= spec.number(0, "minReadySeconds")) {
            errors.invalid(
                    "spec.progressDeadlineSeconds",
                    spec.get("progressDeadlineSeconds"),
                    "must be greater than minReadySeconds");
        }
    }

    private static void checkStrategy(JsonObject strategy, ValidationErrors errors) {
        String field = "spec.strategy.rollingUpdate";
        switch (strategy.text("type")) {
            case "Recreate" -> {
                if (strategy.has("rollingUpdate")) {
                    errors.forbidden(field, "may not be specified when strategy `type` is 'Recreate'");
                }
            }
            case "RollingUpdate" -> {
                Json unavailable = strategy.at("rollingUpdate", "maxUnavailable");
                Json surge = strategy.at("rollingUpdate", "maxSurge");
                IntOrPercent.validate(unavailable, field + ".maxUnavailable", errors);
                IntOrPercent.validate(surge, field + ".maxSurge", errors);
                if (IntOrPercent.amount(unavailable) == 0 && IntOrPercent.amount(surge) == 0) {
                    errors.invalid(field + ".maxUnavailable", unavailable, "may not be 0 when `maxSurge` is 0");
                }
                IntOrPercent.mustNotExceedAll(unavailable, field + ".maxUnavailable", errors);
            }
            default -> errors.unsupported("spec.strategy", strategy.get("type"), List.of("Recreate", "RollingUpdate"));
        }
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
                        "observedGeneration",
                        "replicas",
                        "updatedReplicas",
                        "readyReplicas",
                        "availableReplicas",
                        "unavailableReplicas",
                        "terminatingReplicas",
                        "collisionCount"),
                errors);
        WorkloadValidation.checkReplicas(
                status,
                List.of("updatedReplicas", "readyReplicas", "availableReplicas"),
                "cannot be greater than readyReplicas",
                errors);
        WorkloadValidation.mustNotFall(status, old.object("status"), errors);
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        PodTemplateWarnings.ofName(object, old, warnings);
        PodTemplateWarnings.ofTemplate(object, old, "spec.template", warnings);
    }
}

package dev.sluice.kube.validation.apps;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.core.pod.PodTemplateWarnings;
import dev.sluice.kube.validation.core.pod.PodTemplates;
import dev.sluice.kube.validation.field.IntOrPercent;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Daemon sets.
final class DaemonSetStrategy implements KindStrategy {
    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        return object.withAt(Json.of("1"), "metadata", "annotations", GENERATION);
    }

    private static final String GENERATION = "deprecated.daemonset.template.generation";

    @Override
    public JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        long before = generation(old);
        boolean isChanged = !object.object("spec", "template").equals(old.object("spec", "template"));
        return object.withAt(
                Json.of(Long.toString(isChanged ? before + 1 : before)), "metadata", "annotations", GENERATION);
    }

    private static long generation(JsonObject object) {
        String text = object.text("metadata", "annotations", GENERATION);
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        JsonObject selector = spec.object("selector");
        Selectors.validate(selector, WorkloadValidation.SELECTOR, errors);
        PodTemplates.mustMatch(spec.object("template"), spec, WorkloadValidation.TEMPLATE, errors);
        if (WorkloadValidation.hasSelector(spec) && Selectors.isEmpty(selector)) {
            errors.invalid(WorkloadValidation.SELECTOR, selector, "empty selector is invalid for daemonset");
        }
        PodTemplates.validate(spec.object("template"), WorkloadValidation.TEMPLATE, errors);
        PodTemplates.mustRestart(spec.object("template"), WorkloadValidation.TEMPLATE, "DaemonSet", errors);
        errors.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
        checkStrategy(spec.object("updateStrategy"), errors);
        errors.nonNegative("spec.revisionHistoryLimit", spec.get("revisionHistoryLimit"));
    }

    private static void checkStrategy(JsonObject strategy, ValidationErrors errors) {
        String field = "spec.updateStrategy";
        switch (strategy.text("type")) {
            case "OnDelete" -> {}
            case "RollingUpdate" -> {
                Json unavailable = strategy.at("rollingUpdate", "maxUnavailable");
                Json surge = strategy.at("rollingUpdate", "maxSurge");
                String own = field + ".rollingUpdate";
                IntOrPercent.validate(unavailable, own + ".maxUnavailable", errors);
                IntOrPercent.validate(surge, own + ".maxSurge", errors);
                IntOrPercent.mustNotExceedAll(unavailable, own + ".maxUnavailable", errors);
                IntOrPercent.mustNotExceedAll(surge, own + ".maxSurge", errors);
                boolean hasUnavailable = IntOrPercent.amount(unavailable) != 0;
                boolean hasSurge = IntOrPercent.amount(surge) != 0;
                if (hasUnavailable && hasSurge) {
                    errors.invalid(own + ".maxSurge", surge, "may not be set when maxUnavailable is non-zero");
                } else if (!hasUnavailable && !hasSurge) {
                    errors.required(own + ".maxUnavailable", "cannot be 0 when maxSurge is 0");
                }
            }
            default -> errors.unsupported(field, strategy, List.of("RollingUpdate", "OnDelete"));
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
                        "currentNumberScheduled",
                        "numberMisscheduled",
                        "desiredNumberScheduled",
                        "numberReady",
                        "observedGeneration",
                        "updatedNumberScheduled",
                        "numberAvailable",
                        "numberUnavailable",
                        "collisionCount"),
                errors);
        WorkloadValidation.mustNotFall(status, old.object("status"), errors);
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        PodTemplateWarnings.ofTemplate(object, old, "spec.template", warnings);
    }
}

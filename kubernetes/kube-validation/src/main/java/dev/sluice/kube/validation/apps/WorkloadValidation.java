package dev.sluice.kube.validation.apps;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.core.pod.PodTemplates;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;

/// Validation that deployments, replica sets, stateful sets and daemon sets share.
final class WorkloadValidation {
    static final String SELECTOR = "spec.selector";
    static final String TEMPLATE = "spec.template";
    private static final String BEYOND = "cannot be greater than status.replicas";

    private WorkloadValidation() {}

    static void checkSelector(JsonObject spec, String kind, ValidationErrors errors) {
        if (!hasSelector(spec)) {
            errors.required(SELECTOR);
        } else {
            Selectors.validate(spec.get("selector"), SELECTOR, errors);
            if (Selectors.isEmpty(spec.object("selector"))) {
                errors.invalid(SELECTOR, spec.get("selector"), "empty selector is invalid for " + kind);
            }
        }
    }

    static boolean hasSelector(JsonObject spec) {
        return spec.get("selector") instanceof JsonObject;
    }

    static void checkTemplate(JsonObject spec, String kind, ValidationErrors errors) {
        JsonObject template = spec.object("template");
        if (!Selectors.isSound(spec.object("selector"))) {
            errors.invalid(SELECTOR, spec.get("selector"), kind.equals("StatefulSet") ? "" : "invalid label selector");
            if (kind.equals("StatefulSet")) {
                PodTemplates.mustRestart(template, TEMPLATE, kind, errors);
            }
            return;
        }
        if (!hasSelector(spec) || !Selectors.isEmpty(spec.object("selector"))) {
            PodTemplates.mustMatch(template, spec, TEMPLATE, errors);
        }
        PodTemplates.validate(template, TEMPLATE, errors);
        PodTemplates.mustRestart(template, TEMPLATE, kind, errors);
    }

    static void checkCounts(JsonObject status, List<String> counts, ValidationErrors errors) {
        for (String count : counts) {
            errors.nonNegative("status." + count, status.get(count));
        }
    }

    private static void mustNotExceed(
            JsonObject status, String count, String most, String message, ValidationErrors errors) {
        if (status.number(0, count) > status.number(0, most)) {
            errors.invalid("status." + count, Json.of(status.number(0, count)), message);
        }
    }

    static void mustNotFall(JsonObject status, JsonObject old, ValidationErrors errors) {
        if (status.number(0, "collisionCount") < old.number(0, "collisionCount")) {
            errors.invalid(
                    "status.collisionCount", Json.of(status.number(0, "collisionCount")), "cannot be decremented");
        }
    }

    static void mustKeepSelector(JsonObject object, JsonObject old, ValidationErrors errors) {
        errors.immutable(SELECTOR, object.at("spec", "selector"), old.at("spec", "selector"));
    }

    /// No count is more than there are replicas, and no more are available than are ready.
    ///
    /// @param counts some of the status
    static void checkReplicas(
            JsonObject status, List<String> counts, String availableMessage, ValidationErrors errors) {
        for (String count : counts) {
            mustNotExceed(status, count, "replicas", BEYOND, errors);
        }
        mustNotExceed(status, "availableReplicas", "readyReplicas", availableMessage, errors);
    }
}

package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// What kinds that keep pods running have in common: deployments, replica sets and the like.
final class Workloads {
    static final String SELECTOR = "spec.selector";
    static final String TEMPLATE = "spec.template";
    private static final String BEYOND = "cannot be greater than status.replicas";

    private Workloads() {}

    static void checkSelector(JsonObject spec, String kind, Flaws flaws) {
        if (!hasSelector(spec)) {
            flaws.required(SELECTOR);
        } else {
            Selectors.check(spec.get("selector"), SELECTOR, flaws);
            if (Selectors.isEmpty(spec.object("selector"))) {
                flaws.invalid(SELECTOR, spec.get("selector"), "empty selector is invalid for " + kind);
            }
        }
    }

    static boolean hasSelector(JsonObject spec) {
        return spec.get("selector") instanceof JsonObject;
    }

    static void checkTemplate(JsonObject spec, String kind, Flaws flaws) {
        JsonObject template = spec.object("template");
        if (!Selectors.isSound(spec.object("selector"))) {
            flaws.invalid(SELECTOR, spec.get("selector"), kind.equals("StatefulSet") ? "" : "invalid label selector");
            if (kind.equals("StatefulSet")) {
                PodTemplates.mustRestart(template, TEMPLATE, kind, flaws);
            }
            return;
        }
        if (!hasSelector(spec) || !Selectors.isEmpty(spec.object("selector"))) {
            PodTemplates.mustMatch(template, spec, TEMPLATE, flaws);
        }
        PodTemplates.check(template, TEMPLATE, flaws);
        PodTemplates.mustRestart(template, TEMPLATE, kind, flaws);
    }

    static void checkCounts(JsonObject status, List<String> counts, Flaws flaws) {
        for (String count : counts) {
            flaws.nonNegative("status." + count, status.get(count));
        }
    }

    private static void mustNotExceed(JsonObject status, String count, String most, String message, Flaws flaws) {
        if (status.number(0, count) > status.number(0, most)) {
            flaws.invalid("status." + count, Json.of(status.number(0, count)), message);
        }
    }

    static void mustNotFall(JsonObject status, JsonObject old, Flaws flaws) {
        if (status.number(0, "collisionCount") < old.number(0, "collisionCount")) {
            flaws.invalid(
                    "status.collisionCount", Json.of(status.number(0, "collisionCount")), "cannot be decremented");
        }
    }

    static void mustKeepSelector(JsonObject object, JsonObject old, Flaws flaws) {
        flaws.immutable(SELECTOR, object.at("spec", "selector"), old.at("spec", "selector"));
    }

    /// No count is more than there are replicas, and no more are available than are ready.
    ///
    /// @param counts some of the status
    static void checkReplicas(JsonObject status, List<String> counts, String availableMessage, Flaws flaws) {
        for (String count : counts) {
            mustNotExceed(status, count, "replicas", BEYOND, flaws);
        }
        mustNotExceed(status, "availableReplicas", "readyReplicas", availableMessage, flaws);
    }
}

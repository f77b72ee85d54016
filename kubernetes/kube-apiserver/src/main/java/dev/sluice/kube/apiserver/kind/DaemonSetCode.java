package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// Daemon sets.
final class DaemonSetCode implements KindCode {
    @Override
    public JsonObject begun(JsonObject object) {
        return object.withAt(Json.of("1"), "metadata", "annotations", GENERATION);
    }

    private static final String GENERATION = "deprecated.daemonset.template.generation";

    @Override
    public JsonObject changed(JsonObject object, JsonObject old) {
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
    public void check(JsonObject object, Flaws flaws) {
        JsonObject spec = object.object("spec");
        JsonObject selector = spec.object("selector");
        Selectors.check(selector, Workloads.SELECTOR, flaws);
        PodTemplates.mustMatch(spec.object("template"), spec, Workloads.TEMPLATE, flaws);
        if (Workloads.hasSelector(spec) && Selectors.isEmpty(selector)) {
            flaws.invalid(Workloads.SELECTOR, selector, "empty selector is invalid for daemonset");
        }
        PodTemplates.check(spec.object("template"), Workloads.TEMPLATE, flaws);
        PodTemplates.mustRestart(spec.object("template"), Workloads.TEMPLATE, "DaemonSet", flaws);
        flaws.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
        checkStrategy(spec.object("updateStrategy"), flaws);
        flaws.nonNegative("spec.revisionHistoryLimit", spec.get("revisionHistoryLimit"));
    }

    private static void checkStrategy(JsonObject strategy, Flaws flaws) {
        String field = "spec.updateStrategy";
        switch (strategy.text("type")) {
            case "OnDelete" -> {}
            case "RollingUpdate" -> {
                Json unavailable = strategy.at("rollingUpdate", "maxUnavailable");
                Json surge = strategy.at("rollingUpdate", "maxSurge");
                String own = field + ".rollingUpdate";
                Shares.check(unavailable, own + ".maxUnavailable", flaws);
                Shares.check(surge, own + ".maxSurge", flaws);
                Shares.mustNotExceedAll(unavailable, own + ".maxUnavailable", flaws);
                Shares.mustNotExceedAll(surge, own + ".maxSurge", flaws);
                boolean hasUnavailable = Shares.amount(unavailable) != 0;
                boolean hasSurge = Shares.amount(surge) != 0;
                if (hasUnavailable && hasSurge) {
                    flaws.invalid(own + ".maxSurge", surge, "may not be set when maxUnavailable is non-zero");
                } else if (!hasUnavailable && !hasSurge) {
                    flaws.required(own + ".maxUnavailable", "cannot be 0 when maxSurge is 0");
                }
            }
            default -> flaws.unsupported(field, strategy, List.of("RollingUpdate", "OnDelete"));
        }
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
                        "currentNumberScheduled",
                        "numberMisscheduled",
                        "desiredNumberScheduled",
                        "numberReady",
                        "observedGeneration",
                        "updatedNumberScheduled",
                        "numberAvailable",
                        "numberUnavailable",
                        "collisionCount"),
                flaws);
        Workloads.mustNotFall(status, old.object("status"), flaws);
    }
}

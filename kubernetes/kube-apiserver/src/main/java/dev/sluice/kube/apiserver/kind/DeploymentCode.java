package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// Deployments.
final class DeploymentCode implements KindCode {
    @Override
    public void check(JsonObject object, Flaws flaws) {
        JsonObject spec = object.object("spec");
        flaws.nonNegative("spec.replicas", spec.get("replicas"));
        Workloads.checkSelector(spec, "deployment", flaws);
        Workloads.checkTemplate(spec, "ReplicaSet", flaws);
        checkStrategy(spec.object("strategy"), flaws);
        flaws.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
        flaws.nonNegative("spec.revisionHistoryLimit", spec.get("revisionHistoryLimit"));
        flaws.nonNegative("spec.progressDeadlineSeconds", spec.get("progressDeadlineSeconds"));
        if (spec.number(Long.MAX_VALUE, "progressDeadlineSeconds") <= spec.number(0, "minReadySeconds")) {
            flaws.invalid(
                    "spec.progressDeadlineSeconds",
                    spec.get("progressDeadlineSeconds"),
                    "must be greater than minReadySeconds");
        }
    }

    private static void checkStrategy(JsonObject strategy, Flaws flaws) {
        String field = "spec.strategy.rollingUpdate";
        switch (strategy.text("type")) {
            case "Recreate" -> {
                if (strategy.has("rollingUpdate")) {
                    flaws.forbidden(field, "may not be specified when strategy `type` is 'Recreate'");
                }
            }
            case "RollingUpdate" -> {
                Json unavailable = strategy.at("rollingUpdate", "maxUnavailable");
                Json surge = strategy.at("rollingUpdate", "maxSurge");
                Shares.check(unavailable, field + ".maxUnavailable", flaws);
                Shares.check(surge, field + ".maxSurge", flaws);
                if (Shares.amount(unavailable) == 0 && Shares.amount(surge) == 0) {
                    flaws.invalid(field + ".maxUnavailable", unavailable, "may not be 0 when `maxSurge` is 0");
                }
                Shares.mustNotExceedAll(unavailable, field + ".maxUnavailable", flaws);
            }
            default ->
                flaws.unsupported(
                        "spec.strategy",
                        GoStructs.of("apps.DeploymentStrategy", strategy),
                        List.of("Recreate", "RollingUpdate"));
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
                        "observedGeneration",
                        "replicas",
                        "updatedReplicas",
                        "readyReplicas",
                        "availableReplicas",
                        "unavailableReplicas",
                        "terminatingReplicas",
                        "collisionCount"),
                flaws);
        Workloads.checkReplicas(
                status,
                List.of("updatedReplicas", "readyReplicas", "availableReplicas"),
                "cannot be greater than readyReplicas",
                flaws);
        Workloads.mustNotFall(status, old.object("status"), flaws);
    }
}

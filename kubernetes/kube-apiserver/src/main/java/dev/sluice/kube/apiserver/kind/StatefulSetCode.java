package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.Names;
import java.util.List;

/// Stateful sets.
final class StatefulSetCode implements KindCode {
    private static final List<String> MUTABLE = List.of(
            "replicas",
            "ordinals",
            "template",
            "updateStrategy",
            "revisionHistoryLimit",
            "persistentVolumeClaimRetentionPolicy",
            "minReadySeconds");

    private static final String FORBIDDEN = "updates to statefulset spec for fields other than 'replicas',"
            + " 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit',"
            + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

    @Override
    public JsonObject filled(JsonObject object) {
        JsonObject strategy = object.object("spec", "updateStrategy");
        if (strategy.text("type").isEmpty()) {
            strategy = Defaults.empty(strategy.with("type", "RollingUpdate"), "rollingUpdate");
        }
        if (strategy.text("type").equals("RollingUpdate")) {
            strategy = Defaults.inside(strategy, "rollingUpdate", it -> Defaults.number(it, "partition", 0));
        }
        return object.withAt(strategy, "spec", "updateStrategy");
    }

    @Override
    public void check(JsonObject object, Flaws flaws) {
        JsonObject spec = object.object("spec");
        String policy = spec.text("podManagementPolicy");
        if (!policy.equals("OrderedReady") && !policy.equals("Parallel")) {
            flaws.invalid("spec.podManagementPolicy", policy, "must be 'OrderedReady' or 'Parallel'");
        }
        checkStrategy(spec.object("updateStrategy"), flaws);
        for (String when : List.of("whenDeleted", "whenScaled")) {
            flaws.oneOf(
                    "spec.persistentVolumeClaimRetentionPolicy." + when,
                    spec.text("persistentVolumeClaimRetentionPolicy", when),
                    false,
                    List.of("Retain", "Delete"));
        }
        flaws.nonNegative("spec.replicas", spec.get("replicas"));
        flaws.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
        flaws.nonNegative("spec.ordinals.start", spec.at("ordinals", "start"));
        String service = spec.text("serviceName");
        if (!service.isEmpty()) {
            flaws.names("spec.serviceName", service, Names.label(service));
        }
        Workloads.checkSelector(spec, "statefulset", flaws);
        Workloads.checkTemplate(withClaimsAsVolumes(spec), "StatefulSet", flaws);
    }

    private static JsonObject withClaimsAsVolumes(JsonObject spec) {
        JsonObject changed = spec;
        for (Json claim : spec.array("volumeClaimTemplates")) {
            String name = claim instanceof JsonObject object ? object.text("metadata", "name") : "";
            JsonObject volume = JsonObject.builder()
                    .put("name", name)
                    .put("emptyDir", JsonObject.EMPTY)
                    .build();
            changed = changed.withAt(
                    changed.array("template", "spec", "volumes").plus(volume), "template", "spec", "volumes");
        }
        return changed;
    }

    private static void checkStrategy(JsonObject strategy, Flaws flaws) {
        String field = "spec.updateStrategy.rollingUpdate";
        switch (strategy.text("type")) {
            case "OnDelete" -> {
                if (strategy.has("rollingUpdate")) {
                    flaws.invalid(
                            field, strategy.get("rollingUpdate"), "only allowed for updateStrategy 'RollingUpdate'");
                }
            }
            case "RollingUpdate" -> {
                flaws.nonNegative(field + ".partition", strategy.at("rollingUpdate", "partition"));
                Json unavailable = strategy.at("rollingUpdate", "maxUnavailable");
                Shares.check(unavailable, field + ".maxUnavailable", flaws);
                if (unavailable != null && Shares.amount(unavailable) == 0) {
                    flaws.invalid(field + ".maxUnavailable", unavailable, "cannot be 0");
                }
                Shares.mustNotExceedAll(unavailable, field + ".maxUnavailable", flaws);
            }
            default -> flaws.invalid("spec.updateStrategy", strategy, "must be 'RollingUpdate' or 'OnDelete'");
        }
    }

    @Override
    public void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {
        JsonObject now = object.object("spec");
        JsonObject before = old.object("spec");
        for (String field : MUTABLE) {
            now = now.without(field);
            before = before.without(field);
        }
        if (!now.equals(before)) {
            flaws.forbidden("spec", FORBIDDEN);
        }
    }

    @Override
    public void checkStatus(JsonObject object, JsonObject old, Flaws flaws) {
        JsonObject status = object.object("status");
        Workloads.checkCounts(
                status,
                List.of(
                        "replicas",
                        "readyReplicas",
                        "currentReplicas",
                        "updatedReplicas",
                        "availableReplicas",
                        "observedGeneration",
                        "collisionCount"),
                flaws);
        Workloads.checkReplicas(
                status,
                List.of("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"),
                "cannot be greater than status.readyReplicas",
                flaws);
        Workloads.mustNotFall(status, old.object("status"), flaws);
    }
}

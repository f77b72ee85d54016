package dev.sluice.kube.validation.apps;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.core.pod.PodTemplateWarnings;
import dev.sluice.kube.validation.core.volume.StorageWarnings;
import dev.sluice.kube.validation.field.Defaults;
import dev.sluice.kube.validation.field.IntOrPercent;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Stateful sets.
final class StatefulSetStrategy implements KindStrategy {
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
    public JsonObject applyDefaults(JsonObject object) {
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
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        String policy = spec.text("podManagementPolicy");
        if (!policy.equals("OrderedReady") && !policy.equals("Parallel")) {
            errors.invalid("spec.podManagementPolicy", policy, "must be 'OrderedReady' or 'Parallel'");
        }
        checkStrategy(spec.object("updateStrategy"), errors);
        for (String when : List.of("whenDeleted", "whenScaled")) {
            errors.oneOf(
                    "spec.persistentVolumeClaimRetentionPolicy." + when,
                    spec.text("persistentVolumeClaimRetentionPolicy", when),
                    false,
                    List.of("Retain", "Delete"));
        }
        errors.nonNegative("spec.replicas", spec.get("replicas"));
        errors.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
        errors.nonNegative("spec.ordinals.start", spec.at("ordinals", "start"));
        String service = spec.text("serviceName");
        if (!service.isEmpty()) {
            errors.names("spec.serviceName", service, NameValidation.label(service));
        }
        WorkloadValidation.checkSelector(spec, "statefulset", errors);
        WorkloadValidation.checkTemplate(withClaimsAsVolumes(spec), "StatefulSet", errors);
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

    private static void checkStrategy(JsonObject strategy, ValidationErrors errors) {
        String field = "spec.updateStrategy.rollingUpdate";
        switch (strategy.text("type")) {
            case "OnDelete" -> {
                if (strategy.has("rollingUpdate")) {
                    errors.invalid(
                            field, strategy.get("rollingUpdate"), "only allowed for updateStrategy 'RollingUpdate'");
                }
            }
            case "RollingUpdate" -> {
                errors.nonNegative(field + ".partition", strategy.at("rollingUpdate", "partition"));
                Json unavailable = strategy.at("rollingUpdate", "maxUnavailable");
                IntOrPercent.validate(unavailable, field + ".maxUnavailable", errors);
                if (unavailable != null && IntOrPercent.amount(unavailable) == 0) {
                    errors.invalid(field + ".maxUnavailable", unavailable, "cannot be 0");
                }
                IntOrPercent.mustNotExceedAll(unavailable, field + ".maxUnavailable", errors);
            }
            default -> errors.invalid("spec.updateStrategy", strategy, "must be 'RollingUpdate' or 'OnDelete'");
        }
    }

    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        JsonObject now = object.object("spec");
        JsonObject before = old.object("spec");
        for (String field : MUTABLE) {
            now = now.without(field);
            before = before.without(field);
        }
        if (!now.equals(before)) {
            errors.forbidden("spec", FORBIDDEN);
        }
    }

    @Override
    public void validateStatusUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        JsonObject status = object.object("status");
        WorkloadValidation.checkCounts(
                status,
                List.of(
                        "replicas",
                        "readyReplicas",
                        "currentReplicas",
                        "updatedReplicas",
                        "availableReplicas",
                        "observedGeneration",
                        "collisionCount"),
                errors);
        WorkloadValidation.checkReplicas(
                status,
                List.of("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"),
                "cannot be greater than status.readyReplicas",
                errors);
        WorkloadValidation.mustNotFall(status, old.object("status"), errors);
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        PodTemplateWarnings.ofTemplate(object, old, "spec.template", warnings);
        JsonObject spec = object.object("spec");
        JsonArray claims = spec.array("volumeClaimTemplates");
        for (int i = 0; i < claims.size(); i++) {
            // The real server names the field so, once with the specification and once without.
            String field = "spec.volumeClaimTemplates[" + i + "]" + (old == null ? "" : ".Spec");
            StorageWarnings.ofClaimSpec(claims.object(i).object("spec"), field, warnings);
        }
        if (spec.number(0, "revisionHistoryLimit") < 0) {
            warnings.accept("spec.revisionHistoryLimit: a negative value retains all historical revisions; a value"
                    + " >= 0 is recommended");
        }
    }
}

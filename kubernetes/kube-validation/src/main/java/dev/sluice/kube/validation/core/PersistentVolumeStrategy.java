package dev.sluice.kube.validation.core;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.validation.core.pod.AffinityValidation;
import dev.sluice.kube.validation.core.volume.PersistentVolumeClaimSpecValidation;
import dev.sluice.kube.validation.core.volume.VolumeSources;
import dev.sluice.kube.validation.field.ChangedFields;
import dev.sluice.kube.validation.field.Defaults;
import dev.sluice.kube.validation.field.NodeLabels;
import dev.sluice.kube.validation.field.Quantities;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Persistent volumes.
final class PersistentVolumeStrategy implements KindStrategy {
    private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";
    private static final String OPTIONS_ANNOTATION = "volume.beta.kubernetes.io/mount-options";

    /// Kinds of volumes that are gone, and since when.
    private static final List<List<String>> GONE = List.of(
            List.of("cephfs", "v1.28", "v1.31+"),
            List.of("photonPersistentDisk", "v1.11", "v1.16+"),
            List.of("scaleIO", "v1.16", "v1.22+"),
            List.of("storageos", "v1.22", "v1.25+"),
            List.of("glusterfs", "v1.25", "v1.26+"),
            List.of("rbd", "v1.28", "v1.31+"));

    @Override
    public JsonObject applyDefaults(JsonObject object) {
        return Defaults.inside(
                object,
                "spec",
                spec -> Defaults.inside(
                        spec, "hostPath", path -> path.has("type") ? path : path.with("type", Json.of(""))));
    }

    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        return object.with(
                "status",
                JsonObject.builder()
                        .put("phase", "Pending")
                        .put("lastPhaseTransitionTime", object.text("metadata", "creationTimestamp"))
                        .build());
    }

    @Override
    public JsonObject prepareForStatusUpdate(JsonObject object, JsonObject old, String now) {
        String time = "lastPhaseTransitionTime";
        boolean isPhaseNew = !object.text("status", "phase").equals(old.text("status", "phase"));
        boolean isTimeOld = Objects.equals(object.at("status", time), old.at("status", time));
        return isPhaseNew && isTimeOld ? object.withAt(Json.of(now), "status", time) : object;
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        if (spec.array("accessModes").isEmpty()) {
            errors.required("spec.accessModes");
        }
        PersistentVolumeClaimSpecValidation.checkModes(spec.array("accessModes"), "spec.accessModes", errors);
        checkCapacity(spec.object("capacity"), errors);
        errors.oneOf(
                "spec.persistentVolumeReclaimPolicy",
                spec.text("persistentVolumeReclaimPolicy"),
                false,
                List.of("Delete", "Recycle", "Retain"));
        if (spec.get("nodeAffinity") instanceof JsonObject affinity) {
            if (affinity.get("required") instanceof JsonObject required) {
                AffinityValidation.checkNodeSelector(required, "spec.nodeAffinity.required", errors);
            } else {
                errors.required("spec.nodeAffinity.required", "must specify required node constraints");
            }
        }
        VolumeSources.validate(spec, VolumeSources.OF_VOLUMES, "spec", true, errors);
        if (spec.has("local") && !spec.has("nodeAffinity")) {
            errors.required("spec.nodeAffinity", "Local volume requires node affinity");
        }
        boolean isRecycled = spec.text("persistentVolumeReclaimPolicy").equals("Recycle");
        if (isRecycled && spec.text("hostPath", "path").matches("/+")) {
            errors.forbidden("spec.persistentVolumeReclaimPolicy", "may not be 'recycle' for a hostPath mount of '/'");
        }
        String storage = spec.text("storageClassName");
        if (!storage.isEmpty()) {
            errors.names("spec.storageClassName", storage, NameValidation.subdomain(storage));
        }
        errors.oneOf("spec.volumeMode", spec.text("volumeMode"), false, List.of("Block", "Filesystem"));
    }

    private static void checkCapacity(JsonObject capacity, ValidationErrors errors) {
        if (capacity.isEmpty()) {
            errors.required("spec.capacity");
        }
        if (!capacity.has("storage") || capacity.size() > 1) {
            errors.unsupported("spec.capacity", capacity.isEmpty() ? null : capacity, List.of("storage"));
        }
        for (int i = 0; i < capacity.size(); i++) {
            Quantity quantity = Quantities.of(capacity.value(i));
            String field = "spec.capacity[" + capacity.name(i) + "]";
            if (quantity.signum() < 0) {
                errors.invalid(field, Json.of(quantity.asLong()), "must be a valid resource quantity");
            }
            if (quantity.signum() <= 0) {
                errors.invalid(field, quantity.toString(), "must be greater than zero");
            }
        }
    }

    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        JsonObject before = old.object("spec");
        for (String source : VolumeSources.OF_VOLUMES) {
            if (!Objects.equals(spec.get(source), before.get(source))) {
                errors.forbidden(
                        "spec.persistentvolumesource",
                        "spec.persistentvolumesource is immutable after creation" + ChangedFields.of(before, spec));
                break;
            }
        }
        errors.immutable("volumeMode", spec.get("volumeMode"), before.get("volumeMode"));
        if (before.has("nodeAffinity") && !Objects.equals(spec.get("nodeAffinity"), before.get("nodeAffinity"))) {
            errors.invalid("nodeAffinity", spec.get("nodeAffinity"), ValidationErrors.IMMUTABLE);
        }
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        JsonObject annotations = object.object("metadata", "annotations");
        JsonObject spec = object.object("spec");
        if (annotations.has(CLASS_ANNOTATION)) {
            warnings.accept("metadata.annotations[" + CLASS_ANNOTATION
                    + "]: deprecated since v1.8; use \"storageClassName\" attribute instead");
        }
        if (annotations.has(OPTIONS_ANNOTATION)) {
            warnings.accept("metadata.annotations[" + OPTIONS_ANNOTATION
                    + "]: deprecated since v1.31; use \"mountOptions\" attribute instead");
        }
        if (spec.text("persistentVolumeReclaimPolicy").equals("Recycle")) {
            warnings.accept("spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the"
                    + " recommended approach is to use dynamic provisioning.");
        }
        JsonArray terms = spec.array("nodeAffinity", "required", "nodeSelectorTerms");
        for (int i = 0; i < terms.size(); i++) {
            NodeLabels.tellTerm(terms.object(i), "spec.nodeAffinity.required.nodeSelectorTerms[" + i + "]", warnings);
        }
        for (List<String> gone : GONE) {
            if (spec.has(gone.get(0))) {
                String name = gone.get(0).equals("storageos") ? "storageOS" : gone.get(0);
                warnings.accept(
                        "spec." + name + ": deprecated in " + gone.get(1) + ", non-functional in " + gone.get(2));
            }
        }
    }
}

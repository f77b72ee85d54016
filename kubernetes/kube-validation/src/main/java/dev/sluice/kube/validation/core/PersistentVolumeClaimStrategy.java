package dev.sluice.kube.validation.core;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.validation.core.volume.PersistentVolumeClaimSpecValidation;
import dev.sluice.kube.validation.core.volume.StorageWarnings;
import dev.sluice.kube.validation.field.ChangedFields;
import dev.sluice.kube.validation.field.Quantities;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Persistent volume claims.
final class PersistentVolumeClaimStrategy implements KindStrategy {

    private static final String IMMUTABLE =
            "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";

    private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

    /// A source may be named in two fields, of which each says what the other does.
    @Override
    public JsonObject prepareForCreate(JsonObject given) {
        JsonObject object = given;
        if (given.at("spec", "dataSource") instanceof JsonObject source && !isKnown(source)) {
            // As before there were other sources.
            object = given.withoutAt("spec", "dataSource");
        }
        JsonObject spec = object.object("spec");
        boolean isElsewhere = !spec.text("dataSourceRef", "namespace").isEmpty();
        if (spec.get("dataSource") instanceof JsonObject source && !spec.has("dataSourceRef")) {
            return object.withAt(source, "spec", "dataSourceRef");
        }
        if (spec.get("dataSourceRef") instanceof JsonObject source && !spec.has("dataSource") && !isElsewhere) {
            return object.withAt(source, "spec", "dataSource");
        }
        return object;
    }

    private static boolean isKnown(JsonObject source) {
        String group = source.text("apiGroup");
        return switch (source.text("kind")) {
            case "PersistentVolumeClaim" -> group.isEmpty();
            case "VolumeSnapshot" -> group.equals("snapshot.storage.k8s.io");
            default -> false;
        };
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        PersistentVolumeClaimSpecValidation.validate(object.object("spec"), "spec", errors);
    }

    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        boolean isBound = object.text("status", "phase").equals("Bound");
        JsonObject spec = object.object("spec");
        JsonObject was = old.object("spec");
        JsonObject before = comparable(was, isBound);
        JsonObject now = comparable(spec, isBound);
        // The volume that a claim is bound to is written once.
        if (before.text("volumeName").isEmpty()) {
            before = before.without("volumeName");
            now = now.without("volumeName");
        }
        Json annotated = old.object("metadata", "annotations").get(CLASS_ANNOTATION);
        if (annotated == null && !before.has("storageClassName")) {
            // A claim without a class may be given one later.
            now = now.without("storageClassName");
        }
        if (annotated != null) {
            Json still = object.object("metadata", "annotations").get(CLASS_ANNOTATION);
            errors.immutable("metadata.annotations[" + CLASS_ANNOTATION + "]", still, annotated);
        }
        if (!now.equals(before)) {
            errors.forbidden("spec", IMMUTABLE + ChangedFields.of(before, now));
        }
        checkSize(spec, old, errors);
        errors.immutable("volumeMode", spec.get("volumeMode"), was.get("volumeMode"));
        checkAttributes(spec, old, errors);
    }

    @Override
    public void validateStatusUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        JsonObject capacity = object.object("status", "capacity");
        for (int i = 0; i < capacity.size(); i++) {
            Quantity quantity = Quantities.of(capacity.value(i));
            if (quantity.signum() < 0) {
                errors.invalid(
                        "status.capacity[" + capacity.name(i) + "]",
                        Json.of(quantity.asLong()),
                        "must be a valid resource quantity");
            }
        }
    }

    /// A claim that could not grow may become smaller again, but not smaller than its volume.
    private static void checkSize(JsonObject spec, JsonObject old, ValidationErrors errors) {
        Quantity size = quantity(spec.at("resources", "requests", "storage"));
        Quantity before = quantity(old.at("spec", "resources", "requests", "storage"));
        Quantity given = quantity(old.at("status", "capacity", "storage"));
        if (size.compareTo(before) < 0 && size.compareTo(given) <= 0) {
            errors.forbidden("spec.resources.requests.storage", "field can not be less than status.capacity");
        }
    }

    private static Quantity quantity(@Nullable Json amount) {
        return amount == null ? Quantity.ZERO : Quantities.of(amount);
    }

    private static void checkAttributes(JsonObject spec, JsonObject old, ValidationErrors errors) {
        String field = "spec.volumeAttributesClassName";
        boolean isApplied = old.object("status").has("currentVolumeAttributesClassName");
        boolean isSame = spec.text("volumeAttributesClassName").equals(old.text("spec", "volumeAttributesClassName"));
        if (isApplied && !isSame && !spec.has("volumeAttributesClassName")) {
            errors.forbidden(
                    field, "update to nil is forbidden when status.currentVolumeAttributesClassName is not nil");
        }
    }

    private static JsonObject comparable(JsonObject spec, boolean isBound) {
        return isBound ? spec.withoutAt("resources", "requests").without("volumeAttributesClassName") : spec;
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        if (object.object("metadata", "annotations").has(CLASS_ANNOTATION)) {
            warnings.accept("metadata.annotations[" + CLASS_ANNOTATION
                    + "]: deprecated since v1.8; use \"storageClassName\" attribute instead");
        }
        StorageWarnings.ofClaimSpec(object.object("spec"), "spec", warnings);
    }
}

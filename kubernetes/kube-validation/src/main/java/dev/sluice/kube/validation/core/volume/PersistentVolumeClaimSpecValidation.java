package dev.sluice.kube.validation.core.volume;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.validation.field.Quantities;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;

/// Validates the specification of a claim: of a claim itself, and of a pod's ephemeral volume.
public final class PersistentVolumeClaimSpecValidation {
    private static final List<String> MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");

    private PersistentVolumeClaimSpecValidation() {}

    /// Of a claim, or of a template of claims.
    public static void validate(JsonObject spec, String field, ValidationErrors errors) {
        JsonArray modes = spec.array("accessModes");
        if (modes.isEmpty()) {
            errors.required(field + ".accessModes", "at least 1 access mode is required");
        }
        Selectors.validate(spec.get("selector"), field + ".selector", errors);
        checkModes(modes, field + ".accessModes", errors);
        Json size = spec.at("resources", "requests", "storage");
        String sizeField = field + ".resources[storage]";
        if (size == null) {
            errors.required(sizeField);
        } else {
            Quantity quantity = Quantities.of(size);
            if (quantity.signum() <= 0) {
                errors.invalid(sizeField, quantity.toString(), "must be greater than zero");
            }
        }
        String storage = spec.text("storageClassName");
        if (!storage.isEmpty()) {
            errors.names(field + ".storageClassName", storage, NameValidation.subdomain(storage));
        }
        errors.oneOf(field + ".volumeMode", spec.text("volumeMode"), false, List.of("Block", "Filesystem"));
        for (String name : List.of("dataSource", "dataSourceRef")) {
            if (spec.get(name) instanceof JsonObject source) {
                checkSource(source, field + "." + name, errors);
            }
        }
        String attributes = spec.text("volumeAttributesClassName");
        if (!attributes.isEmpty()) {
            errors.names(field + ".volumeAttributesClassName", attributes, NameValidation.subdomain(attributes));
        }
    }

    private static void checkSource(JsonObject source, String field, ValidationErrors errors) {
        for (String name : List.of("name", "kind")) {
            if (source.text(name).isEmpty()) {
                errors.required(field + "." + name);
            }
        }
        String group = source.text("apiGroup");
        String kind = source.text("kind");
        if (group.isEmpty() && !kind.equals("PersistentVolumeClaim")) {
            errors.invalid(field, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
        }
        if (!group.isEmpty()) {
            errors.names(field + ".apiGroup", group, NameValidation.subdomain(group));
        }
    }

    public static void checkModes(JsonArray modes, String field, ValidationErrors errors) {
        boolean isAlone = false;
        boolean isShared = false;
        for (Json each : modes) {
            String mode = each instanceof JsonString text ? text.text() : "";
            if (!MODES.contains(mode)) {
                errors.unsupported(field, Json.of(mode), MODES);
            } else if (mode.equals("ReadWriteOncePod")) {
                isAlone = true;
            } else {
                isShared = true;
            }
        }
        if (isAlone && isShared) {
            errors.forbidden(field, "may not use ReadWriteOncePod with other access modes");
        }
    }
}

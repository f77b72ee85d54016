package dev.sluice.kube.validation.strategy;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.validation.field.AnnotationValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Validates `metadata`.
public final class ObjectMetaValidation {
    private static final Set<String> STANDARD_FINALIZERS = Set.of("foregroundDeletion", "orphan", "kubernetes");

    private ObjectMetaValidation() {}

    public static List<Cause> validate(JsonObject object, Strategy rules) {
        ValidationErrors errors = new ValidationErrors();
        JsonObject metadata = object.object("metadata");
        String prefix = metadata.text("generateName");
        if (!prefix.isEmpty()) {
            errors.names("metadata.generateName", prefix, rules.validateName(NameValidation.prefix(prefix)));
        }
        String name = metadata.text("name");
        if (name.isEmpty()) {
            errors.required("metadata.name", "name or generateName is required");
        } else {
            errors.names("metadata.name", name, rules.validateName(name));
        }
        errors.labels("metadata.labels", metadata.object("labels"));
        AnnotationValidation.validate(metadata.object("annotations"), "metadata.annotations", errors);
        checkOwners(metadata.array("ownerReferences"), errors);
        checkFinalizers(metadata.array("finalizers"), rules.qualifiesFinalizers(), errors);
        return errors.causes();
    }

    private static void checkOwners(JsonArray owners, ValidationErrors errors) {
        String field = "metadata.ownerReferences";
        String controller = "";
        for (int i = 0; i < owners.size(); i++) {
            JsonObject owner = owners.object(i);
            String version = owner.text("apiVersion");
            if (version.isEmpty()) {
                errors.invalid(field + ".apiVersion", version, "version must not be empty");
            }
            for (String needed : List.of("kind", "name", "uid")) {
                if (owner.text(needed).isEmpty()) {
                    errors.invalid(field + "." + needed, "", "must not be empty");
                }
            }
            if (version.equals("v1") && owner.text("kind").equals("Event")) {
                errors.invalid(field, owner, "/v1, Kind=Event is disallowed from being an owner");
            }
            if (owner.isTrue("controller")) {
                String own = owner.text("kind") + "/" + owner.text("name");
                if (!controller.isEmpty()) {
                    errors.invalid(
                            field,
                            owners,
                            "Only one reference can have Controller set to true. Found \"true\" in references for %s and %s"
                                    .formatted(controller, own));
                }
                controller = own;
            }
        }
    }

    private static void checkFinalizers(JsonArray finalizers, boolean isQualified, ValidationErrors errors) {
        for (int i = 0; i < finalizers.size(); i++) {
            String name = text(finalizers.get(i));
            String field = "metadata.finalizers";
            List<String> problems = NameValidation.qualifiedName(name);
            errors.names(field, name, problems);
            if (isQualified && problems.isEmpty() && !name.contains("/") && !STANDARD_FINALIZERS.contains(name)) {
                errors.invalid(
                        field + "[" + i + "]",
                        name,
                        "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
    }

    /// What an update would change that only the server may. Kubernetes looks twice, and says so.
    public static List<Cause> validateUpdate(JsonObject object, JsonObject old) {
        ValidationErrors errors = new ValidationErrors();
        JsonObject metadata = object.object("metadata");
        JsonObject before = old.object("metadata");
        for (int times = 0; times < 2; times++) {
            if (before.has("deletionTimestamp")) {
                checkNewFinalizers(metadata.array("finalizers"), before.array("finalizers"), errors);
            }
            for (String field : List.of("uid", "deletionTimestamp")) {
                Json given = metadata.get(field);
                if (given != null && given != JsonNull.NULL && !Objects.equals(given, before.get(field))) {
                    errors.invalid("metadata." + field, given, ValidationErrors.IMMUTABLE);
                }
            }
        }
        return errors.causes();
    }

    private static void checkNewFinalizers(JsonArray finalizers, JsonArray before, ValidationErrors errors) {
        List<String> added = new ArrayList<>();
        for (Json finalizer : finalizers) {
            if (!before.toList().contains(finalizer)) {
                added.add(GoQuoting.of(text(finalizer)));
            }
        }
        if (!added.isEmpty()) {
            errors.forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string{"
                            + String.join(", ", added) + "}");
        }
    }

    private static String text(Json value) {
        return value instanceof JsonString text ? text.text() : "";
    }
}

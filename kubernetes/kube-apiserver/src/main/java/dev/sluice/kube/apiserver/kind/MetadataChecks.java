package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.Names;
import dev.sluice.kube.names.Quoted;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// What all objects must say of themselves.
public final class MetadataChecks {
    private static final Set<String> STANDARD_FINALIZERS = Set.of("foregroundDeletion", "orphan", "kubernetes");

    private MetadataChecks() {}

    public static List<Cause> flaws(JsonObject object, KindRules rules) {
        Flaws flaws = new Flaws();
        JsonObject metadata = object.object("metadata");
        String prefix = metadata.text("generateName");
        if (!prefix.isEmpty()) {
            flaws.names("metadata.generateName", prefix, rules.flawsOfName(Names.prefix(prefix)));
        }
        String name = metadata.text("name");
        if (name.isEmpty()) {
            flaws.required("metadata.name", "name or generateName is required");
        } else {
            flaws.names("metadata.name", name, rules.flawsOfName(name));
        }
        flaws.labels("metadata.labels", metadata.object("labels"));
        Annotations.check(metadata.object("annotations"), "metadata.annotations", flaws);
        checkOwners(metadata.array("ownerReferences"), flaws);
        checkFinalizers(metadata.array("finalizers"), rules.qualifiesFinalizers(), flaws);
        return flaws.causes();
    }

    private static void checkOwners(JsonArray owners, Flaws flaws) {
        String field = "metadata.ownerReferences";
        String controller = "";
        for (int i = 0; i < owners.size(); i++) {
            JsonObject owner = owners.object(i);
            String version = owner.text("apiVersion");
            if (version.isEmpty()) {
                flaws.invalid(field + ".apiVersion", version, "version must not be empty");
            }
            for (String needed : List.of("kind", "name", "uid")) {
                if (owner.text(needed).isEmpty()) {
                    flaws.invalid(field + "." + needed, "", "must not be empty");
                }
            }
            if (version.equals("v1") && owner.text("kind").equals("Event")) {
                flaws.invalid(field, owner, "/v1, Kind=Event is disallowed from being an owner");
            }
            if (owner.isTrue("controller")) {
                String own = owner.text("kind") + "/" + owner.text("name");
                if (!controller.isEmpty()) {
                    flaws.invalid(
                            field,
                            owners,
                            "Only one reference can have Controller set to true. Found \"true\" in references for %s and %s"
                                    .formatted(controller, own));
                }
                controller = own;
            }
        }
    }

    private static void checkFinalizers(JsonArray finalizers, boolean isQualified, Flaws flaws) {
        for (int i = 0; i < finalizers.size(); i++) {
            String name = text(finalizers.get(i));
            String field = "metadata.finalizers";
            List<String> problems = Names.qualifiedName(name);
            flaws.names(field, name, problems);
            if (isQualified && problems.isEmpty() && !name.contains("/") && !STANDARD_FINALIZERS.contains(name)) {
                flaws.invalid(
                        field + "[" + i + "]",
                        name,
                        "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
    }

    /// What an update would change that only the server may. Kubernetes looks twice, and says so.
    public static List<Cause> flawsOfUpdate(JsonObject object, JsonObject old) {
        Flaws flaws = new Flaws();
        JsonObject metadata = object.object("metadata");
        JsonObject before = old.object("metadata");
        for (int times = 0; times < 2; times++) {
            if (before.has("deletionTimestamp")) {
                checkNewFinalizers(metadata.array("finalizers"), before.array("finalizers"), flaws);
            }
            for (String field : List.of("uid", "deletionTimestamp")) {
                Json given = metadata.get(field);
                if (given != null && given != JsonNull.NULL && !Objects.equals(given, before.get(field))) {
                    flaws.invalid("metadata." + field, given, Flaws.IMMUTABLE);
                }
            }
        }
        return flaws.causes();
    }

    private static void checkNewFinalizers(JsonArray finalizers, JsonArray before, Flaws flaws) {
        List<String> added = new ArrayList<>();
        for (Json finalizer : finalizers) {
            if (!before.toList().contains(finalizer)) {
                added.add(Quoted.of(text(finalizer)));
            }
        }
        if (!added.isEmpty()) {
            flaws.forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string{"
                            + String.join(", ", added) + "}");
        }
    }

    private static String text(Json value) {
        return value instanceof JsonString text ? text.text() : "";
    }
}

package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.Names;
import java.util.List;

/// Claims of storage.
final class ClaimCode implements KindCode {
    private static final List<String> MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");

    private static final String IMMUTABLE =
            "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";

    @Override
    public void check(JsonObject object, Flaws flaws) {
        JsonObject spec = object.object("spec");
        checkModes(spec.array("accessModes"), flaws);
        String size = spec.text("resources", "requests", "storage");
        if (size.isEmpty()) {
            flaws.required("spec.resources[storage]");
        } else if (size.equals("0") || size.startsWith("-")) {
            flaws.invalid("spec.resources[storage]", size, "must be greater than zero");
        }
        String storage = spec.text("storageClassName");
        if (!storage.isEmpty()) {
            flaws.names("spec.storageClassName", storage, Names.subdomain(storage));
        }
        flaws.oneOf("spec.volumeMode", spec.text("volumeMode"), false, List.of("Block", "Filesystem"));
    }

    private static void checkModes(JsonArray modes, Flaws flaws) {
        if (modes.isEmpty()) {
            flaws.required("spec.accessModes", "at least 1 access mode is required");
        }
        for (Json mode : modes) {
            flaws.oneOf("spec.accessModes", mode instanceof JsonString text ? text.text() : "", true, MODES);
        }
        if (modes.size() > 1 && modes.toList().contains(Json.of("ReadWriteOncePod"))) {
            flaws.forbidden("spec.accessModes", "may not use ReadWriteOncePod with other access modes");
        }
    }

    @Override
    public void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {
        boolean isBound = old.text("status", "phase").equals("Bound");
        JsonObject before = comparable(old.object("spec"), isBound);
        JsonObject now = comparable(object.object("spec"), isBound);
        // The volume that a claim is bound to is written once.
        if (before.text("volumeName").isEmpty()) {
            before = before.without("volumeName");
            now = now.without("volumeName");
        }
        // A claim without a class may be given one later.
        if (!before.has("storageClassName")) {
            now = now.without("storageClassName");
        }
        if (!now.equals(before)) {
            flaws.forbidden("spec", IMMUTABLE);
        }
    }

    private static JsonObject comparable(JsonObject spec, boolean isBound) {
        return isBound ? spec.withoutAt("resources", "requests").without("volumeAttributesClassName") : spec;
    }
}

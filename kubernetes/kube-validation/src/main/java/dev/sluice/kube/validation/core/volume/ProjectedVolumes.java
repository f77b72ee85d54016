package dev.sluice.kube.validation.core.volume;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.DownwardApiValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates projected and downward-API volumes.
final class ProjectedVolumes {
    private static final int EXPIRATION_SECONDS_MIN = 600;
    private static final long EXPIRATION_SECONDS_MAX = 1L << 32;

    private static final String DUPLICATE = "conflicting duplicate paths";

    private ProjectedVolumes() {}

    static void validate(JsonObject own, String field, ValidationErrors errors) {
        VolumeSources.checkMode(own, "defaultMode", field, errors);
        Set<String> paths = new HashSet<>();
        JsonArray sources = own.array("sources");
        for (int i = 0; i < sources.size(); i++) {
            JsonObject source = sources.object(i);
            String at = field + ".sources[" + i + "]";
            for (String kind : List.of("secret", "configMap")) {
                if (source.get(kind) instanceof JsonObject map) {
                    checkFiles(map, at + "." + kind, field, paths, errors);
                }
            }
            for (Json each : source.array("downwardAPI", "items")) {
                JsonObject file = (JsonObject) each;
                checkFile(file, at + ".downwardAPI", errors);
                if (!file.text("path").isEmpty() && !paths.add(file.text("path"))) {
                    errors.invalid(field, file.text("path"), DUPLICATE);
                }
            }
            if (source.get("serviceAccountToken") instanceof JsonObject token) {
                checkToken(token, at + ".serviceAccountToken", field, errors);
            }
            if (source.size() > 1) {
                errors.forbidden(at, "may not specify more than 1 volume type per source");
            }
        }
    }

    private static void checkFiles(
            JsonObject map, String own, String field, Set<String> paths, ValidationErrors errors) {
        if (map.text("name").isEmpty()) {
            errors.required(own + ".name");
        }
        JsonArray items = map.array("items");
        for (int i = 0; i < items.size(); i++) {
            VolumeSources.checkFile(items.object(i), own + ".items[" + i + "]", errors);
            String path = items.object(i).text("path");
            if (!path.isEmpty() && !paths.add(path)) {
                errors.invalid(field, map.text("name"), DUPLICATE);
            }
        }
    }

    private static void checkToken(JsonObject token, String own, String field, ValidationErrors errors) {
        long seconds = token.number(0, "expirationSeconds");
        if (seconds < EXPIRATION_SECONDS_MIN) {
            errors.invalid(
                    own + ".expirationSeconds", Json.of(seconds), "may not specify a duration less than 10 minutes");
        }
        if (seconds > EXPIRATION_SECONDS_MAX) {
            errors.invalid(
                    own + ".expirationSeconds",
                    Json.of(seconds),
                    "may not specify a duration larger than 2^32 seconds");
        }
        if (token.text("path").isEmpty()) {
            errors.required(field + ".path");
        } else {
            VolumeSources.checkRelative(token.text("path"), field + ".path", errors);
        }
    }

    static void checkDownward(JsonObject own, String field, ValidationErrors errors) {
        VolumeSources.checkMode(own, "defaultMode", field, errors);
        for (Json each : own.array("items")) {
            // The real server does not say which of them it is.
            checkFile((JsonObject) each, field, errors);
        }
    }

    private static void checkFile(JsonObject file, String field, ValidationErrors errors) {
        String path = file.text("path");
        if (path.isEmpty()) {
            errors.required(field + ".path");
        }
        VolumeSources.checkRelative(path, field + ".path", errors);
        VolumeSources.checkReserved(path, field + ".path", errors);
        boolean isOfResource = file.has("resourceFieldRef");
        if (file.has("fieldRef")) {
            DownwardApiValidation.checkFileField(file.object("fieldRef"), field + ".fieldRef", errors);
            if (isOfResource) {
                errors.invalid(field, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
            }
        } else if (isOfResource) {
            DownwardApiValidation.checkResource(
                    file.object("resourceFieldRef"), field + ".resourceFieldRef", true, errors);
        } else {
            errors.required(field, "one of fieldRef and resourceFieldRef is required");
        }
        VolumeSources.checkMode(file, "mode", field, errors);
    }
}

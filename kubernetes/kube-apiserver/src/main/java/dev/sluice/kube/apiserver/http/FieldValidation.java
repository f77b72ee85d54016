package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.custom.UnknownFields;
import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.port.WriteOptions.Validation;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.StrictDecoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Validates the fields of a request's body against the schema (field validation Strict, Warn or Ignore).
final class FieldValidation {
    private final Schema schema;

    FieldValidation(Schema schema) {
        this.schema = schema;
    }

    /// Refuses what cannot be read, and what has other fields if the client wants that; or else warns of these.
    void check(String apiVersion, String kind, RequestBodies.Given given, WriteOptions options) {
        JsonObject object = given.object();
        ObjectSchema known = schema.kind(apiVersion, kind);
        if (known == null || !agrees(object, apiVersion, kind)) {
            // The handler reports other kinds; custom resources have their own validation.
            return;
        }
        StrictDecoding.Findings findings = StrictDecoding.check(known, object, given.duplicates());
        if (findings.mismatch().isPresent()) {
            throw cannotBeHandled(apiVersion, kind, findings.mismatch().get());
        }
        if (options.validation() == Validation.WARN) {
            given.strictErrors().forEach(options.warnings());
            findings.strict().forEach(options.warnings());
        } else if (options.validation() == Validation.STRICT) {
            List<String> all = new ArrayList<>();
            if (!given.strictErrors().isEmpty()) {
                all.add("yaml: unmarshal errors:\n  " + String.join("\n  ", given.strictErrors()));
            }
            all.addAll(findings.strict());
            if (!all.isEmpty()) {
                throw cannotBeHandled(
                        apiVersion, kind, new StrictDecoding.Findings(all, Optional.empty()).strictMessage());
            }
        }
    }

    /// The same for a custom resource, whose own schema says what there is.
    void checkCustom(CustomType custom, JsonObject object, WriteOptions options) {
        if (options.validation() == Validation.IGNORE) {
            return;
        }
        List<String> all = UnknownFields.of(custom, object).stream()
                .map(path -> "unknown field \"" + path + "\"")
                .toList();
        if (options.validation() == Validation.WARN) {
            all.forEach(options.warnings());
        } else if (!all.isEmpty()) {
            throw cannotBeHandled(
                    custom.served().type().apiVersion(),
                    custom.served().type().kind(),
                    new StrictDecoding.Findings(all, Optional.empty()).strictMessage());
        }
    }

    private static boolean agrees(JsonObject object, String apiVersion, String kind) {
        String ownVersion = object.text("apiVersion");
        String ownKind = object.text("kind");
        return (ownVersion.isEmpty() || ownVersion.equals(apiVersion)) && (ownKind.isEmpty() || ownKind.equals(kind));
    }

    private static ApiException cannotBeHandled(String apiVersion, String kind, String why) {
        String version = apiVersion.substring(apiVersion.indexOf('/') + 1);
        return ApiStatus.badRequest(
                "%s in version \"%s\" cannot be handled as a %s: %s".formatted(kind, version, kind, why));
    }
}

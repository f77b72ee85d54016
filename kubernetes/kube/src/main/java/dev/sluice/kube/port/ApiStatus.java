package dev.sluice.kube.port;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Kubernetes' `Status` of a failure.
///
/// @param code the HTTP status code
/// @param reason machine-readable, such as `NotFound`
/// @param details the object and the causes, if there are any
/// @param next the continue token for a list that has expired; empty otherwise
public record ApiStatus(
        int code, String reason, String message, @Nullable JsonObject details, String next) {

    public ApiStatus(int code, String reason, String message, @Nullable JsonObject details) {
        this(code, reason, message, details, "");
    }

    public ApiStatus withContinue(String token) {
        return new ApiStatus(code, reason, message, details, token);
    }

    /// One field that is invalid.
    ///
    /// @param reason such as `FieldValueInvalid`
    public record Cause(String reason, String message, String field) {
        /// Makes a cause for an invalid value.
        ///
        /// @param value in any form
        public static Cause invalid(String field, String value, String why) {
            return new Cause("FieldValueInvalid", "Invalid value: " + GoQuoting.of(value) + ": " + why, field);
        }

        /// Returns the text as it appears in messages.
        public String sentence() {
            return field + ": " + message;
        }

        public Json toJson() {
            return JsonObject.builder()
                    .put("reason", reason)
                    .put("message", message)
                    .put("field", field)
                    .build();
        }
    }

    /// Parses the body of a response.
    public static ApiStatus of(JsonObject body) {
        JsonObject details = body.get("details") instanceof JsonObject given ? given : null;
        return new ApiStatus((int) body.number(500, "code"), body.text("reason"), body.text("message"), details);
    }

    public JsonObject toJson() {
        JsonObject.Builder body = JsonObject.builder()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", next.isEmpty() ? JsonObject.EMPTY : JsonObject.of("continue", Json.of(next)))
                .put("status", "Failure")
                .put("message", message);
        if (!reason.isEmpty()) {
            body.put("reason", reason);
        }
        if (details != null) {
            body.put("details", details);
        }
        return body.put("code", code).build();
    }

    public ApiException exception() {
        return new ApiException(this);
    }

    public static ApiException notFound(ResourceType type, String name) {
        String message = "%s \"%s\" not found".formatted(type.groupResource(), name);
        return new ApiStatus(404, "NotFound", message, about(type, name)).exception();
    }

    public static ApiException alreadyExists(ResourceType type, String name) {
        String message = "%s \"%s\" already exists".formatted(type.groupResource(), name);
        return new ApiStatus(409, "AlreadyExists", message, about(type, name)).exception();
    }

    /// The object has been modified, or its state does not allow the operation.
    ///
    /// @param why what it is in conflict with
    public static ApiException conflict(ResourceType type, String name, String why) {
        String message = "Operation cannot be fulfilled on %s \"%s\": %s".formatted(type.groupResource(), name, why);
        return new ApiStatus(409, "Conflict", message, about(type, name)).exception();
    }

    /// A precondition on uid or resource version failed, in the words of Kubernetes' storage.
    public static ApiException preconditionFailed(
            ResourceType type, ObjectKey key, String what, String expected, String is) {
        String path = type.plural() + "/" + key;
        return conflict(
                type,
                key.name(),
                ("StorageError: invalid object, Code: 4, Key: /registry/%s, ResourceVersion: 0, AdditionalErrorMsg:"
                                + " Precondition failed: %s in precondition: %s, %s in object meta: %s")
                        .formatted(path, what, expected, what, is));
    }

    public static ApiException forbidden(ResourceType type, String name, String why) {
        String message = "%s \"%s\" is forbidden: %s".formatted(type.groupResource(), name, why);
        return new ApiStatus(403, "Forbidden", message, about(type, name)).exception();
    }

    public static ApiException badRequest(String message) {
        return new ApiStatus(400, "BadRequest", message, null).exception();
    }

    /// An unexpected error: 500 without a reason.
    public static ApiException internal(String message) {
        return new ApiStatus(500, "", message, null).exception();
    }

    /// The requested resource version is too old.
    public static ApiException expired(String message) {
        return new ApiStatus(410, "Expired", message, null).exception();
    }

    /// Validation errors.
    public static ApiException invalid(ResourceType type, String name, List<Cause> causes) {
        // Equal errors appear once in the message, but each in the causes.
        List<String> sentences = causes.stream().map(Cause::sentence).distinct().toList();
        String all = sentences.size() == 1 ? sentences.getFirst() : "[" + String.join(", ", sentences) + "]";
        String message = "%s \"%s\" is invalid: %s"
                .formatted(type.group().isEmpty() ? type.kind() : type.kind() + "." + type.group(), name, all);
        JsonObject.Builder details = JsonObject.builder();
        if (!name.isEmpty()) {
            details.put("name", name);
        }
        if (!type.group().isEmpty()) {
            details.put("group", type.group());
        }
        if (!type.kind().isEmpty()) {
            details.put("kind", type.kind());
        }
        details.put("causes", JsonArray.of(causes.stream().map(Cause::toJson).toList()));
        return new ApiStatus(422, "Invalid", message, details.build()).exception();
    }

    private static JsonObject about(ResourceType type, String name) {
        JsonObject.Builder details = JsonObject.builder().put("name", name);
        if (!type.group().isEmpty()) {
            details.put("group", type.group());
        }
        return details.put("kind", type.plural()).build();
    }
}

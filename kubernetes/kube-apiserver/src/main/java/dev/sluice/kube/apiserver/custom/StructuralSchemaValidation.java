package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Validates one node of a structural schema, with Kubernetes' messages.
final class StructuralSchemaValidation {
    private static final Set<String> TYPES = Set.of("array", "boolean", "integer", "number", "object", "string");
    private static final Set<String> LIST_TYPES = Set.of("", "atomic", "set", "map");

    private StructuralSchemaValidation() {}

    static void check(SchemaNode node, String at, List<Cause> errors) {
        JsonObject schema = node.schema();
        if (schema.has("pattern") && !isPattern(schema.text("pattern"))) {
            invalid(
                    errors,
                    at + ".pattern",
                    GoQuoting.of(schema.text("pattern")),
                    "must be a valid regular expression, but isn't");
        }
        if (!node.type().isEmpty() && !TYPES.contains(node.type())) {
            errors.add(new Cause(
                    "FieldValueNotSupported",
                    "Unsupported value: %s: supported values: \"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\""
                            .formatted(GoQuoting.of(node.type())),
                    at + ".type"));
        }
        if (schema.has("$ref")) {
            forbidden(errors, at + ".$ref", "$ref is not supported");
        }
        if (schema.isTrue("uniqueItems")) {
            forbidden(
                    errors,
                    at + ".uniqueItems",
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
        if (node.others() != null && !node.properties().isEmpty()) {
            forbidden(errors, at + ".additionalProperties", "additionalProperties and properties are mutual exclusive");
        }
        if (node.type().equals("array") && node.items() == null) {
            required(errors, at + ".items", "must be specified");
        }
        listType(node, at, errors);
        standard(node, at, errors);
    }

    private static void listType(SchemaNode node, String at, List<Cause> errors) {
        if (!LIST_TYPES.contains(node.listType())) {
            errors.add(new Cause(
                    "FieldValueNotSupported",
                    "Unsupported value: %s: supported values: \"atomic\", \"set\", \"map\""
                            .formatted(GoQuoting.of(node.listType())),
                    at + ".x-kubernetes-list-type"));
        }
        if (node.listType().equals("map") && node.listKeys().isEmpty()) {
            required(errors, at + ".x-kubernetes-list-map-keys", "must not be empty if x-kubernetes-list-type is map");
        }
        SchemaNode items = node.items();
        if (node.listType().equals("set")
                && items != null
                && items.type().equals("object")
                && !items.schema().text("x-kubernetes-map-type").equals("atomic")) {
            Json given = items.schema().get("x-kubernetes-map-type");
            invalid(
                    errors,
                    at + ".items.x-kubernetes-map-type",
                    given == null ? "null" : given.toString(),
                    "must be atomic as item of a list with x-kubernetes-list-type=set");
        }
    }

    /// A default is as the schema wants values.
    private static void standard(SchemaNode node, String at, List<Cause> errors) {
        Json standard = node.standard();
        if (standard == null) {
            return;
        }
        for (Cause error : SchemaValidation.validateDefault(node, standard)) {
            String field = error.field().isEmpty() ? "" : "." + error.field();
            errors.add(new Cause(error.reason(), error.message(), at + ".default" + field));
        }
    }

    private static boolean isPattern(String text) {
        try {
            Pattern.compile(text);
            return true;
        } catch (PatternSyntaxException e) {
            return false;
        }
    }

    private static void required(List<Cause> errors, String field, String problem) {
        errors.add(new Cause("FieldValueRequired", "Required value: " + problem, field));
    }

    private static void forbidden(List<Cause> errors, String field, String problem) {
        errors.add(new Cause("FieldValueForbidden", "Forbidden: " + problem, field));
    }

    private static void invalid(List<Cause> errors, String field, String value, String problem) {
        errors.add(new Cause("FieldValueInvalid", "Invalid value: %s: %s".formatted(value, problem), field));
    }
}

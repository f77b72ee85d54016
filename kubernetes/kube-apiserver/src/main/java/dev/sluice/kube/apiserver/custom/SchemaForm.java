package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.Quoted;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Whether one part of a schema says what schemas can say, in Kubernetes' words.
final class SchemaForm {
    private static final Set<String> TYPES = Set.of("array", "boolean", "integer", "number", "object", "string");
    private static final Set<String> LIST_TYPES = Set.of("", "atomic", "set", "map");

    private SchemaForm() {}

    static void check(Node node, String at, List<Cause> flaws) {
        JsonObject schema = node.schema();
        if (schema.has("pattern") && !isPattern(schema.text("pattern"))) {
            invalid(
                    flaws,
                    at + ".pattern",
                    Quoted.of(schema.text("pattern")),
                    "must be a valid regular expression, but isn't");
        }
        if (!node.type().isEmpty() && !TYPES.contains(node.type())) {
            flaws.add(new Cause(
                    "FieldValueNotSupported",
                    "Unsupported value: %s: supported values: \"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\""
                            .formatted(Quoted.of(node.type())),
                    at + ".type"));
        }
        if (schema.has("$ref")) {
            forbidden(flaws, at + ".$ref", "$ref is not supported");
        }
        if (schema.isTrue("uniqueItems")) {
            forbidden(
                    flaws,
                    at + ".uniqueItems",
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
        if (node.others() != null && !node.properties().isEmpty()) {
            forbidden(flaws, at + ".additionalProperties", "additionalProperties and properties are mutual exclusive");
        }
        if (node.type().equals("array") && node.items() == null) {
            required(flaws, at + ".items", "must be specified");
        }
        listType(node, at, flaws);
        standard(node, at, flaws);
    }

    private static void listType(Node node, String at, List<Cause> flaws) {
        if (!LIST_TYPES.contains(node.listType())) {
            flaws.add(new Cause(
                    "FieldValueNotSupported",
                    "Unsupported value: %s: supported values: \"atomic\", \"set\", \"map\""
                            .formatted(Quoted.of(node.listType())),
                    at + ".x-kubernetes-list-type"));
        }
        if (node.listType().equals("map") && node.listKeys().isEmpty()) {
            required(flaws, at + ".x-kubernetes-list-map-keys", "must not be empty if x-kubernetes-list-type is map");
        }
        Node items = node.items();
        if (node.listType().equals("set")
                && items != null
                && items.type().equals("object")
                && !items.schema().text("x-kubernetes-map-type").equals("atomic")) {
            Json given = items.schema().get("x-kubernetes-map-type");
            invalid(
                    flaws,
                    at + ".items.x-kubernetes-map-type",
                    given == null ? "null" : given.toString(),
                    "must be atomic as item of a list with x-kubernetes-list-type=set");
        }
    }

    /// A default is as the schema wants values.
    private static void standard(Node node, String at, List<Cause> flaws) {
        Json standard = node.standard();
        if (standard == null) {
            return;
        }
        for (Cause flaw : SchemaCheck.flawsOfDefault(node, standard)) {
            String field = flaw.field().isEmpty() ? "" : "." + flaw.field();
            flaws.add(new Cause(flaw.reason(), flaw.message(), at + ".default" + field));
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

    private static void required(List<Cause> flaws, String field, String problem) {
        flaws.add(new Cause("FieldValueRequired", "Required value: " + problem, field));
    }

    private static void forbidden(List<Cause> flaws, String field, String problem) {
        flaws.add(new Cause("FieldValueForbidden", "Forbidden: " + problem, field));
    }

    private static void invalid(List<Cause> flaws, String field, String value, String problem) {
        flaws.add(new Cause("FieldValueInvalid", "Invalid value: %s: %s".formatted(value, problem), field));
    }
}

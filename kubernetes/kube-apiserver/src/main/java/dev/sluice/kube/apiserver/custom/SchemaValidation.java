package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Validates values against a schema, with Kubernetes' messages.
final class SchemaValidation {
    private SchemaValidation() {}

    static List<Cause> validate(JsonObject schema, JsonObject object) {
        List<Cause> errors = new ArrayList<>();
        value(new SchemaNode(schema), object, "", RatchetingCorrelation.NONE, errors);
        resource(new SchemaNode(schema), object, "", true, errors);
        return errors;
    }

    /// The same, but for what was no better before.
    static List<Cause> validateUpdate(JsonObject schema, JsonObject object, JsonObject old) {
        SchemaNode node = new SchemaNode(schema);
        List<Cause> errors = new ArrayList<>();
        value(node, object, "", RatchetingCorrelation.of(node, object, old), errors);
        List<Cause> before = new ArrayList<>();
        resource(node, old, "", true, before);
        if (before.isEmpty()) {
            resource(node, object, "", true, errors);
        }
        return errors;
    }

    /// What is wrong with a value that a schema gives by default.
    static List<Cause> validateDefault(SchemaNode node, Json value) {
        List<Cause> errors = new ArrayList<>();
        value(node, value, "", RatchetingCorrelation.NONE, errors);
        return errors;
    }

    /// The same of the status alone.
    static List<Cause> validateStatusUpdate(SchemaNode node, JsonObject object, JsonObject old) {
        List<Cause> errors = new ArrayList<>();
        SchemaNode status = node.property("status");
        Json value = object.get("status");
        if (status != null && value != null) {
            value(status, value, "", RatchetingCorrelation.of(node, object, old).key("status"), errors);
        }
        // Kubernetes tells the place within the status in words, and within the object as field.
        errors.replaceAll(error -> new Cause(
                error.reason(), error.message(), error.field().isEmpty() ? "status" : "status." + error.field()));
        return errors;
    }

    private static void value(
            SchemaNode node, Json value, String path, RatchetingCorrelation correlation, List<Cause> errors) {
        if (correlation.isKnownAndUnchanged()) {
            return;
        }
        if (value == JsonNull.NULL) {
            if (!node.isNullable()) {
                errors.add(wrongType(node, value, path));
            }
            return;
        }
        if (!isOfType(node, value)) {
            errors.add(wrongType(node, value, path));
            if (node.type().equals("integer") && value instanceof JsonNumber) {
                whole(errors, "Checked value must be of type integer (default format) in " + path);
            }
        }
        alternatives(node, value, path, errors);
        switch (value) {
            case JsonString text -> text(node, text.text(), path, errors);
            case JsonNumber number -> number(node, number, path, errors);
            case JsonArray array -> array(node, array, path, correlation, errors);
            case JsonObject object -> object(node, object, path, correlation, errors);
            case JsonBoolean _, JsonNull _ -> {
                // There is nothing more to say of them.
            }
        }
        JsonArray choices = node.schema().array("enum");
        if (!choices.isEmpty() && !choices.toList().contains(value)) {
            List<String> all =
                    choices.toList().stream().map(SchemaValidation::shown).toList();
            errors.add(new Cause(
                    "FieldValueNotSupported",
                    "Unsupported value: %s: supported values: %s".formatted(shown(value), String.join(", ", all)),
                    path));
        }
    }

    private static String shown(Json value) {
        return value instanceof JsonString text ? GoQuoting.of(text.text()) : value.toString();
    }

    private static boolean isOfType(SchemaNode node, Json value) {
        if (node.isIntOrString()) {
            return value instanceof JsonString || (value instanceof JsonNumber number && isWhole(number));
        }
        return switch (node.type()) {
            case "string" -> value instanceof JsonString;
            case "integer" -> value instanceof JsonNumber number && isWhole(number);
            case "number" -> value instanceof JsonNumber;
            case "boolean" -> value instanceof JsonBoolean;
            case "array" -> value instanceof JsonArray;
            case "object" -> value instanceof JsonObject;
            default -> true;
        };
    }

    private static boolean isWhole(JsonNumber number) {
        return number.asDecimal().stripTrailingZeros().scale() <= 0;
    }

    private static Cause wrongType(SchemaNode node, Json value, String path) {
        String type = switch (value) {
            case JsonString _ -> "string";
            case JsonNumber number -> isWhole(number) ? "integer" : "number";
            case JsonBoolean _ -> "boolean";
            case JsonArray _ -> "array";
            case JsonObject _ -> "object";
            case JsonNull _ -> "null";
        };
        String wanted = node.isIntOrString() ? "integer,string" : node.type();
        return new Cause(
                "FieldValueTypeInvalid",
                "Invalid value: \"%s\": %s in body must be of type %s: \"%s\"".formatted(type, path, wanted, type),
                path);
    }

    private static void text(SchemaNode node, String text, String path, List<Cause> errors) {
        JsonObject schema = node.schema();
        long length = text.codePointCount(0, text.length());
        if (schema.has("maxLength") && length > schema.number(0, "maxLength")) {
            errors.add(new Cause(
                    "FieldValueTooLong",
                    "Too long: may not be more than %d bytes".formatted(schema.number(0, "maxLength")),
                    path));
        } else if (schema.has("minLength") && length < schema.number(0, "minLength")) {
            invalid(
                    errors,
                    path,
                    GoQuoting.of(text),
                    "should be at least %d chars long".formatted(schema.number(0, "minLength")));
        } else if (schema.has("pattern")
                && !Pattern.compile(schema.text("pattern")).matcher(text).find()) {
            invalid(errors, path, GoQuoting.of(text), "should match '%s'".formatted(schema.text("pattern")));
        }
        String format = schema.text("format");
        if (!format.isEmpty() && !Formats.fits(format, text)) {
            errors.add(new Cause(
                    "FieldValueTypeInvalid",
                    "Invalid value: %s: %s in body must be of type %s: %s"
                            .formatted(GoQuoting.of(text), path, format, GoQuoting.of(text)),
                    path));
        }
    }

    private static void number(SchemaNode node, JsonNumber number, String path, List<Cause> errors) {
        JsonObject schema = node.schema();
        BigDecimal value = number.asDecimal();
        if (schema.get("multipleOf") instanceof JsonNumber of
                && value.remainder(of.asDecimal()).signum() != 0) {
            invalid(errors, path, number.literal(), "should be a multiple of " + of.literal());
        }
        if (schema.get("maximum") instanceof JsonNumber most) {
            boolean isExclusive = schema.isTrue("exclusiveMaximum");
            int order = value.compareTo(most.asDecimal());
            if (order > 0 || (isExclusive && order == 0)) {
                invalid(errors, path, number.literal(), "should be less than " + orEqual(isExclusive) + most.literal());
            }
        }
        if (schema.get("minimum") instanceof JsonNumber least) {
            boolean isExclusive = schema.isTrue("exclusiveMinimum");
            int order = value.compareTo(least.asDecimal());
            if (order < 0 || (isExclusive && order == 0)) {
                invalid(
                        errors,
                        path,
                        number.literal(),
                        "should be greater than " + orEqual(isExclusive) + least.literal());
            }
        }
    }

    private static String orEqual(boolean isExclusive) {
        return isExclusive ? "" : "or equal to ";
    }

    private static void array(
            SchemaNode node, JsonArray array, String path, RatchetingCorrelation correlation, List<Cause> errors) {
        count(node, array.size(), path, "minItems", "maxItems", "items", errors);
        SchemaNode items = node.items();
        if (items != null) {
            for (int i = 0; i < array.size(); i++) {
                value(items, array.get(i), path + "[" + i + "]", correlation.index(i), errors);
            }
        }
    }

    private static void object(
            SchemaNode node, JsonObject object, String path, RatchetingCorrelation correlation, List<Cause> errors) {
        count(node, object.size(), path, "minProperties", "maxProperties", "properties", errors);
        for (Json name : node.schema().array("required")) {
            String wanted = name instanceof JsonString text ? text.text() : "";
            if (!object.has(wanted) || (object.get(wanted) == JsonNull.NULL && !isNullable(node, wanted))) {
                errors.add(new Cause("FieldValueRequired", "Required value", inside(path, wanted)));
            }
        }
        for (int i = 0; i < object.size(); i++) {
            SchemaNode known = node.property(object.name(i));
            SchemaNode inner = known == null ? node.others() : known;
            boolean isMissing = object.value(i) == JsonNull.NULL && !isNullable(node, object.name(i));
            if (inner != null && !(isMissing && isRequired(node, object.name(i)))) {
                value(inner, object.value(i), inside(path, object.name(i)), correlation.key(object.name(i)), errors);
            }
        }
    }

    private static boolean isRequired(SchemaNode node, String name) {
        return node.schema().array("required").toList().contains(Json.of(name));
    }

    private static boolean isNullable(SchemaNode node, String name) {
        SchemaNode property = node.property(name);
        return property != null && property.isNullable();
    }

    private static void count(
            SchemaNode node, int size, String path, String least, String most, String what, List<Cause> errors) {
        JsonObject schema = node.schema();
        if (schema.has(most) && size > schema.number(0, most)) {
            errors.add(new Cause(
                    "FieldValueTooMany",
                    "Too many: %d: must have at most %d items".formatted(size, schema.number(0, most)),
                    path));
        }
        if (schema.has(least) && size < schema.number(0, least)) {
            invalid(
                    errors,
                    path,
                    Integer.toString(size),
                    "should have at least %d %s".formatted(schema.number(0, least), what));
        }
    }

    private static void alternatives(SchemaNode node, Json value, String path, List<Cause> errors) {
        JsonObject schema = node.schema();
        for (String word : List.of("allOf", "anyOf", "oneOf")) {
            JsonArray schemas = schema.array(word);
            if (!schemas.isEmpty()) {
                alternatives(word, schemas, value, path, errors);
            }
        }
        if (schema.get("not") instanceof JsonObject not
                && validate(not, value, path).isEmpty()) {
            whole(errors, "\"%s\" must not validate the schema (not)".formatted(path));
        }
    }

    private static void alternatives(String word, JsonArray schemas, Json value, String path, List<Cause> errors) {
        int valid = 0;
        List<Cause> first = List.of();
        List<Cause> all = new ArrayList<>();
        for (int i = 0; i < schemas.size(); i++) {
            List<Cause> own = validate(schemas.object(i), value, path);
            valid += own.isEmpty() ? 1 : 0;
            first = first.isEmpty() ? own : first;
            all.addAll(own);
        }
        switch (word) {
            case "oneOf" -> {
                if (valid != 1) {
                    whole(
                            errors,
                            "\"%s\" must validate one and only one schema (oneOf). Found %s"
                                    .formatted(path, valid == 0 ? "none valid" : valid + " valid alternatives"));
                    errors.addAll(valid == 0 ? first : List.of());
                }
            }
            case "anyOf" -> {
                if (valid == 0) {
                    whole(errors, "\"%s\" must validate at least one schema (anyOf)".formatted(path));
                    errors.addAll(first);
                }
            }
            default -> {
                if (valid < schemas.size()) {
                    whole(errors, "\"%s\" must validate all the schemas (allOf)".formatted(path));
                    errors.addAll(all);
                }
            }
        }
    }

    private static List<Cause> validate(JsonObject schema, Json value, String path) {
        List<Cause> errors = new ArrayList<>();
        value(new SchemaNode(schema), value, path, RatchetingCorrelation.NONE, errors);
        return errors;
    }

    /// What a list may have only once, and what objects within objects need.
    private static void resource(SchemaNode node, Json value, String path, boolean isRoot, List<Cause> errors) {
        if (value instanceof JsonArray array) {
            ListTypes.check(node, array, path, errors);
            SchemaNode items = node.items();
            for (int i = 0; items != null && i < array.size(); i++) {
                resource(items, array.get(i), path + "[" + i + "]", false, errors);
            }
        }
        if (value instanceof JsonObject object) {
            if (node.isResource() && !isRoot) {
                for (String field : List.of("apiVersion", "kind")) {
                    if (object.text(field).isEmpty()) {
                        errors.add(new Cause("FieldValueRequired", "Required value", inside(path, field)));
                    }
                }
            }
            for (int i = 0; i < object.size(); i++) {
                SchemaNode known = node.property(object.name(i));
                SchemaNode inner = known == null ? node.others() : known;
                if (inner != null) {
                    resource(inner, object.value(i), inside(path, object.name(i)), false, errors);
                }
            }
        }
    }

    private static String inside(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static void invalid(List<Cause> errors, String path, String value, String problem) {
        errors.add(new Cause(
                "FieldValueInvalid", "Invalid value: %s: %s in body %s".formatted(value, path, problem), path));
    }

    /// Adds an error without a field, as Kubernetes does here.
    private static void whole(List<Cause> errors, String problem) {
        errors.add(new Cause("FieldValueInvalid", "Invalid value: \"\": " + problem, "<nil>"));
    }
}

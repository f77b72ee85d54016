package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.apiserver.cel.CelSchema;
import dev.sluice.kube.apiserver.cel.CelSchema.ListOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ListSort;
import dev.sluice.kube.apiserver.cel.CelSchema.MapOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ObjectOf;
import dev.sluice.kube.apiserver.cel.CelSchema.Scalar;
import dev.sluice.kube.apiserver.cel.CelSchema.Sort;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Converts a structural schema into the types of its rules.
final class SchemaCelTypes {
    /// Not accessible, but comparable.
    private static final CelSchema HIDDEN = new Scalar(Sort.HIDDEN, 1, 0);

    /// How long a duration or a time is at most, with its quotation marks.
    private static final int TIME_LENGTH_MAX = 32;

    private static final int DATE_LENGTH = 12;

    /// A character has four bytes at most.
    private static final int BYTES_OF_CHARACTER = 4;

    private static final ObjectOf META =
            new ObjectOf(Map.of("name", CelSchema.TEXT, "generateName", CelSchema.TEXT), 2);

    private SchemaCelTypes() {}

    /// @param isResource whether it is an object of its own, with metadata
    static CelSchema of(SchemaNode node, boolean isResource) {
        JsonObject schema = node.schema();
        if (node.isIntOrString()) {
            return new Scalar(Sort.INTEGER_OR_TEXT, lengthMax(schema, CelSchema.REQUEST_SIZE_MAX - 2), 1);
        }
        return switch (node.type()) {
            case "array" -> list(node);
            case "object" -> object(node, isResource);
            case "string" -> text(schema);
            case "boolean" -> CelSchema.BOOLEAN;
            case "integer" -> CelSchema.INTEGER;
            case "number" -> new Scalar(Sort.NUMBER, 0, 1);
            default -> HIDDEN;
        };
    }

    static boolean isHidden(CelSchema shape) {
        return shape.equals(HIDDEN);
    }

    private static CelSchema list(SchemaNode node) {
        SchemaNode inner = node.items();
        CelSchema items = inner == null ? HIDDEN : of(inner, inner.isResource());
        if (isHidden(items)) {
            return HIDDEN;
        }
        ListSort sort = switch (node.listType()) {
            case "set" -> ListSort.SET;
            case "map" -> ListSort.MAP;
            default -> ListSort.ATOMIC;
        };
        long most = (CelSchema.REQUEST_SIZE_MAX - 2) / (items.bytesMin() + 1);
        return new ListOf(
                items, sort, node.listKeys(), Math.max(0, node.schema().number(most, "maxItems")));
    }

    private static CelSchema object(SchemaNode node, boolean isResource) {
        SchemaNode others = node.others();
        if (others != null) {
            CelSchema values = of(others, others.isResource());
            long most = (CelSchema.REQUEST_SIZE_MAX - 2) / (values.bytesMin() + 6);
            return isHidden(values)
                    ? HIDDEN
                    : new MapOf(values, Math.max(0, node.schema().number(most, "maxProperties")));
        }
        Map<String, CelSchema> fields = new HashMap<>();
        Set<Json> required = Set.copyOf(node.schema().array("required").toList());
        long bytes = 2;
        for (String name : node.properties().names()) {
            SchemaNode property = new SchemaNode(node.properties().object(name));
            CelSchema shape = of(property, property.isResource());
            fields.put(name, shape);
            if (!isHidden(shape) && required.contains(Json.of(name)) && property.standard() == null) {
                bytes += name.getBytes(StandardCharsets.UTF_8).length + shape.bytesMin() + 4;
            }
        }
        if (isResource) {
            fields.put("apiVersion", CelSchema.TEXT);
            fields.put("kind", CelSchema.TEXT);
            boolean isTold = fields.get("metadata") instanceof ObjectOf metadata
                    && metadata.fields().keySet().containsAll(META.fields().keySet());
            fields.put("metadata", isTold ? fields.getOrDefault("metadata", META) : META);
        }
        return new ObjectOf(fields, bytes);
    }

    private static CelSchema text(JsonObject schema) {
        return switch (schema.text("format")) {
            case "byte" -> new Scalar(Sort.BYTES, schema.number(CelSchema.REQUEST_SIZE_MAX - 2, "maxLength"), 2);
            case "duration" -> new Scalar(Sort.DURATION, TIME_LENGTH_MAX, 3);
            case "date" -> new Scalar(Sort.DATE, DATE_LENGTH, DATE_LENGTH);
            case "date-time" -> new Scalar(Sort.TIMESTAMP, TIME_LENGTH_MAX, 21);
            default -> new Scalar(Sort.TEXT, lengthMax(schema, longestOf(schema)), 2);
        };
    }

    private static long lengthMax(JsonObject schema, long otherwise) {
        return schema.has("maxLength") ? Math.max(0, schema.number(0, "maxLength")) * BYTES_OF_CHARACTER : otherwise;
    }

    private static long longestOf(JsonObject schema) {
        long longest = schema.array("enum").isEmpty() ? CelSchema.REQUEST_SIZE_MAX - 2 : 0;
        for (Json choice : schema.array("enum")) {
            if (choice instanceof JsonString text) {
                longest = Math.max(longest, text.text().getBytes(StandardCharsets.UTF_8).length);
            }
        }
        return longest;
    }
}

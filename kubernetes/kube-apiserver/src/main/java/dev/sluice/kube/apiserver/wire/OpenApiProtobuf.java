package dev.sluice.kube.apiserver.wire;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.schema.protobuf.BackwardBytes;
import dev.sluice.kube.schema.protobuf.ProtobufWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// OpenAPI 2.0 documents as the protobuf messages of gnostic (`OpenAPIv2.proto`), written from JSON.
///
/// Holds what Kubernetes' documents have: paths, operations, parameters, responses and schemas. Other fields are left
/// out. kubectl reads nothing else before it validates lists.
public final class OpenApiProtobuf {
    /// Of the answer. Clients ask with an `@` in the place of the last but one dot, which Go's parser refuses.
    public static final String MEDIA_TYPE = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    public static final String REQUESTED_MEDIA_TYPE = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

    /// Marks vendor extensions, in JSON.
    private static final String EXTENSION = "x-";

    /// Writes the value of one field, with its tag.
    @FunctionalInterface
    private interface Value {
        void write(int number, Json value, BackwardBytes to);
    }

    private record Field(String name, int number, Value value) {}

    private static final Value TEXT = (number, value, to) -> to.text(number, ProtobufWriter.text(value));
    private static final Value FLAG = (number, value, to) -> to.number(number, value == JsonBoolean.TRUE ? 1 : 0);
    private static final Value WHOLE = (number, value, to) -> to.number(number, ProtobufWriter.whole(value));
    private static final Value DECIMAL = (number, value, to) ->
            to.fixed64(number, value instanceof JsonNumber decimal ? Double.parseDouble(decimal.toString()) : 0);

    /// A value of any kind, as YAML, of which JSON is a part.
    private static final Value ANY = (number, value, to) -> {
        int before = to.size();
        to.bytes(2, JsonText.write(value).getBytes(StandardCharsets.UTF_8));
        to.message(number, before);
    };

    private static final Value SCHEMA = (number, value, to) -> message(number, Tables.SCHEMA, 31, value, to);

    /// A repeated field; a single value stands for a list of one.
    private static Value each(Value element) {
        return (number, value, to) -> {
            JsonArray values = value instanceof JsonArray array ? array : JsonArray.of(value);
            for (int i = values.size() - 1; i >= 0; i--) {
                element.write(number, values.get(i), to);
            }
        };
    }

    /// A message with one field.
    private static Value wrapped(int field, Value inner) {
        return (number, value, to) -> {
            int before = to.size();
            inner.write(field, value, to);
            to.message(number, before);
        };
    }

    /// A map, as repeated messages of a name and a value.
    private static Value named(Value element) {
        return (number, value, to) -> {
            JsonObject map = value instanceof JsonObject object ? object : JsonObject.EMPTY;
            for (int i = map.size() - 1; i >= 0; i--) {
                named(number, map.name(i), map.value(i), element, to);
            }
        };
    }

    private static void named(int number, String name, Json value, Value element, BackwardBytes to) {
        int before = to.size();
        element.write(2, value, to);
        to.text(1, name);
        to.message(number, before);
    }

    private static Value table(List<Field> fields, int extensions) {
        return (number, value, to) -> message(number, fields, extensions, value, to);
    }

    /// The fields of each message that a document has; in a class of its own, since schemas hold schemas.
    private static final class Tables {
        static final List<Field> SCHEMA = List.of(
                new Field("$ref", 1, TEXT),
                new Field("format", 2, TEXT),
                new Field("title", 3, TEXT),
                new Field("description", 4, TEXT),
                new Field("default", 5, ANY),
                new Field("multipleOf", 6, DECIMAL),
                new Field("maximum", 7, DECIMAL),
                new Field("exclusiveMaximum", 8, FLAG),
                new Field("minimum", 9, DECIMAL),
                new Field("exclusiveMinimum", 10, FLAG),
                new Field("maxLength", 11, WHOLE),
                new Field("minLength", 12, WHOLE),
                new Field("pattern", 13, TEXT),
                new Field("maxItems", 14, WHOLE),
                new Field("minItems", 15, WHOLE),
                new Field("uniqueItems", 16, FLAG),
                new Field("maxProperties", 17, WHOLE),
                new Field("minProperties", 18, WHOLE),
                new Field("required", 19, each(TEXT)),
                new Field("enum", 20, each(ANY)),
                new Field("additionalProperties", 21, OpenApiProtobuf::additionalProperties),
                new Field("type", 22, wrapped(1, each(TEXT))),
                new Field("items", 23, wrapped(1, each(OpenApiProtobuf.SCHEMA))),
                new Field("allOf", 24, each(OpenApiProtobuf.SCHEMA)),
                new Field("properties", 25, wrapped(1, named(OpenApiProtobuf.SCHEMA))),
                new Field("readOnly", 27, FLAG),
                new Field("example", 30, ANY));

        static final List<Field> BODY_PARAMETER = List.of(
                new Field("description", 1, TEXT),
                new Field("name", 2, TEXT),
                new Field("in", 3, TEXT),
                new Field("required", 4, FLAG),
                new Field("schema", 5, OpenApiProtobuf.SCHEMA));

        static final List<Field> QUERY_PARAMETER = List.of(
                new Field("required", 1, FLAG),
                new Field("in", 2, TEXT),
                new Field("description", 3, TEXT),
                new Field("name", 4, TEXT),
                new Field("type", 6, TEXT),
                new Field("uniqueItems", 20, FLAG));

        static final List<Field> PATH_PARAMETER = List.of(
                new Field("required", 1, FLAG),
                new Field("in", 2, TEXT),
                new Field("description", 3, TEXT),
                new Field("name", 4, TEXT),
                new Field("type", 5, TEXT),
                new Field("uniqueItems", 19, FLAG));

        static final List<Field> RESPONSE =
                List.of(new Field("description", 1, TEXT), new Field("schema", 2, wrapped(1, OpenApiProtobuf.SCHEMA)));

        static final List<Field> OPERATION = List.of(
                new Field("tags", 1, each(TEXT)),
                new Field("summary", 2, TEXT),
                new Field("description", 3, TEXT),
                new Field("operationId", 5, TEXT),
                new Field("produces", 6, each(TEXT)),
                new Field("consumes", 7, each(TEXT)),
                new Field("parameters", 8, each(OpenApiProtobuf::parameter)),
                new Field("responses", 9, wrapped(1, named(wrapped(1, table(RESPONSE, 5))))),
                new Field("schemes", 10, each(TEXT)),
                new Field("deprecated", 11, FLAG));

        static final List<Field> PATH = pathFields();

        static final List<Field> INFO =
                List.of(new Field("title", 1, TEXT), new Field("version", 2, TEXT), new Field("description", 3, TEXT));

        static final List<Field> DOCUMENT = List.of(
                new Field("swagger", 1, TEXT),
                new Field("info", 2, table(INFO, 7)),
                new Field("paths", 8, wrapped(2, named(table(PATH, 10)))),
                new Field("definitions", 9, wrapped(1, named(OpenApiProtobuf.SCHEMA))));

        private static List<Field> pathFields() {
            List<Field> fields = new ArrayList<>();
            List<String> methods = List.of("get", "put", "post", "delete", "options", "head", "patch");
            for (int i = 0; i < methods.size(); i++) {
                fields.add(new Field(methods.get(i), 2 + i, table(OPERATION, 13)));
            }
            fields.add(new Field("parameters", 9, each(OpenApiProtobuf::parameter)));
            return List.copyOf(fields);
        }
    }

    private OpenApiProtobuf() {}

    /// Writes a whole document.
    public static byte[] write(JsonObject document) {
        BackwardBytes to = new BackwardBytes();
        fields(Tables.DOCUMENT, 16, document, to);
        return to.toArray();
    }

    private static void message(int number, List<Field> fields, int extensions, Json value, BackwardBytes to) {
        int before = to.size();
        fields(fields, extensions, value instanceof JsonObject object ? object : JsonObject.EMPTY, to);
        to.message(number, before);
    }

    /// @param extensions the number of the field of vendor extensions
    private static void fields(List<Field> fields, int extensions, JsonObject object, BackwardBytes to) {
        for (int i = object.size() - 1; i >= 0; i--) {
            if (object.name(i).startsWith(EXTENSION)) {
                named(extensions, object.name(i), object.value(i), ANY, to);
            }
        }
        for (int i = fields.size() - 1; i >= 0; i--) {
            Field field = fields.get(i);
            Json value = object.get(field.name());
            if (value != null) {
                field.value().write(field.number(), value, to);
            }
        }
    }

    /// A schema, or whether there may be any.
    private static void additionalProperties(int number, Json value, BackwardBytes to) {
        int before = to.size();
        if (value instanceof JsonObject) {
            SCHEMA.write(1, value, to);
        } else {
            FLAG.write(2, value, to);
        }
        to.message(number, before);
    }

    private static void parameter(int number, Json value, BackwardBytes to) {
        JsonObject parameter = value instanceof JsonObject object ? object : JsonObject.EMPTY;
        int before = to.size();
        switch (parameter.text("in")) {
            case "body" -> message(1, Tables.BODY_PARAMETER, 6, parameter, to);
            case "query" -> nonBody(3, Tables.QUERY_PARAMETER, 23, parameter, to);
            case "path" -> nonBody(4, Tables.PATH_PARAMETER, 22, parameter, to);
            default -> throw new IllegalArgumentException("unknown place of a parameter (%s)".formatted(parameter));
        }
        to.message(1, before);
        to.message(number, before);
    }

    private static void nonBody(int place, List<Field> fields, int extensions, JsonObject parameter, BackwardBytes to) {
        int before = to.size();
        message(place, fields, extensions, parameter, to);
        to.message(2, before);
    }
}

package dev.sluice.kube.apiserver.openapi;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.schema.Field;
import dev.sluice.kube.schema.ListOf;
import dev.sluice.kube.schema.MapOf;
import dev.sluice.kube.schema.MergeStrategy;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.Scalar;
import dev.sluice.kube.schema.ValueType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/// The schemas of one document: those requested, and all that they refer to.
final class SchemaDefinitions {
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";

    private final OpenApiVersion dialect;
    private final TreeMap<String, Json> made = new TreeMap<>();
    private final Deque<ObjectSchema> waiting = new ArrayDeque<>();

    SchemaDefinitions(OpenApiVersion dialect) {
        this.dialect = dialect;
    }

    /// Returns the name of a definition.
    static String name(ObjectSchema object) {
        String name = object.name();
        String inPackage = name.replace('/', '.');
        return switch (name.substring(0, name.indexOf('/'))) {
            case "meta" -> "io.k8s.apimachinery.pkg.apis." + inPackage;
            case "apiextensions" -> "io.k8s.apiextensions-apiserver.pkg.apis." + inPackage;
            case "apiregistration" -> "io.k8s.kube-aggregator.pkg.apis." + inPackage;
            default -> "io.k8s.api." + inPackage;
        };
    }

    /// Returns a reference to an object's schema, and adds that to the document.
    JsonObject link(ObjectSchema object) {
        require(object);
        return dialect.link(name(object));
    }

    void add(String name, Json schema) {
        made.put(name, schema);
    }

    JsonObject all() {
        while (!waiting.isEmpty()) {
            ObjectSchema object = waiting.remove();
            made.put(name(object), object(object));
        }
        return JsonObject.of(made);
    }

    private void require(ObjectSchema object) {
        if (made.putIfAbsent(name(object), JsonObject.EMPTY) == null) {
            waiting.add(object);
        }
    }

    private Json object(ObjectSchema object) {
        TreeMap<String, Json> properties = new TreeMap<>();
        List<Json> required = new ArrayList<>();
        for (Field field : object.fields()) {
            properties.put(field.name(), field(object, field));
            if (field.required()) {
                required.add(Json.of(field.name()));
            }
        }
        JsonObject.Builder schema = JsonObject.builder().put("type", "object");
        if (!properties.isEmpty()) {
            schema.put("properties", JsonObject.of(properties));
        }
        if (!required.isEmpty()) {
            schema.put("required", JsonArray.of(required));
        }
        if (!object.kind().isEmpty()) {
            schema.put("x-kubernetes-group-version-kind", JsonArray.of(groupVersionKind(object)));
        }
        if (object.isAtomic()) {
            schema.put("x-kubernetes-map-type", "atomic");
        }
        return schema.build();
    }

    private static Json groupVersionKind(ObjectSchema object) {
        String apiVersion = object.apiVersion().equals("*") ? "v1" : object.apiVersion();
        return groupVersionKind(apiVersion, object.kind());
    }

    static JsonObject groupVersionKind(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return JsonObject.builder()
                .put("group", slash < 0 ? "" : apiVersion.substring(0, slash))
                .put("version", apiVersion.substring(slash + 1))
                .put("kind", kind)
                .build();
    }

    private JsonObject field(ObjectSchema owner, Field field) {
        JsonObject schema = value(owner, field.type(), true);
        if (!field.choices().isEmpty()) {
            JsonArray choices =
                    JsonArray.of(field.choices().stream().map(Json::of).toList());
            schema = switch (field.type()) {
                case ListOf _ -> schema.withAt(choices, "items", "enum");
                case MapOf _ -> schema.withAt(choices, "additionalProperties", "enum");
                default -> schema.with("enum", choices);
            };
        }
        if (field.standard().isPresent()) {
            schema = schema.with("default", field.standard().get());
        }
        return merging(schema, field.merging());
    }

    private static JsonObject merging(JsonObject given, MergeStrategy merging) {
        JsonObject schema = given;
        if (!merging.listKeys().isEmpty()) {
            schema = schema.with(
                    "x-kubernetes-list-map-keys",
                    JsonArray.of(merging.listKeys().stream().map(Json::of).toList()));
        }
        if (merging.listType() != MergeStrategy.ListType.NONE) {
            schema = schema.with(
                    "x-kubernetes-list-type", merging.listType().name().toLowerCase(Locale.ROOT));
        }
        if (merging.mapType() != MergeStrategy.MapType.NONE) {
            schema = schema.with(
                    "x-kubernetes-map-type", merging.mapType().name().toLowerCase(Locale.ROOT));
        }
        if (!merging.patchKey().isEmpty()) {
            schema = schema.with("x-kubernetes-patch-merge-key", merging.patchKey());
        }
        if (!merging.patchStrategy().isEmpty()) {
            schema = schema.with("x-kubernetes-patch-strategy", merging.patchStrategy());
        }
        return schema;
    }

    /// @param isField whether the value may have siblings of a reference
    private JsonObject value(ObjectSchema owner, ValueType type, boolean isField) {
        return switch (type) {
            case ObjectSchema object -> {
                require(object);
                yield isField ? dialect.reference(name(object)) : dialect.link(name(object));
            }
            case ListOf list ->
                JsonObject.builder()
                        .put("type", "array")
                        .put("items", value(owner, list.element(), false))
                        .build();
            case MapOf map ->
                JsonObject.builder()
                        .put("type", "object")
                        .put("additionalProperties", value(owner, map.value(), false))
                        .build();
            case Scalar scalar -> scalar(scalar, isField);
        };
    }

    private JsonObject scalar(Scalar scalar, boolean isField) {
        return switch (scalar) {
            case STRING, DURATION -> typed("string", "");
            case BOOL -> typed("boolean", "");
            case INT32 -> typed("integer", "int32");
            case INT64 -> typed("integer", "int64");
            case DOUBLE -> typed("number", "double");
            case BYTES -> typed("string", "byte");
            case TIME -> named(META + "Time", typed("string", "date-time"), isField);
            case MICRO_TIME -> named(META + "MicroTime", typed("string", "date-time"), isField);
            case FIELDS -> named(META + "FieldsV1", typed("object", ""), isField);
            case RAW -> named("io.k8s.apimachinery.pkg.runtime.RawExtension", typed("object", ""), isField);
            case QUANTITY ->
                named("io.k8s.apimachinery.pkg.api.resource.Quantity", dialect.either("", "string", "number"), isField);
            case INT_OR_STRING ->
                named(
                        "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
                        dialect.either("int-or-string", "integer", "string"),
                        isField);
            case JSON -> ofExtensions("JSON", isField);
            case SCHEMA_OR_ARRAY -> ofExtensions("JSONSchemaPropsOrArray", isField);
            case SCHEMA_OR_BOOL -> ofExtensions("JSONSchemaPropsOrBool", isField);
            case SCHEMA_OR_STRINGS -> ofExtensions("JSONSchemaPropsOrStringArray", isField);
        };
    }

    /// Returns a schema without constraints.
    private JsonObject ofExtensions(String name, boolean isField) {
        return named("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1." + name, JsonObject.EMPTY, isField);
    }

    private JsonObject named(String name, JsonObject schema, boolean isField) {
        made.put(name, schema);
        return isField ? dialect.reference(name) : dialect.link(name);
    }

    private static JsonObject typed(String type, String format) {
        JsonObject schema = JsonObject.of("type", Json.of(type));
        return format.isEmpty() ? schema : schema.with("format", format);
    }
}

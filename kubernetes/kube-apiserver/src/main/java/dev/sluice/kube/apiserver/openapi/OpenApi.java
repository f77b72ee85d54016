package dev.sluice.kube.apiserver.openapi;

import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.wire.OpenApiProtobuf;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.schema.ApiGroup;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.ServedType;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The OpenAPI documents of the served resources.
///
/// Each is created on the first request and cached until the served resources change. Thread-safe.
public final class OpenApi {
    private static final String V2 = "/openapi/v2";
    private static final String V3 = "/openapi/v3";

    /// Among the documents; no path is called so.
    private static final String V2_PROTOBUF = "protobuf of v2";

    private final ResourceRegistry registry;
    private final Predicate<ServedType> isServed;
    private volatile Edition edition;

    /// The documents of one version of the registry.
    private record Edition(long number, Map<String, byte[]> documents) {}

    /// @param isServed selects the types of the registry that are served
    public OpenApi(ResourceRegistry registry, Predicate<ServedType> isServed) {
        this.registry = registry;
        this.isServed = isServed;
        this.edition = new Edition(registry.edition(), new ConcurrentHashMap<>());
    }

    /// Returns the JSON document at a path, if there is one.
    public Optional<byte[]> at(String path) {
        Edition current = current();
        byte[] known = current.documents.get(path);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<byte[]> made = make(path).map(JsonText::writeBytes);
        made.ifPresent(document -> current.documents.put(path, document));
        return made;
    }

    /// Returns the document of version 2 as protobuf.
    public byte[] v2Protobuf() {
        Edition current = current();
        return current.documents.computeIfAbsent(V2_PROTOBUF, _ -> OpenApiProtobuf.write(wholeDocument()));
    }

    /// Read before a document is created: if the registry changes meanwhile, the document is not cached for the new
    /// version.
    private Edition current() {
        long number = registry.edition();
        Edition kept = edition;
        if (kept.number != number) {
            kept = new Edition(number, new ConcurrentHashMap<>());
            edition = kept;
        }
        return kept;
    }

    private Optional<JsonObject> make(String path) {
        if (path.equals(V2)) {
            return Optional.of(wholeDocument());
        }
        if (path.equals(V3)) {
            return Optional.of(index());
        }
        if (!path.startsWith(V3 + "/")) {
            return Optional.empty();
        }
        String place = path.substring(V3.length() + 1);
        List<ServedType> types = types().stream()
                .filter(served -> place(served.type()).equals(place))
                .toList();
        return types.isEmpty() ? Optional.empty() : Optional.of(document(types));
    }

    private List<ServedType> types() {
        return registry.types().stream().filter(isServed).toList();
    }

    /// Returns the path in the index: `api/v1`, `apis/batch/v1`.
    private static String place(ResourceType type) {
        return (type.group().isEmpty() ? "api/" : "apis/") + type.apiVersion();
    }

    /// Lists all documents with their hashes, by which clients validate their caches.
    private JsonObject index() {
        TreeMap<String, Json> paths = new TreeMap<>();
        for (ApiGroup group : registry.groups()) {
            for (String version : group.versions()) {
                String place = place(new ResourceType(group.name(), version, "", "", false));
                at(V3 + "/" + place)
                        .ifPresent(document -> paths.put(
                                place,
                                JsonObject.of(
                                        "serverRelativeURL", Json.of(V3 + "/" + place + "?hash=" + hash(document)))));
            }
        }
        return JsonObject.of("paths", JsonObject.of(paths));
    }

    private static String hash(byte[] document) {
        try {
            return HexFormat.of()
                    .withUpperCase()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(document));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private JsonObject document(List<ServedType> types) {
        SchemaDefinitions definitions = new SchemaDefinitions(OpenApiVersion.V3);
        JsonObject paths = paths(OpenApiVersion.V3, types, definitions);
        return JsonObject.builder()
                .put("openapi", "3.0.0")
                .put("info", info())
                .put("paths", paths)
                .put("components", JsonObject.of("schemas", definitions.all()))
                .build();
    }

    private JsonObject wholeDocument() {
        SchemaDefinitions definitions = new SchemaDefinitions(OpenApiVersion.V2);
        JsonObject paths = paths(OpenApiVersion.V2, types(), definitions);
        return JsonObject.builder()
                .put("swagger", "2.0")
                .put("info", info())
                .put("paths", paths)
                .put("definitions", definitions.all())
                .build();
    }

    private JsonObject paths(OpenApiVersion dialect, List<ServedType> types, SchemaDefinitions definitions) {
        Operations operations = new Operations(dialect);
        TreeMap<String, Json> paths = new TreeMap<>();
        for (ServedType served : types) {
            ResourceType type = served.type();
            JsonObject one = reference(dialect, definitions, served, type.kind());
            operations.add(served, one, reference(dialect, definitions, served, served.listKind()), paths);
        }
        return JsonObject.of(paths);
    }

    private JsonObject reference(
            OpenApiVersion dialect, SchemaDefinitions definitions, ServedType served, String kind) {
        ObjectSchema known = registry.schema().kind(served.type().apiVersion(), kind);
        if (known != null) {
            return definitions.link(known);
        }
        CustomType custom = registry.custom(served.type());
        if (custom == null) {
            return JsonObject.of("type", Json.of("object"));
        }
        String name = customName(served.type(), kind);
        boolean isList = !kind.equals(served.type().kind());
        JsonObject schema = isList ? listOf(dialect, served) : custom.schema();
        definitions.add(
                name,
                schema.with(
                        "x-kubernetes-group-version-kind",
                        JsonArray.of(
                                SchemaDefinitions.groupVersionKind(served.type().apiVersion(), kind))));
        return dialect.link(name);
    }

    private static JsonObject listOf(OpenApiVersion dialect, ServedType served) {
        JsonObject items = JsonObject.builder()
                .put("type", "array")
                .put(
                        "items",
                        dialect.link(customName(served.type(), served.type().kind())))
                .build();
        return JsonObject.builder()
                .put("type", "object")
                .put("properties", JsonObject.of("items", items))
                .build();
    }

    /// Returns the name with the group reversed, like a package: `com.example.v1.Widget`.
    private static String customName(ResourceType type, String kind) {
        List<String> parts = new ArrayList<>(List.of(type.group().split("\\.", -1)));
        Collections.reverse(parts);
        return String.join(".", parts) + "." + type.version() + "." + kind;
    }

    private JsonObject info() {
        return JsonObject.builder()
                .put("title", "Kubernetes")
                .put("version", "v" + registry.schema().version())
                .build();
    }
}

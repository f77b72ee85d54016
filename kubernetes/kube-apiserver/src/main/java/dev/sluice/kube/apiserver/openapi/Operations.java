package dev.sluice.kube.apiserver.openapi;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.schema.ServedType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Creates the paths and operations of a resource.
final class Operations {
    private static final List<String> WRITING = List.of("dryRun", "fieldManager", "fieldValidation");
    private static final List<String> LISTING = List.of(
            "allowWatchBookmarks",
            "continue",
            "fieldSelector",
            "labelSelector",
            "limit",
            "resourceVersion",
            "resourceVersionMatch",
            "sendInitialEvents",
            "timeoutSeconds",
            "watch");
    private static final List<String> DELETING =
            List.of("dryRun", "gracePeriodSeconds", "orphanDependents", "propagationPolicy");

    /// The method and path of each discovery verb.
    private record Done(String verb, String method, String action, List<String> query, boolean hasBody) {}

    private static final List<Done> ON_ALL = List.of(
            new Done("list", "get", "list", LISTING, false),
            new Done("create", "post", "post", WRITING, true),
            new Done("deletecollection", "delete", "deletecollection", DELETING, false));

    private static final List<Done> ON_ONE = List.of(
            new Done("get", "get", "get", List.of(), false),
            new Done("update", "put", "put", WRITING, true),
            new Done("patch", "patch", "patch", WRITING, true),
            new Done("delete", "delete", "delete", DELETING, false));

    private static final List<Done> ON_SUBRESOURCE = List.of(
            new Done("get", "get", "get", List.of(), false),
            new Done("create", "post", "post", WRITING, true),
            new Done("update", "put", "put", WRITING, true),
            new Done("patch", "patch", "patch", WRITING, true));

    private final OpenApiVersion dialect;

    Operations(OpenApiVersion dialect) {
        this.dialect = dialect;
    }

    /// @param one reference to the object's schema
    /// @param list reference to the list's schema
    void add(ServedType served, JsonObject one, JsonObject list, Map<String, Json> paths) {
        String root = (served.type().group().isEmpty() ? "/api/" : "/apis/")
                + served.type().apiVersion();
        boolean isNamespaced = served.type().namespaced();
        String all = root
                + (isNamespaced ? "/namespaces/{namespace}/" : "/")
                + served.type().plural();
        JsonObject kind = SchemaDefinitions.groupVersionKind(
                served.type().apiVersion(), served.type().kind());
        put(paths, all, methods(ON_ALL, served.verbs(), kind, one, list));
        put(paths, all + "/{name}", methods(ON_ONE, served.verbs(), kind, one, one));
        for (ServedType.Subresource sub : served.subresources()) {
            JsonObject subKind = SchemaDefinitions.groupVersionKind(sub.apiVersion(), sub.kind());
            put(paths, all + "/{name}/" + sub.name(), methods(ON_SUBRESOURCE, sub.verbs(), subKind, one, one));
        }
        if (isNamespaced && served.allows("list")) {
            put(paths, root + "/" + served.type().plural(), methods(ON_ALL, List.of("list"), kind, one, list));
        }
    }

    private void put(Map<String, Json> paths, String path, JsonObject methods) {
        if (methods.isEmpty()) {
            return;
        }
        List<Json> parameters = new ArrayList<>();
        for (String name : List.of("name", "namespace")) {
            if (path.contains("{" + name + "}")) {
                parameters.add(parameter(name, "path").with("required", Json.of(true)));
            }
        }
        paths.put(path, parameters.isEmpty() ? methods : methods.with("parameters", JsonArray.of(parameters)));
    }

    private JsonObject methods(
            List<Done> table, List<String> verbs, JsonObject kind, JsonObject given, JsonObject answered) {
        Map<String, Json> methods = new LinkedHashMap<>();
        for (Done done : table) {
            if (verbs.contains(done.verb)) {
                methods.put(done.method, operation(done, kind, given, done.verb.equals("create") ? given : answered));
            }
        }
        return JsonObject.of(methods);
    }

    private JsonObject operation(Done done, JsonObject kind, JsonObject given, JsonObject answered) {
        List<Json> parameters = new ArrayList<>();
        for (String name : done.query) {
            parameters.add(parameter(name, "query"));
        }
        if (done.verb.equals("patch")) {
            parameters.add(parameter("force", "query"));
        }
        JsonObject.Builder operation = JsonObject.builder();
        if (done.hasBody && dialect == OpenApiVersion.V2) {
            parameters.add(JsonObject.builder()
                    .put("name", "body")
                    .put("in", "body")
                    .put("required", true)
                    .put("schema", given)
                    .build());
        }
        operation.put("parameters", JsonArray.of(parameters));
        if (done.hasBody && dialect == OpenApiVersion.V3) {
            operation.put("requestBody", JsonObject.of("content", content(bodyTypes(done), given)));
        }
        return operation
                .put("responses", JsonObject.of("200", answer(answered)))
                .put("x-kubernetes-action", done.action)
                .put("x-kubernetes-group-version-kind", kind)
                .build();
    }

    private static List<String> bodyTypes(Done done) {
        if (!done.verb.equals("patch")) {
            return List.of("*/*");
        }
        List<String> types = new ArrayList<>();
        for (Patch.Format format : Patch.Format.values()) {
            types.add(format.mediaType());
        }
        return types;
    }

    private JsonObject answer(JsonObject schema) {
        JsonObject ok = JsonObject.of("description", Json.of("OK"));
        return dialect == OpenApiVersion.V3
                ? ok.with("content", content(List.of("application/json"), schema))
                : ok.with("schema", schema);
    }

    private static JsonObject content(List<String> types, JsonObject schema) {
        Map<String, Json> content = new LinkedHashMap<>();
        for (String type : types) {
            content.put(type, JsonObject.of("schema", schema));
        }
        return JsonObject.of(content);
    }

    private JsonObject parameter(String name, String in) {
        JsonObject parameter =
                JsonObject.builder().put("name", name).put("in", in).build();
        JsonObject type = JsonObject.of("type", Json.of("string"));
        // v3 has the type in a nested schema.
        return dialect == OpenApiVersion.V3 ? parameter.with("schema", type) : parameter.with("type", "string");
    }
}

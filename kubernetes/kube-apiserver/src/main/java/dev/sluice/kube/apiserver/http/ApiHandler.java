package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.kind.Rulebook;
import dev.sluice.kube.apiserver.schema.Catalogue;
import dev.sluice.kube.apiserver.schema.ServedType;
import dev.sluice.kube.apiserver.wire.ProtobufReader;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Answers one request.
final class ApiHandler {
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final String JSON = "application/json";

    /// What is gone at once is answered by a status; Kubernetes answers these by the object itself.
    private static final Set<String> ANSWERED_WHOLE = Set.of(
            "pods",
            "podtemplates",
            "persistentvolumes",
            "persistentvolumeclaims",
            "resourcequotas",
            "serviceaccounts",
            "services",
            "csidrivers.storage.k8s.io",
            "csinodes.storage.k8s.io",
            "storageclasses.storage.k8s.io",
            "volumeattachments.storage.k8s.io");

    private final Kube kube;
    private final Catalogue catalogue;
    private final Discovery discovery;
    private final ProtobufReader protobuf;
    private final WatchStreams watches;

    ApiHandler(Kube kube, Catalogue catalogue, WatchStreams watches) {
        this.kube = kube;
        this.catalogue = catalogue;
        this.discovery = new Discovery(catalogue);
        this.protobuf = new ProtobufReader(catalogue.schema());
        this.watches = watches;
    }

    void handle(ServerRequest request, ServerResponse response) {
        try {
            answer(request, response);
        } catch (ApiException e) {
            send(response, e.code(), e.body());
        }
    }

    private void answer(ServerRequest request, ServerResponse response) {
        String path = request.path().rawPath();
        String method = request.prologue().method().text();
        if (isHealth(path)) {
            response.status(OK).header(HeaderNames.CONTENT_TYPE, "text/plain").send("ok");
            return;
        }
        Optional<JsonObject> told = method.equals("GET") ? discovery.at(path) : Optional.empty();
        if (told.isPresent()) {
            send(response, OK, told.get());
            return;
        }
        ApiPath where = ApiPath.parse(path).orElseThrow(() -> nothingThere());
        ServedType served = catalogue.type(where.group(), where.version(), where.plural());
        if (served == null && catalogue.group(where.group()).isEmpty()) {
            response.status(404)
                    .header(HeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8")
                    .send("404 page not found\n");
            return;
        }
        if (served == null || !Discovery.isServed(served)) {
            throw nothingThere();
        }
        call(request, response, where, served, method);
    }

    private void call(ServerRequest request, ServerResponse response, ApiPath where, ServedType served, String method) {
        Query query = query(request);
        ResourceType type = served.type();
        boolean isOne = !where.name().isEmpty();
        ObjectKey key = new ObjectKey(where.namespace(), where.name());
        if (where.subresource().isEmpty() && !served.allows(verb(method, isOne))) {
            throw notAllowed();
        }
        switch (method) {
            case "GET" -> {
                if (where.watches() || query.isTrue("watch")) {
                    watches.stream(kube, type, where, query, response);
                } else if (isOne) {
                    send(response, OK, kube.get(type, key, where.subresource()));
                } else {
                    send(response, OK, list(served, kube.list(type, where.namespace(), query.list())));
                }
            }
            case "POST" -> {
                JsonObject body = Bodies.object(request, protobuf);
                JsonObject made = isOne
                        ? kube.act(type, key, where.subresource(), body, query.write())
                        : kube.create(type, where.namespace(), body, query.write());
                send(response, CREATED, made);
            }
            case "PUT" -> {
                int code = where.subresource().isEmpty() && isMadeByUpdate(type, key) ? CREATED : OK;
                send(
                        response,
                        code,
                        kube.update(type, key, where.subresource(), Bodies.object(request, protobuf), query.write()));
            }
            case "PATCH" -> {
                Patch patch = Bodies.patch(request);
                send(response, OK, kube.patch(type, key, where.subresource(), patch, query.write()));
            }
            case "DELETE" -> delete(request, response, where, served, query);
            default -> throw notAllowed();
        }
    }

    /// Some kinds are created by an update of what is not there, which is answered by another code.
    private boolean isMadeByUpdate(ResourceType type, ObjectKey key) {
        if (!Rulebook.of(type).createsOnUpdate()) {
            return false;
        }
        try {
            kube.get(type, key);
            return false;
        } catch (ApiException e) {
            return true;
        }
    }

    private void delete(ServerRequest request, ServerResponse response, ApiPath where, ServedType served, Query query) {
        JsonObject body = Bodies.objectOrEmpty(request, protobuf);
        ResourceType type = served.type();
        if (where.name().isEmpty()) {
            KubeList gone = kube.deleteCollection(type, where.namespace(), query.list(), query.delete(body));
            send(response, OK, list(served, gone));
            return;
        }
        ObjectKey key = new ObjectKey(where.namespace(), where.name());
        JsonObject last = kube.delete(type, key, query.delete(body));
        send(response, OK, KubeObjects.isTerminating(last) ? last : deleted(type, last));
    }

    private static JsonObject deleted(ResourceType type, JsonObject last) {
        if (ANSWERED_WHOLE.contains(type.groupResource())) {
            return last;
        }
        JsonObject.Builder details = JsonObject.builder().put("name", KubeObjects.name(last));
        if (!type.group().isEmpty()) {
            details.put("group", type.group());
        }
        details.put("kind", type.plural()).put("uid", KubeObjects.uid(last));
        return JsonObject.builder()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", JsonObject.EMPTY)
                .put("status", "Success")
                .put("details", details.build())
                .build();
    }

    private static JsonObject list(ServedType served, KubeList list) {
        JsonObject metadata = JsonObject.of("resourceVersion", Json.of(list.resourceVersion()));
        if (!list.next().isEmpty()) {
            metadata = metadata.with("continue", list.next());
            metadata = metadata.with("remainingItemCount", Json.of(list.remaining()));
        }
        return JsonObject.builder()
                .put("kind", served.listKind())
                .put("apiVersion", served.type().apiVersion())
                .put("metadata", metadata)
                .put(
                        "items",
                        JsonArray.of(
                                list.items().stream().map(ApiHandler::untyped).toList()))
                .build();
    }

    /// In a list, what all items are is said once.
    private static JsonObject untyped(JsonObject item) {
        return item.without("apiVersion").without("kind");
    }

    private static Query query(ServerRequest request) {
        Map<String, List<String>> parameters = new HashMap<>();
        for (String name : request.query().names()) {
            parameters.put(name, request.query().all(name));
        }
        return new Query(parameters);
    }

    private static boolean isHealth(String path) {
        return path.equals("/healthz") || path.equals("/readyz") || path.equals("/livez");
    }

    /// What a method does there, in the words of discovery; nothing if it does nothing.
    private static String verb(String method, boolean isOne) {
        return switch (method) {
            case "GET" -> isOne ? "get" : "list";
            case "POST" -> isOne ? "" : "create";
            case "PUT" -> isOne ? "update" : "";
            case "PATCH" -> isOne ? "patch" : "";
            case "DELETE" -> isOne ? "delete" : "deletecollection";
            default -> "";
        };
    }

    private static ApiException notAllowed() {
        return new ApiStatus(
                        405,
                        "MethodNotAllowed",
                        "the server does not allow this method on the requested resource",
                        JsonObject.EMPTY)
                .exception();
    }

    private static ApiException nothingThere() {
        return new ApiStatus(404, "NotFound", "the server could not find the requested resource", JsonObject.EMPTY)
                .exception();
    }

    private static void send(ServerResponse response, int code, JsonObject body) {
        response.status(code).header(HeaderNames.CONTENT_TYPE, JSON).send(JsonText.writeBytes(body));
    }
}

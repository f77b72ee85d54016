package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.table.Tables;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.schema.ServedType;
import java.util.List;

/// Converts objects to the view that the client asks for: the object, a table, or its metadata.
final class ResponseViews {
    private static final int NOT_ACCEPTABLE = 406;

    private final ServedType served;
    private final Accept accept;
    private final Tables tables;
    private final Tables.Include include;
    private boolean isHeadTold;
    private boolean saysKinds;

    /// @param includeObject what rows of a table have beside their cells, from the query
    ResponseViews(ServedType served, Accept accept, Tables tables, String includeObject) {
        this.served = served;
        this.accept = accept;
        this.tables = tables;
        this.include = switch (includeObject) {
            case "", "Metadata" -> Tables.Include.METADATA;
            case "Object" -> Tables.Include.OBJECT;
            case "None" -> Tables.Include.NONE;
            default -> {
                if (!accept.as().equals(Accept.TABLE)) {
                    yield Tables.Include.METADATA;
                }
                throw ApiStatus.badRequest("Unable to convert to Table as requested: includeObject: Invalid value: "
                        + GoQuoting.of(includeObject) + ": must be 'Metadata', 'Object', 'None', or empty");
            }
        };
    }

    /// Custom resources in a list each say what they are, and where no next page begins.
    ResponseViews saying(boolean kinds) {
        saysKinds = kinds;
        return this;
    }

    JsonObject object(JsonObject object) {
        if (object.text("kind").equals("Status")) {
            return object;
        }
        return switch (accept.as()) {
            case Accept.TABLE -> table(object, true);
            case Accept.PARTIAL -> Tables.partial(accept.version(), object);
            case Accept.PARTIAL_LIST ->
                throw unlike("you requested PartialObjectMetadataList, but the requested object is not a list (%s)"
                        .formatted(goName(served.type().kind())));
            default -> object;
        };
    }

    JsonObject list(KubeList list) {
        return switch (accept.as()) {
            case Accept.TABLE ->
                tables.table(served.type(), accept.version(), metadata(list), list.items(), include, true);
            case Accept.PARTIAL_LIST ->
                list(
                        Accept.PARTIAL_LIST,
                        accept.version(),
                        list,
                        list.items().stream()
                                .map(item -> Tables.partial(accept.version(), item))
                                .toList());
            case Accept.PARTIAL ->
                throw unlike("you requested PartialObjectMetadata, but the requested object is a list (%s)"
                        .formatted(goName(served.listKind())));
            default ->
                saysKinds
                        ? custom(list)
                        : list(
                                served.listKind(),
                                served.type().apiVersion(),
                                list,
                                list.items().stream()
                                        .map(ResponseViews::untyped)
                                        .toList());
        };
    }

    /// What a watch tells. The columns of a table are told once.
    WatchEvent event(WatchEvent event) {
        if (event.type() == WatchEvent.Type.ERROR || accept.as().isEmpty()) {
            return event;
        }
        if (!accept.as().equals(Accept.TABLE)) {
            return new WatchEvent(event.type(), object(event.object()));
        }
        JsonObject table = table(event.object(), !isHeadTold);
        isHeadTold = true;
        return new WatchEvent(event.type(), table);
    }

    private JsonObject table(JsonObject object, boolean withHead) {
        JsonObject metadata = JsonObject.of("resourceVersion", Json.of(KubeObjects.resourceVersion(object)));
        return tables.table(served.type(), accept.version(), metadata, List.of(object), include, withHead);
    }

    private static JsonObject list(String kind, String apiVersion, KubeList list, List<JsonObject> items) {
        return JsonObject.builder()
                .put("kind", kind)
                .put("apiVersion", apiVersion)
                .put("metadata", metadata(list))
                .put("items", JsonArray.of(items))
                .build();
    }

    private JsonObject custom(KubeList list) {
        JsonObject all = list(served.listKind(), served.type().apiVersion(), list, list.items());
        return list.next().isEmpty() ? all.withAt(Json.of(""), "metadata", "continue") : all;
    }

    private static JsonObject metadata(KubeList list) {
        JsonObject metadata = JsonObject.of("resourceVersion", Json.of(list.resourceVersion()));
        if (!list.next().isEmpty()) {
            metadata = metadata.with("continue", list.next());
        }
        if (!list.next().isEmpty() && list.remaining() >= 0) {
            metadata = metadata.with("remainingItemCount", Json.of(list.remaining()));
        }
        return metadata;
    }

    /// In a list, what all items are is said once.
    private static JsonObject untyped(JsonObject item) {
        return item.without("apiVersion").without("kind");
    }

    /// What the real server's own type is called.
    private String goName(String kind) {
        String group = served.type().group();
        int dot = group.indexOf('.');
        String first = dot < 0 ? group : group.substring(0, dot);
        return "*" + (group.isEmpty() ? "core" : first) + "." + kind;
    }

    private static ApiException unlike(String message) {
        return new ApiStatus(NOT_ACCEPTABLE, "NotAcceptable", message, null).exception();
    }
}

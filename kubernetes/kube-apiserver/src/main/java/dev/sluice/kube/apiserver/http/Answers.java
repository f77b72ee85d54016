package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.schema.ServedType;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.KubeList;

/// Objects and lists as a client wants to see them.
final class Answers {
    private final Exchange exchange;
    private final ServedType served;

    Answers(Exchange exchange, ServedType served) {
        this.exchange = exchange;
        this.served = served;
    }

    void object(int code, JsonObject object) {
        exchange.send(code, object);
    }

    void list(KubeList list) {
        exchange.send(200, plain(list));
    }

    private JsonObject plain(KubeList list) {
        return JsonObject.builder()
                .put("kind", served.listKind())
                .put("apiVersion", served.type().apiVersion())
                .put("metadata", metadata(list))
                .put(
                        "items",
                        JsonArray.of(list.items().stream().map(Answers::untyped).toList()))
                .build();
    }

    private static JsonObject metadata(KubeList list) {
        JsonObject metadata = JsonObject.of("resourceVersion", Json.of(list.resourceVersion()));
        if (!list.next().isEmpty()) {
            metadata = metadata.with("continue", list.next());
            metadata = metadata.with("remainingItemCount", Json.of(list.remaining()));
        }
        return metadata;
    }

    /// In a list, what all items are is said once.
    private static JsonObject untyped(JsonObject item) {
        return item.without("apiVersion").without("kind");
    }
}

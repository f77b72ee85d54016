package dev.sluice.kube.apiserver.contract;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// What a server has said, without what differs from server to server and from run to run.
record Answer(int code, String contentType, List<String> warnings, Json body) {
    /// Different in every run.
    private static final Set<String> OWN =
            Set.of("uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "lastTransitionTime");

    /// What server-side apply keeps, which we do not have yet; and the certificates that every real namespace has.
    private static final Set<String> LEFT_OUT = Set.of("managedFields");

    Answer codeAndReason() {
        return new Answer(
                code, contentType, warnings, body instanceof JsonObject status ? Json.of(status.text("reason")) : body);
    }

    Answer comparable(String namespace) {
        return new Answer(code, contentType, warnings, comparable(body, namespace));
    }

    private static Json comparable(Json value, String namespace) {
        return switch (value) {
            case JsonObject object -> {
                TreeMap<String, Json> fields = new TreeMap<>();
                for (int i = 0; i < object.size(); i++) {
                    String name = object.name(i);
                    if (OWN.contains(name)) {
                        fields.put(name, Json.of("(own)"));
                    } else if (!LEFT_OUT.contains(name)) {
                        fields.put(name, comparable(object.value(i), namespace));
                    }
                }
                yield JsonObject.of(fields);
            }
            case JsonArray array -> array.map(item -> comparable(item, namespace));
            case JsonString text ->
                Json.of(text.text()
                        .replace(namespace, "NS")
                        .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "(uid)"));
            default -> value;
        };
    }
}

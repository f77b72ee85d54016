package dev.sluice.kube.apiserver.contract;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import java.util.Set;
import java.util.TreeMap;

/// What a server has answered, without what differs from run to run.
record Said(int code, Json body) {
    private static final Set<String> OWN = Set.of(
            "uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "lastTransitionTime", "managedFields");

    static Said of(int code, String text) {
        return new Said(code, plain(read(text)));
    }

    private static Json read(String text) {
        try {
            return text.isEmpty() ? JsonNull.NULL : JsonText.read(text);
        } catch (JsonSyntaxException e) {
            return Json.of(text.strip());
        }
    }

    Said codeAndReason() {
        return new Said(code, body instanceof JsonObject status ? Json.of(status.text("reason")) : body);
    }

    private static Json plain(Json value) {
        return switch (value) {
            case JsonObject object -> {
                TreeMap<String, Json> fields = new TreeMap<>();
                for (int i = 0; i < object.size(); i++) {
                    if (!OWN.contains(object.name(i))) {
                        fields.put(object.name(i), plain(object.value(i)));
                    }
                }
                yield JsonObject.of(fields);
            }
            case JsonArray array -> array.map(Said::plain);
            case JsonString text ->
                Json.of(text.text()
                        .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "(uid)"));
            default -> value;
        };
    }
}

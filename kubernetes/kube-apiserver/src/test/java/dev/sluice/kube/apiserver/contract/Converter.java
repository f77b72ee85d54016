package dev.sluice.kube.apiserver.contract;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Converts between `v1`, whose objects have a `host` and a `port`, and `v2`, whose objects have both in one text.
final class Converter {
    private Converter() {}

    /// What the path says it answers.
    static JsonObject answer(String path, JsonObject review) {
        JsonObject request = review.object("request");
        String to = request.text("desiredAPIVersion");
        List<JsonObject> converted = new ArrayList<>();
        for (Json each : request.array("objects")) {
            JsonObject object = ((JsonObject) each).with("apiVersion", to);
            JsonObject spec = object.object("spec");
            converted.add(object.with("spec", to.endsWith("v2") ? together(spec) : apart(spec)));
        }
        String result = "{\"status\":\"Success\"}";
        switch (path) {
            case "/convert-fails" -> result = "{\"status\":\"Failure\",\"message\":\"cannot convert\"}";
            case "/convert-silently" -> result = "{\"status\":\"Failure\"}";
            case "/convert-too-few" -> converted.removeLast();
            case "/convert-wrongly" -> converted.replaceAll(object -> object.with("apiVersion", "other.io/v7"));
            case "/convert-renamed" ->
                converted.replaceAll(object -> object.withAt(Json.of("renamed"), "metadata", "name"));
            case "/convert-labelled" ->
                converted.replaceAll(
                        object -> object.withAt(Json.of(to.replace('/', '.')), "metadata", "labels", "via"));
            default -> {
                // It does as it is told.
            }
        }
        return review.without("request")
                .with(
                        "response",
                        JsonObject.builder()
                                .put("uid", request.text("uid"))
                                .put("result", JsonText.read(result))
                                .put("convertedObjects", JsonArray.of(converted))
                                .build());
    }

    private static JsonObject together(JsonObject spec) {
        String host = spec.text("host");
        String port = String.valueOf(Objects.requireNonNullElse(spec.get("port"), JsonNull.NULL));
        return JsonObject.of("address", Json.of(host + ":" + port));
    }

    private static JsonObject apart(JsonObject spec) {
        String[] parts = spec.text("address").split(":", 2);
        JsonObject host = JsonObject.of("host", Json.of(parts[0]));
        return parts.length < 2 || !parts[1].matches("[0-9]+")
                ? host
                : host.with("port", Json.of(Long.parseLong(parts[1])));
    }
}

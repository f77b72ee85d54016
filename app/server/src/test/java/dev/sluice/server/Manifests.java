package dev.sluice.server;

import dev.sluice.kube.apiserver.wire.Yaml;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The manifests that operators apply.
final class Manifests {
    static final Path FOLDER = Path.of("..", "..", "deploy");

    private Manifests() {}

    /// Returns the objects of a file.
    static List<JsonObject> read(String file) {
        try {
            List<JsonObject> objects = new ArrayList<>();
            for (String document : Files.readString(FOLDER.resolve(file)).split("(?m)^---$", -1)) {
                objects.add((JsonObject)
                        Yaml.read(document.getBytes(StandardCharsets.UTF_8)).value());
            }
            return objects;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the webhook's configuration, called at a URL.
    static JsonObject webhookAt(String url) {
        JsonObject configuration = read("intake-webhook.yaml").getFirst();
        List<Json> hooks = new ArrayList<>();
        for (Json hook : configuration.array("webhooks")) {
            hooks.add(((JsonObject) hook).with("clientConfig", JsonObject.of("url", Json.of(url))));
        }
        return configuration.with("webhooks", JsonArray.of(hooks));
    }
}

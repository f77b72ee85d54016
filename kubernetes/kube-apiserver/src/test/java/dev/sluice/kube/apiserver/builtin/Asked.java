package dev.sluice.kube.apiserver.builtin;

import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A fresh server, asked in JSON.
final class Asked {
    private static final int REMEMBERED = 64;

    private final Kube kube = new InProcessServer(() -> TimeUnit.DAYS.toNanos(20_000), new Seeds(1), REMEMBERED).kube();

    Kube kube() {
        return kube;
    }

    JsonObject create(ResourceType type, String json) {
        return kube.create(type, namespace(type), object(json), WriteOptions.PLAIN);
    }

    JsonObject get(ResourceType type, String name) {
        return kube.get(type, new ObjectKey(namespace(type), name), "");
    }

    JsonObject patch(ResourceType type, String name, String subresource, String json) {
        Patch patch = new Patch(Patch.Format.MERGE, object(json));
        return kube.patch(type, new ObjectKey(namespace(type), name), subresource, patch, WriteOptions.PLAIN);
    }

    /// What is wrong with a new object: `field: message`.
    List<String> validate(ResourceType type, String json) {
        try {
            create(type, json);
            return List.of();
        } catch (ApiException e) {
            return causes(e);
        }
    }

    /// What is wrong with a change.
    List<String> validate(ResourceType type, String name, String subresource, String json) {
        try {
            patch(type, name, subresource, json);
            return List.of();
        } catch (ApiException e) {
            return causes(e);
        }
    }

    private static List<String> causes(ApiException e) {
        return e.body().array("details", "causes").toList().stream()
                .map(JsonObject.class::cast)
                .map(cause -> cause.text("field") + ": " + cause.text("message"))
                .toList();
    }

    private static String namespace(ResourceType type) {
        return type.namespaced() ? "default" : "";
    }

    /// Quotes may be single.
    static JsonObject object(String json) {
        return (JsonObject) JsonText.read(json.replace('\'', '"'));
    }
}

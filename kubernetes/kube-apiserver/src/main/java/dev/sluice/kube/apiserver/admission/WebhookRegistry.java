package dev.sluice.kube.apiserver.admission;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All webhooks of one configuration kind, in call order: sorted by configuration name.
final class WebhookRegistry {
    static final String GROUP = "admissionregistration.k8s.io";

    private final TreeMap<String, List<Webhook>> configurations = new TreeMap<>();
    private @Nullable KubeWatch watch;
    private List<Webhook> all = List.of();
    private volatile boolean isBehind;

    void follow(Kube kube, ResourceType type) {
        watch = kube.watch(type, "", new WatchOptions("", "", "", false, false), () -> isBehind = true);
        isBehind = true;
    }

    /// Only for the thread that owns the store.
    List<Webhook> all() {
        return all;
    }

    /// Reads the changes since the last call.
    ///
    /// @return true if there are any
    boolean catchUp() {
        KubeWatch following = watch;
        if (!isBehind || following == null) {
            return false;
        }
        isBehind = false;
        for (Optional<WatchEvent> event = following.poll(); event.isPresent(); event = following.poll()) {
            JsonObject object = event.get().object();
            if (event.get().type() == WatchEvent.Type.DELETED) {
                configurations.remove(KubeObjects.name(object));
            } else {
                configurations.put(KubeObjects.name(object), read(object.array("webhooks")));
            }
        }
        List<Webhook> together = new ArrayList<>();
        configurations.values().forEach(together::addAll);
        all = List.copyOf(together);
        return true;
    }

    private static List<Webhook> read(JsonArray webhooks) {
        List<Webhook> hooks = new ArrayList<>();
        for (int i = 0; i < webhooks.size(); i++) {
            hooks.add(new Webhook(webhooks.object(i)));
        }
        return hooks;
    }
}

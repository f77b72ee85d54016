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

/// All webhooks of a sort, in the order in which they are asked: by the names of their configurations.
final class Hooks {
    static final String GROUP = "admissionregistration.k8s.io";

    private final TreeMap<String, List<Hook>> configurations = new TreeMap<>();
    private @Nullable KubeWatch watch;
    private List<Hook> all = List.of();
    private volatile boolean isBehind;

    void follow(Kube kube, ResourceType type) {
        watch = kube.watch(type, "", new WatchOptions("", "", "", false, false), () -> isBehind = true);
        isBehind = true;
    }

    /// Read only by whoever has the port.
    List<Hook> all() {
        return all;
    }

    /// Catches up with what has changed.
    ///
    /// @return whether anything has
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
        List<Hook> together = new ArrayList<>();
        configurations.values().forEach(together::addAll);
        all = List.copyOf(together);
        return true;
    }

    private static List<Hook> read(JsonArray webhooks) {
        List<Hook> hooks = new ArrayList<>();
        for (int i = 0; i < webhooks.size(); i++) {
            hooks.add(new Hook(webhooks.object(i)));
        }
        return hooks;
    }
}

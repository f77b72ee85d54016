package dev.sluice.kube.work;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/// Tracks a controller's writes by key, so that it waits until its informer has seen them (client-go's expectations).
///
/// Without it, a controller that has created ten pods and does not see them yet would create ten more.
public final class OwnWrites<K> {
    /// When to check again if the informer is behind; usually the event comes first.
    public static final long LOOK_AGAIN_NANOS = 50_000_000L;

    private final Informer informer;
    private final Map<K, Long> versions = new HashMap<>();

    public OwnWrites(Informer informer) {
        this.informer = informer;
    }

    public void wrote(K key, JsonObject object) {
        versions.merge(key, Informer.versionNumber(KubeObjects.resourceVersion(object)), Math::max);
    }

    /// True if the informer has seen all writes for the key.
    public boolean areSeen(K key) {
        Long version = versions.get(key);
        if (version == null) {
            return true;
        }
        if (informer.version() < version) {
            return false;
        }
        versions.remove(key);
        return true;
    }

    public void forget(K key) {
        versions.remove(key);
    }
}

package dev.sluice.kube.apiserver.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Insists that what it is told is the life of objects: there once, ever newer, gone once, never back.
final class StrictHandler implements InformerHandler {
    private final Map<ObjectKey, JsonObject> alive = new HashMap<>();
    private final Set<String> gone = new HashSet<>();
    private int told;

    Map<ObjectKey, JsonObject> alive() {
        return alive;
    }

    int told() {
        return told;
    }

    @Override
    public void onAdd(JsonObject object) {
        told++;
        assertThat(gone).doesNotContain(KubeObjects.uid(object));
        assertThat(alive.put(KubeObjects.key(object), object)).isNull();
    }

    @Override
    public void onUpdate(JsonObject before, JsonObject object) {
        told++;
        assertThat(alive.put(KubeObjects.key(object), object)).isSameAs(before);
        assertThat(KubeObjects.uid(object)).isEqualTo(KubeObjects.uid(before));
        assertThat(version(object)).isGreaterThan(version(before));
    }

    @Override
    public void onDelete(JsonObject last) {
        told++;
        JsonObject known = alive.remove(KubeObjects.key(last));
        assertThat(known).isNotNull();
        assertThat(KubeObjects.uid(last)).isEqualTo(KubeObjects.uid(Objects.requireNonNull(known)));
        assertThat(gone.add(KubeObjects.uid(last))).isTrue();
    }

    private static long version(JsonObject object) {
        return Informer.versionNumber(KubeObjects.resourceVersion(object));
    }
}

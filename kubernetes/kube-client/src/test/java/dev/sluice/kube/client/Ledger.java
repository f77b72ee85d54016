package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.JsonObject;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Records the notifications of an informer, and checks each object's history: added once, ever newer versions,
/// deleted once.
final class Ledger {
    /// A deadline far longer than it takes; only an informer that has lost an event reaches it.
    private static final long PATIENCE_SECONDS = 60;

    private final Map<String, Long> alive = new HashMap<>();
    private final List<String> flaws = new ArrayList<>();
    private final Semaphore room;
    private final Semaphore news = new Semaphore(0);
    private long told;

    /// @param lead the number of events by which writers may be ahead of the informer
    Ledger(int lead) {
        room = new Semaphore(lead);
    }

    /// Waits until the informer is close enough for one more event.
    void awaitRoom() throws InterruptedException {
        assertThat(room.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("%d events were told", told())
                .isTrue();
    }

    /// Waits until the informer knows exactly these objects.
    void await(Map<String, Long> expected) throws InterruptedException {
        while (!known().equals(expected)) {
            assertThat(news.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("%d events were told; known: %s", told(), known())
                    .isTrue();
        }
    }

    synchronized long told() {
        return told;
    }

    synchronized List<String> flaws() {
        return List.copyOf(flaws);
    }

    private synchronized Map<String, Long> known() {
        return Map.copyOf(alive);
    }

    private void added(String name, long version) {
        note(name, alive -> alive.put(name, version) == null);
    }

    private void changed(String name, long version) {
        note(name, alive -> {
            Long before = alive.put(name, version);
            return before != null && before < version;
        });
    }

    private void gone(String name) {
        note(name, alive -> alive.remove(name) != null);
    }

    private void note(String name, Predicate<Map<String, Long>> change) {
        synchronized (this) {
            told++;
            if (!change.test(alive)) {
                flaws.add(name + " at event " + told);
            }
        }
        room.release();
        news.release();
    }

    /// Returns the handler for an informer of this project.
    InformerHandler ofOurs() {
        return new InformerHandler() {
            @Override
            public void onAdd(JsonObject object) {
                Ledger.this.added(KubeObjects.name(object), version(object));
            }

            @Override
            public void onUpdate(JsonObject before, JsonObject object) {
                Ledger.this.changed(KubeObjects.name(object), version(object));
            }

            @Override
            public void onDelete(JsonObject last) {
                Ledger.this.gone(KubeObjects.name(last));
            }
        };
    }

    static long version(JsonObject object) {
        return Informer.versionNumber(KubeObjects.resourceVersion(object));
    }

    /// Returns the handler for an informer of fabric8.
    ResourceEventHandler<ConfigMap> ofFabric8() {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(ConfigMap map) {
                added(map.getMetadata().getName(), version(map));
            }

            @Override
            public void onUpdate(ConfigMap before, ConfigMap map) {
                changed(map.getMetadata().getName(), version(map));
            }

            @Override
            public void onDelete(ConfigMap map, boolean isStateUnknown) {
                gone(map.getMetadata().getName());
            }
        };
    }

    private static long version(ConfigMap map) {
        return Informer.versionNumber(map.getMetadata().getResourceVersion());
    }
}

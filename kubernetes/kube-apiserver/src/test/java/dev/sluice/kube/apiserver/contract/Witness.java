package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Sees what a program makes of objects, and waits until it is what was to come.
final class Witness implements AutoCloseable {
    /// Far longer than it takes; only a program that has given up gets here.
    private static final long PATIENCE_SECONDS = 60;

    private final Semaphore woken = new Semaphore(0);
    private final Map<String, JsonObject> objects = new LinkedHashMap<>();
    private final KubeWatch watch;

    Witness(Kube kube, ResourceType type, String namespace) {
        watch = kube.watch(type, namespace, new WatchOptions("", "", "", false, false), woken::release);
    }

    /// Waits until all that is there is as expected.
    ///
    /// @return the objects by their names
    Map<String, JsonObject> await(String expected, Predicate<Map<String, JsonObject>> isThere)
            throws InterruptedException {
        read();
        while (!isThere.test(objects)) {
            assertThat(woken.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as(expected)
                    .isTrue();
            read();
        }
        return Map.copyOf(objects);
    }

    private void read() {
        for (Optional<WatchEvent> event = watch.poll(); event.isPresent(); event = watch.poll()) {
            JsonObject object = event.get().object();
            switch (event.get().type()) {
                case ADDED, MODIFIED -> objects.put(KubeObjects.name(object), object);
                case DELETED -> objects.remove(KubeObjects.name(object));
                case BOOKMARK, ERROR -> throw new AssertionError(event.get().toString());
            }
        }
    }

    @Override
    public void close() {
        watch.close();
    }
}

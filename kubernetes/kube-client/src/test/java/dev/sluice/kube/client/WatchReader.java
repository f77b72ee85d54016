package dev.sluice.kube.client;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Reads a watch, waiting for each event.
final class WatchReader implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final Semaphore news = new Semaphore(0);
    private final KubeWatch watch;

    WatchReader(Kube kube, ResourceType type, String namespace, WatchOptions options) {
        this.watch = kube.watch(type, namespace, options, news::release);
    }

    WatchEvent next() throws InterruptedException {
        while (true) {
            Optional<WatchEvent> event = watch.poll();
            if (event.isPresent()) {
                return event.get();
            }
            if (watch.isOver()) {
                throw new AssertionError("the watch is over");
            }
            if (!news.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("nothing has come for " + PATIENCE_SECONDS + " s");
            }
        }
    }

    /// Returns the next event in short, such as `ADDED one`.
    String nextInShort() throws InterruptedException {
        WatchEvent event = next();
        return event.type() + " " + KubeObjects.name(event.object());
    }

    boolean isOver() {
        return watch.isOver();
    }

    @Override
    public void close() {
        watch.close();
    }
}

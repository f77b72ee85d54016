package dev.sluice.controller;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/// A server that reports everything twice: on demand it ends all watches, and those that follow begin at the versions
/// of the start. The server itself then sends all events again, also those of objects that are gone.
final class ReplayingKube extends ForwardingKube {
    private static final int GONE = 410;

    private final Map<ResourceType, String> begin = new HashMap<>();
    private final List<Cut> open = new CopyOnWriteArrayList<>();
    private final Set<String> toReplay = ConcurrentHashMap.newKeySet();
    private final AtomicLong replayed = new AtomicLong();
    private final AtomicLong gone = new AtomicLong();

    ReplayingKube(Kube kube) {
        super(kube);
        for (ResourceType type : List.of(KubeTypes.NODES, KubeTypes.PODS)) {
            begin.put(type, kube.list(type, "", ListOptions.ALL).resourceVersion());
        }
    }

    /// Lets no event of the open watches pass until [#replay] ends them.
    void hold() {
        open.forEach(watch -> watch.isHeld = true);
    }

    /// Returns how often the server has said 410 to a watch.
    long gone() {
        return gone.get();
    }

    /// Ends all watches; the next of each begins at the start.
    void replay() {
        for (Cut watch : open) {
            toReplay.add(watch.key);
            watch.end();
        }
        open.clear();
    }

    /// Returns how many events have come from watches that began at the start again.
    long replayed() {
        return replayed.get();
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        String key = type + options.fieldSelector();
        boolean isReplay = toReplay.remove(key);
        WatchOptions from = !isReplay
                ? options
                : new WatchOptions(
                        options.labelSelector(),
                        options.fieldSelector(),
                        begin.getOrDefault(type, ""),
                        options.bookmarks(),
                        false);
        try {
            Cut watch = new Cut(super.watch(type, namespace, from, wake), key, wake, isReplay);
            open.add(watch);
            return watch;
        } catch (ApiException e) {
            gone.addAndGet(e.code() == GONE ? 1 : 0);
            throw e;
        }
    }

    private final class Cut implements KubeWatch {
        private final KubeWatch watch;
        private final String key;
        private final Runnable wake;
        private final boolean isReplay;
        private volatile boolean isCut;
        private volatile boolean isHeld;

        Cut(KubeWatch watch, String key, Runnable wake, boolean isReplay) {
            this.watch = watch;
            this.key = key;
            this.wake = wake;
            this.isReplay = isReplay;
        }

        private void end() {
            isCut = true;
            wake.run();
        }

        @Override
        public Optional<WatchEvent> poll() {
            Optional<WatchEvent> event = isCut || isHeld ? Optional.empty() : watch.poll();
            if (event.isPresent()
                    && event.get().type() == WatchEvent.Type.ERROR
                    && event.get().object().number(0, "code") == GONE) {
                gone.incrementAndGet();
            }
            if (isReplay && event.isPresent()) {
                replayed.incrementAndGet();
            }
            return event;
        }

        @Override
        public Optional<WatchEvent> bookmark() {
            return isCut ? Optional.empty() : watch.bookmark();
        }

        @Override
        public boolean isOver() {
            return isCut || (!isHeld && watch.isOver());
        }

        @Override
        public void close() {
            open.remove(this);
            watch.close();
        }
    }
}

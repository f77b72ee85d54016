package dev.sluice.kube.apiserver.informer;

import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A server that is hard to reach: lists fail, watches end at any event or are told that they are too old.
final class FaultyKube extends ForwardingKube {
    private final RandomGenerator random;
    private double rate;
    private final boolean refusesStreams;

    FaultyKube(Kube kube, RandomGenerator random, double rate, boolean refusesStreams) {
        super(kube);
        this.random = random;
        this.rate = rate;
        this.refusesStreams = refusesStreams;
    }

    void heal() {
        rate = 0;
    }

    private boolean strikes() {
        return random.nextDouble() < rate;
    }

    private RuntimeException fault() {
        return switch (random.nextInt(4)) {
            case 0 -> new UncheckedIOException(new IOException("connection reset"));
            case 1 -> ApiStatus.expired("too old");
            case 2 -> ApiStatus.internal("etcdserver: leader changed");
            default -> new ApiStatus(429, "TooManyRequests", "later", null).exception();
        };
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        if (strikes()) {
            throw fault();
        }
        return super.list(type, namespace, options);
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        if (refusesStreams && options.initialEvents()) {
            throw ApiStatus.badRequest("sendInitialEvents is forbidden for watch");
        }
        if (strikes()) {
            throw fault();
        }
        KubeWatch watch = super.watch(type, namespace, options, wake);
        return new FaultyWatch(watch);
    }

    private final class FaultyWatch implements KubeWatch {
        private final KubeWatch watch;
        private boolean isCut;

        FaultyWatch(KubeWatch watch) {
            this.watch = watch;
        }

        @Override
        public Optional<WatchEvent> poll() {
            if (isCut) {
                return Optional.empty();
            }
            if (strikes()) {
                isCut = true;
                watch.close();
                return switch (random.nextInt(3)) {
                    case 0 -> Optional.empty();
                    case 1 ->
                        Optional.of(new WatchEvent(
                                WatchEvent.Type.ERROR,
                                ApiStatus.expired("too old").body()));
                    default ->
                        Optional.of(new WatchEvent(
                                WatchEvent.Type.ERROR,
                                ApiStatus.internal("gone away").body()));
                };
            }
            return watch.poll();
        }

        @Override
        public boolean isOver() {
            return isCut || watch.isOver();
        }

        @Override
        public void close() {
            watch.close();
        }
    }
}

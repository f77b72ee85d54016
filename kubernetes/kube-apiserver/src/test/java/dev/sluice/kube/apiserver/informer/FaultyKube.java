package dev.sluice.kube.apiserver.informer;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A server that is hard to reach: lists fail, watches end at any event or are told that they are too old.
final class FaultyKube implements Kube {
    private final Kube kube;
    private final RandomGenerator random;
    private double rate;
    private final boolean refusesStreams;

    FaultyKube(Kube kube, RandomGenerator random, double rate, boolean refusesStreams) {
        this.kube = kube;
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
        return kube.list(type, namespace, options);
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        if (refusesStreams && options.initialEvents()) {
            throw ApiStatus.badRequest("sendInitialEvents is forbidden for watch");
        }
        if (strikes()) {
            throw fault();
        }
        KubeWatch watch = kube.watch(type, namespace, options, wake);
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

    @Override
    public JsonObject get(ResourceType type, ObjectKey key, String subresource) {
        return kube.get(type, key, subresource);
    }

    @Override
    public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
        return kube.create(type, namespace, object, options);
    }

    @Override
    public JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
        return kube.act(type, key, subresource, body, options);
    }

    @Override
    public JsonObject update(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        return kube.update(type, key, subresource, object, options);
    }

    @Override
    public JsonObject patch(ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
        return kube.patch(type, key, subresource, patch, options);
    }

    @Override
    public JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options) {
        return kube.delete(type, key, options);
    }

    @Override
    public KubeList deleteCollection(ResourceType type, String namespace, ListOptions which, DeleteOptions options) {
        return kube.deleteCollection(type, namespace, which, options);
    }
}

package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.verb.RestartableRequest;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
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
import dev.sluice.kube.port.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Serializes the calls of many threads to a port that is not thread-safe.
public final class SerializedKube implements Kube {
    private final Kube kube;
    private final Predicate<ResourceType> asksOthers;

    /// Not fair: handing each turn to the longest waiting thread costs more than most turns last.
    private final ReentrantLock turn = new ReentrantLock();

    public SerializedKube(Kube kube) {
        this(kube, _ -> false);
    }

    /// @param asksOthers the resources for which even reads may need a webhook
    public SerializedKube(Kube kube, Predicate<ResourceType> asksOthers) {
        this.kube = kube;
        this.asksOthers = asksOthers;
    }

    /// For reads; shared while there is no write.
    public <T> T inTurn(Supplier<T> request) {
        turn.lock();
        try {
            return request.get();
        } finally {
            turn.unlock();
        }
    }

    private <T> T read(ResourceType type, Supplier<T> request) {
        return asksOthers.test(type) ? attempt(request) : inTurn(request);
    }

    /// For what writes, and may have to ask others first.
    private <T> T attempt(Supplier<T> request) {
        return RestartableRequest.run(turn, request);
    }

    @Override
    public JsonObject get(ResourceType type, ObjectKey key, String subresource) {
        return read(type, () -> kube.get(type, key, subresource));
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        return read(type, () -> kube.list(type, namespace, options));
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        return new SharedWatch(type, inTurn(() -> kube.watch(type, namespace, options, wake)));
    }

    @Override
    public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
        return attempt(() -> kube.create(type, namespace, object, options));
    }

    @Override
    public JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
        return attempt(() -> kube.act(type, key, subresource, body, options));
    }

    @Override
    public JsonObject update(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        return attempt(() -> kube.update(type, key, subresource, object, options));
    }

    @Override
    public Written updateOrCreate(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        return attempt(() -> kube.updateOrCreate(type, key, subresource, object, options));
    }

    @Override
    public JsonObject patch(ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
        return attempt(() -> kube.patch(type, key, subresource, patch, options));
    }

    @Override
    public JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options) {
        return attempt(() -> kube.delete(type, key, options));
    }

    @Override
    public KubeList deleteCollection(ResourceType type, String namespace, ListOptions which, DeleteOptions options) {
        // One by one, as others may have to be asked about each.
        KubeList found = list(type, namespace, which);
        List<JsonObject> gone = new ArrayList<>();
        for (JsonObject object : found.items()) {
            try {
                delete(type, KubeObjects.key(object), options);
                gone.add(object);
            } catch (ApiException e) {
                if (e.code() != 404) {
                    throw e;
                }
            }
        }
        String version =
                read(type, () -> kube.list(type, namespace, which.page(1, "")).resourceVersion());
        return new KubeList(gone, version, "", 0);
    }

    private final class SharedWatch implements KubeWatch {
        private final ResourceType type;
        private final KubeWatch watch;

        SharedWatch(ResourceType type, KubeWatch watch) {
            this.type = type;
            this.watch = watch;
        }

        @Override
        public Optional<WatchEvent> poll() {
            return read(type, watch::poll);
        }

        @Override
        public Optional<WatchEvent> bookmark() {
            return inTurn(watch::bookmark);
        }

        @Override
        public boolean isOver() {
            return inTurn(watch::isOver);
        }

        @Override
        public void close() {
            inTurn(() -> {
                watch.close();
                return true;
            });
        }
    }
}

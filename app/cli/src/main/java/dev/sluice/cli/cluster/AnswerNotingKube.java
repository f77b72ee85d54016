package dev.sluice.cli.cluster;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.function.Supplier;

/// Notes every answer of the server, also refusals, to those requests that simulated nodes make.
final class AnswerNotingKube extends ForwardingKube {
    private final Runnable answered;

    AnswerNotingKube(Kube kube, Runnable answered) {
        super(kube);
        this.answered = answered;
    }

    @Override
    public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
        return noted(() -> super.create(type, namespace, object, options));
    }

    @Override
    public JsonObject get(ResourceType type, ObjectKey key, String subresource) {
        return noted(() -> super.get(type, key, subresource));
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        return noted(() -> super.list(type, namespace, options));
    }

    @Override
    public JsonObject patch(ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
        return noted(() -> super.patch(type, key, subresource, patch, options));
    }

    @Override
    public JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options) {
        return noted(() -> super.delete(type, key, options));
    }

    private <T> T noted(Supplier<T> request) {
        try {
            T answer = request.get();
            answered.run();
            return answer;
        } catch (ApiException e) {
            answered.run();
            throw e;
        }
    }
}

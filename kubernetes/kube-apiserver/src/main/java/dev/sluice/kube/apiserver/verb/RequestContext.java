package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeTime;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.store.ObjectStore;
import dev.sluice.kube.apiserver.store.WatchCache;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.StructNormalizer;
import dev.sluice.kube.validation.strategy.Strategy;
import dev.sluice.kube.validation.strategy.VersionConversion;
import dev.sluice.runtime.id.Uuids;
import dev.sluice.runtime.time.Clock;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// What all verbs share: store, clock, registry of resources and strategies.
///
/// @param rules the strategy of each resource
public record RequestContext(
        ObjectStore store,
        Clock clock,
        RandomGenerator chance,
        ResourceRegistry registry,
        Function<ResourceType, Strategy> rules) {

    /// The object as Kubernetes' own structs would write it; custom resources are as they are.
    public JsonObject canonical(ResourceType type, JsonObject object) {
        ObjectSchema kind = registry.schema().kind(type.apiVersion(), type.kind());
        return kind == null ? object : StructNormalizer.of(kind, object);
    }

    public WatchCache watchCache(ResourceType type) {
        return isCustom(type) ? store.lateWatchCache(type.groupResource()) : store.watchCache(type.groupResource());
    }

    public Strategy strategyOf(ResourceType type) {
        return rules.apply(type);
    }

    /// The conversion between the version of a type and the version that is stored.
    public VersionConversion conversionOf(ResourceType type) {
        return strategyOf(type).conversion(type.version());
    }

    /// The object, or an exception if there is none.
    public JsonObject existing(ResourceType type, ObjectKey key) {
        JsonObject found = watchCache(type).get(key);
        if (found == null) {
            throw ApiStatus.notFound(type, key.name());
        }
        return served(type, found);
    }

    /// The object in the version that is asked for.
    public JsonObject served(ResourceType type, JsonObject object) {
        boolean isOther = !object.text("apiVersion").equals(type.apiVersion()) && isCustom(type);
        return isOther ? strategyOf(type).served(List.of(object)).getFirst() : object;
    }

    /// Writes an object, in the version in which it is stored, and tells it in its own.
    @SuppressWarnings("ReferenceEquality") // an unchanged object is the very same
    JsonObject put(ResourceType type, ObjectKey key, JsonObject object) {
        if (!isCustom(type)) {
            return store.put(type.groupResource(), key, object);
        }
        Strategy own = strategyOf(type);
        JsonObject stored = own.stored(object);
        // Others are asked before anything is written, since it is all made again after they have answered.
        JsonObject told =
                stored == object ? object : own.served(List.of(stored)).getFirst();
        JsonObject written = store.put(type.groupResource(), key, stored);
        String version = written.text("metadata", "resourceVersion");
        return told.withAt(Json.of(version), "metadata", "resourceVersion");
    }

    public boolean isCustom(ResourceType type) {
        return registry.custom(type) != null;
    }

    /// As objects tell times: to the second.
    public String timestamp(long secondsFromNow) {
        return KubeTime.text(RestartableRequest.same(clock::now).getEpochSecond() + secondsFromNow);
    }

    public String newUid() {
        return RestartableRequest.same(() -> Uuids.next(chance).toString());
    }
}

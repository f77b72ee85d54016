package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeTime;
import dev.sluice.kube.apiserver.kind.KindRules;
import dev.sluice.kube.apiserver.schema.Canonical;
import dev.sluice.kube.apiserver.schema.Catalogue;
import dev.sluice.kube.apiserver.schema.ObjectSchema;
import dev.sluice.kube.apiserver.store.ObjectStore;
import dev.sluice.kube.apiserver.store.Shelf;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.runtime.id.Uuids;
import dev.sluice.runtime.time.Clock;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// What all verbs stand on.
///
/// @param rules of each resource
public record Ground(
        ObjectStore store,
        Clock clock,
        RandomGenerator chance,
        Catalogue catalogue,
        Function<ResourceType, KindRules> rules) {

    /// The object as Kubernetes' own structs would write it; custom resources are as they are.
    JsonObject canonical(ResourceType type, JsonObject object) {
        ObjectSchema kind = catalogue.schema().kind(type.apiVersion(), type.kind());
        return kind == null ? object : Canonical.of(kind, object);
    }

    Shelf shelf(ResourceType type) {
        return isCustom(type) ? store.lateShelf(type.groupResource()) : store.shelf(type.groupResource());
    }

    KindRules rulesOf(ResourceType type) {
        return rules.apply(type);
    }

    /// The object, or an exception if there is none.
    JsonObject existing(ResourceType type, ObjectKey key) {
        JsonObject found = shelf(type).get(key);
        if (found == null) {
            throw ApiStatus.notFound(type, key.name());
        }
        return served(type, found);
    }

    /// The object in the version that is asked for.
    JsonObject served(ResourceType type, JsonObject object) {
        boolean isOther = !object.text("apiVersion").equals(type.apiVersion()) && isCustom(type);
        return isOther ? rulesOf(type).served(List.of(object)).getFirst() : object;
    }

    /// Writes an object, in the version in which it is stored, and tells it in its own.
    @SuppressWarnings("ReferenceEquality") // an unchanged object is the very same
    JsonObject put(ResourceType type, ObjectKey key, JsonObject object) {
        if (!isCustom(type)) {
            return store.put(type.groupResource(), key, object);
        }
        KindRules own = rulesOf(type);
        JsonObject stored = own.stored(object);
        // Others are asked before anything is written, since it is all made again after they have answered.
        JsonObject told =
                stored == object ? object : own.served(List.of(stored)).getFirst();
        JsonObject written = store.put(type.groupResource(), key, stored);
        String version = written.text("metadata", "resourceVersion");
        return told.withAt(Json.of(version), "metadata", "resourceVersion");
    }

    boolean isCustom(ResourceType type) {
        return catalogue.custom(type) != null;
    }

    /// As objects tell times: to the second.
    String timestamp(long secondsFromNow) {
        return KubeTime.text(Attempt.same(clock::now).getEpochSecond() + secondsFromNow);
    }

    String newUid() {
        return Attempt.same(() -> Uuids.next(chance).toString());
    }
}

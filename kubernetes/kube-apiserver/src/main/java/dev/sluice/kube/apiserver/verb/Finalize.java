package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;

/// Takes a namespace's own finalizers away, whereupon it is gone if somebody has asked for its end.
final class Finalize {
    private final Ground ground;

    Finalize(Ground ground) {
        this.ground = ground;
    }

    JsonObject finalize(ResourceType namespaces, ObjectKey key, JsonObject given, WriteOptions options) {
        JsonObject object = ground.canonical(namespaces, PathAgreement.checked(namespaces, "", given));
        PathAgreement.mustBeNamed(key.name(), object);
        JsonObject old = ground.existing(namespaces, key);
        Metadata.mustBeExpected(namespaces, object, old, ground.rulesOf(namespaces));
        Json finalizers = object.at("spec", "finalizers");
        JsonObject kept = ground.rulesOf(namespaces).beforeUpdate(Metadata.kept(object, old), old);
        JsonObject changed = (finalizers == null
                        ? kept.withoutAt("spec", "finalizers")
                        : kept.withAt(finalizers, "spec", "finalizers"))
                .with("status", old.object("status"));
        if (options.dryRun() || changed.equals(old)) {
            return changed;
        }
        boolean isKept = finalizers != null || Metadata.hasFinalizers(changed);
        if (KubeObjects.isTerminating(changed) && !isKept) {
            ground.store().remove(namespaces.groupResource(), key);
            return changed.withAt(Json.of(KubeObjects.resourceVersion(old)), "metadata", "resourceVersion");
        }
        return ground.store().put(namespaces.groupResource(), key, changed);
    }
}

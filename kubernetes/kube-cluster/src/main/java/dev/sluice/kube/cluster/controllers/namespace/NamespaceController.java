package dev.sluice.kube.cluster.controllers.namespace;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Deletes the content of terminating namespaces, pods first, then removes their finalizer.
public final class NamespaceController {
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    /// When to check again while objects terminate.
    private static final long LOOK_AGAIN_NANOS = Clock.NANOS_PER_SECOND;

    private final Kube kube;
    private final Informer namespaces;
    private final Supplier<List<ResourceType>> types;
    private final WorkQueue<ObjectKey> queue;

    /// Creates a namespace controller.
    ///
    /// @param types returns the types that are served at present
    public NamespaceController(ControllerContext context, Supplier<List<ResourceType>> types) {
        this.kube = context.kube();
        this.types = types;
        this.namespaces = context.informer(KubeTypes.NAMESPACES);
        this.queue = new WorkQueue<>(context.timers());
        namespaces.addHandler(InformerHandler.onAnyChange(namespace -> {
            if (KubeObjects.isTerminating(namespace)) {
                queue.add(KubeObjects.key(namespace));
            }
        }));
        context.drive(new ControllerLoop<>("namespace controller", queue, List.of(namespaces), this::reconcile));
    }

    private void reconcile(ObjectKey key, long nowNanos) {
        JsonObject namespace = namespaces.cache().get(key);
        boolean isOurs = namespace != null
                && namespace.array("spec", "finalizers").toList().contains(Json.of("kubernetes"));
        if (namespace == null || !KubeObjects.isTerminating(namespace) || !isOurs) {
            return;
        }
        Map<String, Integer> left = new TreeMap<>();
        Map<String, Integer> finalizers = new TreeMap<>();
        // Pods first, as Kubernetes does: they may need what else is there, such as secrets and network policies, until
        // they have ended.
        empty(KubeTypes.PODS, key.name(), left, finalizers);
        if (left.isEmpty()) {
            for (ResourceType type : types.get()) {
                if (type.namespaced()) {
                    empty(type, key.name(), left, finalizers);
                }
            }
        }
        if (left.isEmpty()) {
            letGo(key, namespace);
        } else {
            tell(key, namespace, left, finalizers, nowNanos);
            queue.addAt(key, nowNanos + LOOK_AGAIN_NANOS);
        }
    }

    private void empty(
            ResourceType type, String namespace, Map<String, Integer> left, Map<String, Integer> finalizers) {
        List<JsonObject> there = kube.list(type, namespace, ListOptions.ALL).items();
        if (there.isEmpty()) {
            return;
        }
        for (JsonObject object : there) {
            if (!KubeObjects.isTerminating(object) || isWaitingForDependents(object)) {
                delete(type, KubeObjects.key(object));
            }
        }
        for (JsonObject object : kube.list(type, namespace, ListOptions.ALL).items()) {
            left.merge(type.groupResource() + (type.group().isEmpty() ? "." : ""), 1, Integer::sum);
            for (Json finalizer : object.array("metadata", "finalizers")) {
                finalizers.merge(finalizer.toString().replace("\"", ""), 1, Integer::sum);
            }
        }
    }

    /// Everything in the namespace goes, so that no object needs to wait for others: a deletion in the background takes
    /// the finalizer away.
    private static boolean isWaitingForDependents(JsonObject object) {
        return object.array("metadata", "finalizers").toList().contains(Json.of("foregroundDeletion"));
    }

    private void delete(ResourceType type, ObjectKey key) {
        try {
            DeleteOptions background = new DeleteOptions(OptionalLong.empty(), DeleteOptions.BACKGROUND, "", "", false);
            kube.delete(type, key, background);
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND && e.code() != CONFLICT) {
                throw e;
            }
        }
    }

    private void letGo(ObjectKey key, JsonObject namespace) {
        List<Json> others =
                new ArrayList<>(namespace.array("spec", "finalizers").toList());
        others.remove(Json.of("kubernetes"));
        try {
            kube.update(
                    KubeTypes.NAMESPACES,
                    key,
                    "finalize",
                    namespace.withAt(JsonArray.of(others), "spec", "finalizers"),
                    WriteOptions.PLAIN);
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
        }
    }

    private void tell(
            ObjectKey key,
            JsonObject namespace,
            Map<String, Integer> left,
            Map<String, Integer> finalizers,
            long nowNanos) {
        List<String> instances = new ArrayList<>();
        left.forEach((resource, count) -> instances.add("%s has %d resource instances".formatted(resource, count)));
        List<String> waiting = new ArrayList<>();
        finalizers.forEach(
                (finalizer, count) -> waiting.add("%s in %d resource instances".formatted(finalizer, count)));
        String content = "Some resources are remaining: " + String.join(", ", instances);
        JsonArray conditions = namespace.array("status", "conditions");
        conditions = Conditions.with(
                conditions,
                "NamespaceDeletionDiscoveryFailure",
                false,
                "ResourcesDiscovered",
                "All resources successfully discovered",
                nowNanos);
        conditions = Conditions.with(
                conditions,
                "NamespaceDeletionGroupVersionParsingFailure",
                false,
                "ParsedGroupVersions",
                "All legacy kube types successfully parsed",
                nowNanos);
        conditions = Conditions.with(
                conditions,
                "NamespaceDeletionContentFailure",
                false,
                "ContentDeleted",
                "All content successfully deleted, may be waiting on finalization",
                nowNanos);
        conditions = Conditions.with(
                conditions, "NamespaceContentRemaining", true, "SomeResourcesRemain", content, nowNanos);
        conditions = Conditions.with(
                conditions,
                "NamespaceFinalizersRemaining",
                !waiting.isEmpty(),
                waiting.isEmpty() ? "ContentHasNoFinalizers" : "SomeFinalizersRemain",
                waiting.isEmpty()
                        ? "All content-preserving finalizers finished"
                        : "Some content in the namespace has finalizers remaining: " + String.join(", ", waiting),
                nowNanos);
        if (!conditions.equals(namespace.array("status", "conditions"))) {
            kube.update(
                    KubeTypes.NAMESPACES,
                    key,
                    "status",
                    namespace.withAt(conditions, "status", "conditions"),
                    WriteOptions.PLAIN);
        }
    }
}

package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import java.util.LinkedHashMap;
import java.util.Map;

/// The static pods of nodes: each node runs its own without being told, and shows them as mirror pods.
final class StaticPods {
    static final String MIRROR = "kubernetes.io/config.mirror";

    private static final int CONFLICT = 409;

    private final Kube kube;
    private final Informer pods;
    private final Informer nodeObjects;
    private final Map<ObjectKey, JsonObject> mirrors = new LinkedHashMap<>();

    StaticPods(Kube kube, Informer pods, Informer nodeObjects) {
        this.kube = kube;
        this.pods = pods;
        this.nodeObjects = nodeObjects;
    }

    /// Adds a static pod; its mirror is called after pod and node.
    ///
    /// @return the key of the mirror pod
    ObjectKey add(String node, JsonObject pod) {
        String namespace = pod.text("metadata", "namespace");
        ObjectKey key = new ObjectKey(namespace.isEmpty() ? "default" : namespace, KubeObjects.name(pod) + "-" + node);
        JsonObject metadata = pod.object("metadata")
                .with("name", key.name())
                .with("namespace", key.namespace())
                .with(
                        "annotations",
                        pod.object("metadata", "annotations")
                                .with("kubernetes.io/config.source", "file")
                                .with("kubernetes.io/config.hash", Integer.toHexString(pod.hashCode()))
                                .with(MIRROR, Integer.toHexString(pod.hashCode())));
        mirrors.put(key, pod.with("metadata", metadata).withAt(Json.of(node), "spec", "nodeName"));
        return key;
    }

    void forget(String node) {
        mirrors.values().removeIf(mirror -> new Pod(mirror).nodeName().equals(node));
    }

    /// Returns the keys of a node's mirror pods.
    Iterable<ObjectKey> of(String node) {
        return mirrors.entrySet().stream()
                .filter(mirror -> new Pod(mirror.getValue()).nodeName().equals(node))
                .map(Map.Entry::getKey)
                .toList();
    }

    boolean has(ObjectKey key) {
        return mirrors.containsKey(key);
    }

    /// Creates a mirror pod that is missing, once its node is registered.
    void reconcile(ObjectKey key, long nowNanos) {
        JsonObject mirror = mirrors.get(key);
        JsonObject node = mirror == null ? null : nodeObjects.cache().get(ObjectKey.of(new Pod(mirror).nodeName()));
        if (mirror == null || node == null || pods.cache().get(key) != null) {
            return;
        }
        JsonObject owner = JsonObject.builder()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", KubeObjects.name(node))
                .put("uid", KubeObjects.uid(node))
                .put("controller", true)
                .build();
        try {
            kube.create(
                    KubeTypes.PODS,
                    key.namespace(),
                    mirror.withAt(JsonArray.of(owner), "metadata", "ownerReferences"),
                    WriteOptions.PLAIN);
        } catch (ApiException e) {
            if (e.code() != CONFLICT) {
                throw e;
            }
        }
    }
}

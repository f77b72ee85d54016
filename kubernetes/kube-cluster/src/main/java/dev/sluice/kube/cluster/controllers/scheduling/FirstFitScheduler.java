package dev.sluice.kube.cluster.controllers.scheduling;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.request.NodeRoom;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.WorkQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Binds each pod of the default scheduler to the first node, by name, on which it fits: requests, host ports, node
/// selector and affinity, taints. It knows nothing of gangs, priorities, volumes and pods' affinity for each other.
public final class FirstFitScheduler {
    private static final String SCHEDULER = "default-scheduler";
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    private final Kube kube;
    private final Informer pods;
    private final Informer nodes;
    private final WorkQueue<ObjectKey> queue;

    /// The pods for which there was no node.
    private final Set<ObjectKey> waiting = new LinkedHashSet<>();

    /// Pods that were bound and that the informer does not show on their nodes yet, by UID.
    private final Map<String, Assumed> assumed = new HashMap<>();

    private record Assumed(String node, JsonObject pod) {}

    public FirstFitScheduler(ControllerContext context) {
        this.kube = context.kube();
        this.pods = context.informer(KubeTypes.PODS);
        this.nodes = context.informer(KubeTypes.NODES);
        this.queue = new WorkQueue<>(context.timers());
        pods.addHandler(InformerHandler.onAnyChange(this::podChanged));
        nodes.addHandler(InformerHandler.onAnyChange(_ -> tryAgain()));
        context.drive(
                new ControllerLoop<>("first-fit scheduler", queue, List.of(pods, nodes), (key, _) -> schedule(key)));
    }

    private void podChanged(JsonObject json) {
        Pod pod = new Pod(json);
        if (isToBeBound(json)) {
            queue.add(KubeObjects.key(json));
        } else if (pod.isPlaced() || !pod.isActive()) {
            assumed.remove(KubeObjects.uid(json));
            if (!pod.isActive()) {
                tryAgain();
            }
        }
    }

    private void tryAgain() {
        waiting.forEach(queue::add);
        waiting.clear();
    }

    private static boolean isToBeBound(JsonObject json) {
        Pod pod = new Pod(json);
        return !pod.isPlaced()
                && pod.isActive()
                && json.text("spec", "schedulerName").equals(SCHEDULER)
                && json.array("spec", "schedulingGates").isEmpty();
    }

    private void schedule(ObjectKey key) {
        JsonObject pod = pods.cache().get(key);
        if (pod == null || !isToBeBound(pod)) {
            return;
        }
        for (JsonObject node : sortedNodes()) {
            if (fits(pod, node)) {
                bind(key, pod, KubeObjects.name(node));
                return;
            }
        }
        waiting.add(key);
    }

    private List<JsonObject> sortedNodes() {
        List<JsonObject> all = new ArrayList<>(nodes.cache().all());
        all.sort((one, other) -> KubeObjects.name(one).compareTo(KubeObjects.name(other)));
        return all;
    }

    private boolean fits(JsonObject pod, JsonObject node) {
        String name = KubeObjects.name(node);
        NodeRoom room = new NodeRoom(node);
        pods.cache().find(Index.NODE, name).forEach(room::add);
        assumed.values().removeIf(it -> pods.cache().get(KubeObjects.key(it.pod())) == null);
        assumed.values().stream().filter(it -> it.node().equals(name)).forEach(it -> room.add(it.pod()));
        return room.fits(pod);
    }

    private void bind(ObjectKey key, JsonObject pod, String node) {
        JsonObject binding = JsonObject.builder()
                .put("apiVersion", "v1")
                .put("kind", "Binding")
                .put("metadata", JsonObject.EMPTY.with("name", key.name()).with("uid", KubeObjects.uid(pod)))
                .put("target", JsonObject.EMPTY.with("kind", "Node").with("name", node))
                .build();
        @Nullable ApiException refusal = null;
        try {
            kube.act(KubeTypes.PODS, key, "binding", binding, WriteOptions.PLAIN);
        } catch (ApiException e) {
            refusal = e;
        }
        if (refusal == null) {
            assumed.put(KubeObjects.uid(pod), new Assumed(node, pod));
        } else if (refusal.code() != CONFLICT && refusal.code() != NOT_FOUND) {
            throw refusal;
        }
    }
}

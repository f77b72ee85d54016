package dev.sluice.kube.cluster.controllers.scheduling;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.request.NodeRoom;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Binds each pod of the default scheduler to the first node, by name, on which it fits: requests, host ports, node
/// selector and affinity, taints. It knows nothing of gangs, priorities, volumes and pods' affinity for each other.
public final class FirstFitScheduler {
    private static final String SCHEDULER = "default-scheduler";
    private static final String SCHEDULED = "PodScheduled";
    private static final String UNSCHEDULABLE = "Unschedulable";
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    private final Kube kube;
    private final Clock clock;
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
        this.clock = context.clock();
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
        reportUnschedulable(key, pod);
    }

    /// Says on the pod that there is no node for it, as kube-scheduler does.
    private void reportUnschedulable(ObjectKey key, JsonObject pod) {
        JsonArray before = pod.array("status", "conditions");
        JsonObject known = Conditions.find(before, SCHEDULED);
        if (known != null && known.text("reason").equals(UNSCHEDULABLE)) {
            return;
        }
        String message = "0/" + nodes.cache().all().size() + " nodes are available";
        JsonArray now = Conditions.with(before, SCHEDULED, false, UNSCHEDULABLE, message, clock.nowNanos());
        JsonObject metadata = JsonObject.EMPTY
                .with("uid", KubeObjects.uid(pod))
                .with("resourceVersion", KubeObjects.resourceVersion(pod));
        JsonObject status = JsonObject.of("conditions", now);
        JsonObject patch = JsonObject.of("metadata", metadata).with("status", status);
        ignoringChanges(() -> kube.patch(KubeTypes.PODS, key, "status", Patch.merge(patch), WriteOptions.PLAIN));
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
        if (ignoringChanges(() -> kube.act(KubeTypes.PODS, key, "binding", binding, WriteOptions.PLAIN))) {
            assumed.put(KubeObjects.uid(pod), new Assumed(node, pod));
        }
    }

    /// Makes a call about a pod. If the pod has changed or is gone, its informer reports that.
    ///
    /// @return whether the call succeeded
    private static boolean ignoringChanges(Runnable call) {
        try {
            call.run();
            return true;
        } catch (ApiException e) {
            if (e.code() != CONFLICT && e.code() != NOT_FOUND) {
                throw e;
            }
            return false;
        }
    }
}

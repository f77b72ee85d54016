package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.request.HostPort;
import dev.sluice.kube.request.PodRequest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A node: its admitted pods, and whether it is up.
final class SimulatedNode {
    private final String name;
    private final int number;
    private final Map<ObjectKey, RunningPod> pods = new LinkedHashMap<>();
    private final Map<String, Long> used = new HashMap<>();
    private final Set<ObjectKey> deferred = new LinkedHashSet<>();
    private NodeTemplate template;
    private boolean isDown;

    SimulatedNode(String name, int number, NodeTemplate template) {
        this.name = name;
        this.number = number;
        this.template = template;
    }

    NodeTemplate template() {
        return template;
    }

    /// The machine returns, maybe with another shape, and knows nothing of its pods.
    void reset(NodeTemplate changed) {
        template = changed;
        pods.clear();
        used.clear();
        deferred.clear();
        isDown = false;
    }

    String name() {
        return name;
    }

    int number() {
        return number;
    }

    String ip() {
        return NodeObjects.ip(10, number);
    }

    boolean isDown() {
        return isDown;
    }

    void setDown(boolean down) {
        isDown = down;
    }

    /// Returns what the admitted pods take of a resource.
    long used(String resource) {
        return used.getOrDefault(resource, 0L);
    }

    /// True if none of the ports is in use.
    boolean hasFree(Set<HostPort> ports) {
        if (ports.isEmpty()) {
            return true;
        }
        return pods.values().stream()
                .filter(life -> life.stage() != RunningPod.Stage.OVER)
                .flatMap(life -> life.ports().stream())
                .noneMatch(used -> ports.stream().anyMatch(used::conflictsWith));
    }

    @Nullable
    RunningPod life(ObjectKey key) {
        return pods.get(key);
    }

    void take(ObjectKey key, RunningPod life) {
        pods.put(key, life);
        count(life.request(), 1);
    }

    /// Changes what an admitted pod takes.
    void recount(RunningPod life, PodRequest changed) {
        count(life.request(), -1);
        life.setRequest(changed);
        count(changed, 1);
    }

    /// Frees what a pod has taken when its containers have ended. The kubelet knows that before the API server, and
    /// after
    /// a new list of all pods the successor may come first.
    void free(RunningPod life) {
        recount(life, RunningPod.NOTHING);
    }

    /// Returns the pods whose resize waits for room, in the order in which they began to wait.
    Set<ObjectKey> deferred() {
        return deferred;
    }

    void defer(ObjectKey key, boolean isDeferred) {
        if (isDeferred) {
            deferred.add(key);
        } else {
            deferred.remove(key);
        }
    }

    private void count(PodRequest request, int sign) {
        request.amounts().forEach((resource, amount) -> used.merge(resource, sign * amount, Long::sum));
    }

    /// Remembers a rejected pod, so that it is rejected only once.
    void refuse(ObjectKey key, RunningPod life) {
        pods.put(key, life);
    }

    void release(ObjectKey key) {
        RunningPod life = pods.remove(key);
        deferred.remove(key);
        if (life != null && !life.isRefused()) {
            count(life.request(), -1);
        }
    }
}

package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.request.HostPort;
import dev.sluice.kube.request.PodRequest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A node: its admitted pods, and whether it is up.
final class SimulatedNode {
    private final String name;
    private final int number;
    private final Map<ObjectKey, RunningPod> pods = new LinkedHashMap<>();
    private final Map<String, Long> used = new HashMap<>();
    private boolean isDown;

    SimulatedNode(String name, int number) {
        this.name = name;
        this.number = number;
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

    private void count(PodRequest request, int sign) {
        request.amounts().forEach((resource, amount) -> used.merge(resource, sign * amount, Long::sum));
    }

    /// Remembers a rejected pod, so that it is rejected only once.
    void refuse(ObjectKey key, RunningPod life) {
        pods.put(key, life);
    }

    void release(ObjectKey key) {
        RunningPod life = pods.remove(key);
        if (life != null && !life.isRefused()) {
            count(life.request(), -1);
        }
    }
}

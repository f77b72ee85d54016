package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.cluster.nodes.HostPorts.HostPort;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.quantity.Quantity;
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
    private final Map<String, Quantity> used = new HashMap<>();
    private int podCount;
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

    /// Returns the number of admitted pods, without rejected ones.
    int podCount() {
        return podCount;
    }

    Map<String, Quantity> used() {
        return used;
    }

    /// True if none of the ports is in use.
    boolean hasFree(Set<HostPort> ports) {
        if (ports.isEmpty()) {
            return true;
        }
        return pods.values().stream()
                .flatMap(life -> life.ports().stream())
                .noneMatch(used -> ports.stream().anyMatch(used::isInTheWayOf));
    }

    @Nullable
    RunningPod life(ObjectKey key) {
        return pods.get(key);
    }

    void take(ObjectKey key, RunningPod life) {
        pods.put(key, life);
        podCount++;
        life.requests().forEach((resource, amount) -> used.merge(resource, amount, Quantity::plus));
    }

    /// Remembers a rejected pod, so that it is rejected only once.
    void refuse(ObjectKey key, RunningPod life) {
        pods.put(key, life);
    }

    void release(ObjectKey key) {
        RunningPod life = pods.remove(key);
        if (life != null && !life.isRefused()) {
            podCount--;
            life.requests()
                    .forEach((resource, amount) -> used.computeIfPresent(resource, (_, sum) -> sum.minus(amount)));
        }
    }
}

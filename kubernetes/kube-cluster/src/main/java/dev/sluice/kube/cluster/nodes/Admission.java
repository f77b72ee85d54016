package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.cluster.object.NodeSelection;
import dev.sluice.kube.cluster.object.Taints;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.quantity.QuantityFormatException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Whether a node takes a pod that was given to it, by the kubelet's own rules, order and words.
///
/// Schedulers make mistakes and do not know of each other; the node has the last word.
final class Admission {
    /// Why not.
    record Refusal(String reason, String message) {}

    private Admission() {}

    /// @param used by the pods that the node has
    /// @param podCount of them
    static @Nullable Refusal refusal(
            JsonObject node,
            NodeShape shape,
            Map<String, Quantity> used,
            int podCount,
            JsonObject pod,
            Map<String, Quantity> requests) {
        long podsMax = shape.resources().getOrDefault("pods", Quantity.ZERO).asLong();
        if (podCount + 1 > podsMax) {
            return outOf("pods", 1, podCount, podsMax);
        }
        for (Map.Entry<String, Quantity> request : requests.entrySet()) {
            Quantity has = shape.resources().get(request.getKey());
            // A resource that the node has never heard of is none of its business.
            if (has == null || request.getValue().signum() == 0) {
                continue;
            }
            Quantity taken = used.getOrDefault(request.getKey(), Quantity.ZERO);
            if (taken.plus(request.getValue()).compareTo(has) > 0) {
                boolean isCpu = request.getKey().equals("cpu");
                return outOf(
                        request.getKey(),
                        isCpu
                                ? request.getValue().asMilli()
                                : request.getValue().asLong(),
                        isCpu ? taken.asMilli() : taken.asLong(),
                        isCpu ? has.asMilli() : has.asLong());
            }
        }
        if (!NodeSelection.matches(pod, node)) {
            return failed("NodeAffinity", "node(s) didn't match Pod's node affinity/selector");
        }
        if (Taints.untolerated(node, pod, "NoExecute") != null) {
            return failed("TaintToleration", "node(s) had taints that the pod didn't tolerate");
        }
        return null;
    }

    private static Refusal outOf(String resource, long requested, long used, long capacity) {
        return new Refusal(
                "OutOf" + resource,
                "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d"
                        .formatted(resource, requested, used, capacity));
    }

    private static Refusal failed(String predicate, String why) {
        return new Refusal(predicate, "Predicate %s failed: %s".formatted(predicate, why));
    }

    /// What a pod asks for: the sum of its containers, or the most that an init container needs, and the overhead.
    static Map<String, Quantity> requests(JsonObject pod) {
        Map<String, Quantity> sum = new LinkedHashMap<>();
        for (Json container : pod.array("spec", "containers")) {
            add(sum, container);
        }
        Map<String, Quantity> sidecars = new LinkedHashMap<>();
        Map<String, Quantity> peak = new LinkedHashMap<>();
        for (Json container : pod.array("spec", "initContainers")) {
            boolean isSidecar = container instanceof JsonObject object
                    && object.text("restartPolicy").equals("Always");
            if (isSidecar) {
                add(sum, container);
                add(sidecars, container);
                sidecars.forEach((name, amount) -> peak.merge(name, amount, Admission::larger));
            } else {
                Map<String, Quantity> alone = new LinkedHashMap<>(sidecars);
                add(alone, container);
                alone.forEach((name, amount) -> peak.merge(name, amount, Admission::larger));
            }
        }
        peak.forEach((name, amount) -> sum.merge(name, amount, Admission::larger));
        addAll(sum, pod.object("spec", "overhead"));
        return sum;
    }

    private static void add(Map<String, Quantity> sum, Json container) {
        if (container instanceof JsonObject object) {
            addAll(sum, object.object("resources", "requests"));
        }
    }

    private static void addAll(Map<String, Quantity> sum, JsonObject amounts) {
        amounts.texts().forEach((name, text) -> {
            try {
                sum.merge(name, Quantity.parse(text), Quantity::plus);
            } catch (QuantityFormatException _) {
                // No server lets it in.
            }
        });
    }

    private static Quantity larger(Quantity one, Quantity other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}

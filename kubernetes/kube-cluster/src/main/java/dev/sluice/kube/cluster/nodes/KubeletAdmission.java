package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.quantity.QuantityFormatException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Admits pods to a node by the kubelet's rules, in its order and with its messages.
///
/// Schedulers make mistakes and may not know of each other, so the node checks again.
final class KubeletAdmission {
    /// Why a pod is rejected.
    record Refusal(String reason, String message) {}

    private KubeletAdmission() {}

    private static final List<String> FIRST = List.of("cpu", "memory", "ephemeral-storage");
    private static final String OS = "linux";

    /// @param node as the server has it
    /// @param taken the pods admitted so far
    static @Nullable Refusal refusal(
            JsonObject node, NodeShape shape, SimulatedNode taken, JsonObject pod, Map<String, Quantity> requests) {
        Refusal refusal = ofKind(pod);
        if (refusal == null) {
            refusal = ofRoom(shape, taken, requests);
        }
        if (refusal != null) {
            return refusal;
        }
        if (!new Pod(pod).selects(new Node(node))) {
            return failed("NodeAffinity", "node(s) didn't match Pod's node affinity/selector");
        }
        if (!taken.hasFree(HostPorts.of(pod))) {
            return failed("NodePorts", "node(s) didn't have free ports for the requested pod ports");
        }
        if (new Node(node).untoleratedTaint(new Pod(pod), "NoExecute") != null) {
            return failed("TaintToleration", "node(s) had taints that the pod didn't tolerate");
        }
        return null;
    }

    /// Checks that do not depend on the node's free resources.
    private static @Nullable Refusal ofKind(JsonObject pod) {
        JsonObject labels = pod.object("metadata", "labels");
        if (labels.has("kubernetes.io/os") && !labels.text("kubernetes.io/os").equals(OS)) {
            return new Refusal(
                    "PodOSSelectorNodeLabelDoesNotMatch",
                    "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label");
        }
        if (pod.object("spec").has("os") && !pod.text("spec", "os", "name").equals(OS)) {
            return new Refusal("PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS");
        }
        if (pod.text("spec", "securityContext", "supplementalGroupsPolicy").equals("Strict")) {
            return new Refusal(
                    "SupplementalGroupsPolicyNotSupported",
                    "SupplementalGroupsPolicy=Strict is not supported in this node");
        }
        return null;
    }

    private static @Nullable Refusal ofRoom(NodeShape shape, SimulatedNode taken, Map<String, Quantity> requests) {
        long podsMax = shape.resources().getOrDefault("pods", Quantity.ZERO).asLong();
        if (taken.podCount() + 1 > podsMax) {
            return outOf("pods", 1, taken.podCount(), podsMax);
        }
        List<String> names = new ArrayList<>(FIRST);
        requests.keySet().stream()
                .filter(name -> !FIRST.contains(name))
                .sorted()
                .forEach(names::add);
        for (String name : names) {
            Quantity request = requests.getOrDefault(name, Quantity.ZERO);
            boolean isKnown = shape.resources().containsKey(name);
            // Unknown extended resources are ignored, as the kubelet does.
            if (request.signum() == 0 || (!isKnown && name.contains("/"))) {
                continue;
            }
            Quantity has = shape.resources().getOrDefault(name, Quantity.ZERO);
            Quantity used = taken.used().getOrDefault(name, Quantity.ZERO);
            if (used.plus(request).compareTo(has) > 0) {
                return name.equals("cpu")
                        ? outOf(name, request.asMilli(), used.asMilli(), has.asMilli())
                        : outOf(name, request.asLong(), used.asLong(), has.asLong());
            }
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

    /// Returns a pod's resource requests: the sum of its containers or the maximum of its init containers, plus the
    /// overhead.
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
                sidecars.forEach((name, amount) -> peak.merge(name, amount, KubeletAdmission::larger));
            } else {
                Map<String, Quantity> alone = new LinkedHashMap<>(sidecars);
                add(alone, container);
                alone.forEach((name, amount) -> peak.merge(name, amount, KubeletAdmission::larger));
            }
        }
        peak.forEach((name, amount) -> sum.merge(name, amount, KubeletAdmission::larger));
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
                // The server's validation does not admit it.
            }
        });
    }

    private static Quantity larger(Quantity one, Quantity other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}

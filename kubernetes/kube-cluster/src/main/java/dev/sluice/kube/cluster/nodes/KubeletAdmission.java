package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.request.Allocatable;
import dev.sluice.kube.request.HostPort;
import dev.sluice.kube.request.PodRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Admits pods to a node by the kubelet's rules, in its order and with its messages.
///
/// Schedulers make mistakes and may not know of each other, so the node checks again.
final class KubeletAdmission {
    /// Why a pod is rejected.
    record Refusal(String reason, String message) {}

    private KubeletAdmission() {}

    private static final List<String> FIRST = List.of("pods", "cpu", "memory", "ephemeral-storage");
    private static final List<String> RESIZABLE = List.of("cpu", "memory");
    private static final String OS = "linux";

    static final String DEFERRED = "Deferred";
    static final String INFEASIBLE = "Infeasible";

    /// @param node as the server has it
    /// @param taken the pods admitted so far
    static @Nullable Refusal refusal(JsonObject node, SimulatedNode taken, JsonObject pod) {
        Refusal refusal = ofKind(pod);
        if (refusal == null) {
            refusal = ofRoom(Allocatable.of(node), taken, PodRequest.of(pod));
        }
        if (refusal != null) {
            return refusal;
        }
        if (!new Pod(pod).selects(new Node(node))) {
            return failed("NodeAffinity", "node(s) didn't match Pod's node affinity/selector");
        }
        if (!taken.hasFree(HostPort.of(pod))) {
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

    private static @Nullable Refusal ofRoom(Allocatable has, SimulatedNode taken, PodRequest request) {
        List<String> names = new ArrayList<>(FIRST);
        request.amounts().keySet().stream()
                .filter(name -> !FIRST.contains(name))
                .forEach(names::add);
        for (String name : names) {
            long amount = request.amount(name);
            boolean isKnown = has.amounts().containsKey(name);
            // Unknown extended resources are ignored, as the kubelet does.
            if (amount == 0 || (!isKnown && name.contains("/"))) {
                continue;
            }
            long used = taken.used(name);
            if (amount > has.amount(name) - used) {
                return outOf(name, amount, used, has.amount(name));
            }
        }
        return null;
    }

    /// Returns why a pod cannot be resized to its spec: [#DEFERRED] if the node is full, [#INFEASIBLE] if the pod alone
    /// exceeds it. (Kubelets up to 1.35 tell the two apart, memory first; the kubelet 1.36 defers both.)
    ///
    /// @param life the pod with the size that it has
    static @Nullable Refusal refusalOfResize(JsonObject node, SimulatedNode taken, RunningPod life, JsonObject pod) {
        Allocatable has = Allocatable.of(node);
        PodRequest request = PodRequest.of(pod.without("status"));
        for (String name : RESIZABLE.reversed()) {
            long amount = request.amount(name);
            if (amount > has.amount(name)) {
                return new Refusal(
                        INFEASIBLE,
                        "Node didn't have enough capacity: %s, requested: %d, capacity: %d"
                                .formatted(name, amount, has.amount(name)));
            }
        }
        for (String name : RESIZABLE) {
            long amount = request.amount(name);
            long used = taken.used(name) - life.request().amount(name);
            if (amount > has.amount(name) - used) {
                return new Refusal(
                        DEFERRED, outOf(name, amount, used, has.amount(name)).message());
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
}

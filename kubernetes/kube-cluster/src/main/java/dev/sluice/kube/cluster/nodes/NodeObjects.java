package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Creates Node and Lease objects.
final class NodeObjects {
    static final String LEASE_NAMESPACE = "kube-node-lease";
    private static final int LEASE_SECONDS = 40;
    private static final String VERSION = "v1.36.3";

    private NodeObjects() {}

    static JsonObject node(SimulatedNode node, long nowNanos) {
        String name = node.name();
        JsonObject labels = JsonObject.builder()
                .put("kubernetes.io/hostname", name)
                .put("kubernetes.io/os", "linux")
                .put("kubernetes.io/arch", "amd64")
                .put("beta.kubernetes.io/os", "linux")
                .put("beta.kubernetes.io/arch", "amd64")
                .put("sluice.dev/simulated", "true")
                .build();
        for (Map.Entry<String, String> label : node.template().labels().entrySet()) {
            labels = labels.with(label.getKey(), label.getValue());
        }
        List<JsonObject> taints = node.template().taints();
        return JsonObject.builder()
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", name)
                                .put("labels", labels)
                                .build())
                .put("spec", taints.isEmpty() ? JsonObject.EMPTY : JsonObject.of("taints", JsonArray.of(taints)))
                .put("status", status(node, nowNanos))
                .build();
    }

    private static JsonObject status(SimulatedNode node, long nowNanos) {
        JsonObject amounts = node.template().shape().toJson();
        return JsonObject.builder()
                .put("capacity", amounts)
                .put("allocatable", amounts)
                .put("conditions", conditions(nowNanos, nowNanos))
                .put("addresses", JsonArray.of(address("InternalIP", node.ip()), address("Hostname", node.name())))
                .put("daemonEndpoints", JsonObject.of("kubeletEndpoint", JsonObject.of("Port", Json.of(10250))))
                .put("nodeInfo", info(node.name()))
                .build();
    }

    /// Returns an address in a private network, from the network's number and the node's.
    static String ip(int first, int i) {
        return "%d.%d.%d.%d".formatted(first, (i >> 16) & 0xff, (i >> 8) & 0xff, i & 0xff);
    }

    private static JsonObject address(String type, String address) {
        return JsonObject.builder().put("type", type).put("address", address).build();
    }

    private static JsonObject info(String name) {
        return JsonObject.builder()
                .put("machineID", name)
                .put("systemUUID", name)
                .put("bootID", name)
                .put("kernelVersion", "simulated")
                .put("osImage", "Sluice simulated node")
                .put("containerRuntimeVersion", "sluice://1")
                .put("kubeletVersion", VERSION)
                .put("kubeProxyVersion", "")
                .put("operatingSystem", "linux")
                .put("architecture", "amd64")
                .build();
    }

    static JsonArray conditions(long nowNanos, long sinceNanos) {
        List<Json> conditions = new ArrayList<>();
        conditions.add(pressure(
                "MemoryPressure",
                "KubeletHasSufficientMemory",
                "kubelet has sufficient memory available",
                nowNanos,
                sinceNanos));
        conditions.add(pressure(
                "DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure", nowNanos, sinceNanos));
        conditions.add(pressure(
                "PIDPressure",
                "KubeletHasSufficientPID",
                "kubelet has sufficient PID available",
                nowNanos,
                sinceNanos));
        conditions.add(
                condition("Ready", "True", "KubeletReady", "kubelet is posting ready status", nowNanos, sinceNanos));
        return JsonArray.of(conditions);
    }

    private static JsonObject pressure(String type, String reason, String message, long nowNanos, long sinceNanos) {
        return condition(type, "False", reason, message, nowNanos, sinceNanos);
    }

    private static JsonObject condition(
            String type, String status, String reason, String message, long nowNanos, long sinceNanos) {
        return JsonObject.builder()
                .put("type", type)
                .put("status", status)
                .put("lastHeartbeatTime", Times.of(nowNanos))
                .put("lastTransitionTime", Times.of(sinceNanos))
                .put("reason", reason)
                .put("message", message)
                .build();
    }

    static JsonObject lease(JsonObject node, long nowNanos) {
        JsonObject owner = JsonObject.builder()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", KubeObjects.name(node))
                .put("uid", KubeObjects.uid(node))
                .build();
        JsonObject metadata = JsonObject.builder()
                .put("name", KubeObjects.name(node))
                .put("namespace", LEASE_NAMESPACE)
                .put("ownerReferences", JsonArray.of(owner))
                .build();
        JsonObject spec = JsonObject.builder()
                .put("holderIdentity", KubeObjects.name(node))
                .put("leaseDurationSeconds", LEASE_SECONDS)
                .put("renewTime", Times.micro(nowNanos))
                .build();
        return JsonObject.builder().put("metadata", metadata).put("spec", spec).build();
    }
}

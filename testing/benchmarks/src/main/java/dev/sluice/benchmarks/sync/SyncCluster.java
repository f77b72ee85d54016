package dev.sluice.benchmarks.sync;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Nodes with running pods of other schedulers, on an embedded API server. Pods are as a ReplicaSet, kube-scheduler
/// and a kubelet leave them: with labels, an owner, volumes, tolerations, five conditions and a container's status.
final class SyncCluster {
    static final int PODS_PER_NODE = 30;

    /// Pods of one owner are alike, and are spread over the nodes.
    private static final int PODS_PER_OWNER = 25;

    private static final int NODES_PER_RACK = 40;
    private static final String NAMESPACE = "default";

    private final Kube kube;
    private final int nodes;
    private final RandomGenerator random = new Seeds(1).forActor("sync");
    private final List<String> pods = new ArrayList<>();
    private int made;
    private int beats;
    private String requests = "";

    private SyncCluster(Kube kube, int nodes) {
        this.kube = kube;
        this.nodes = nodes;
    }

    /// Creates the objects.
    static SyncCluster fill(Kube kube, int nodes) {
        SyncCluster cluster = new SyncCluster(kube, nodes);
        for (int i = 0; i < nodes; i++) {
            cluster.createNode(i);
        }
        for (int i = 0; i < nodes * PODS_PER_NODE; i++) {
            cluster.createPod("node-" + i % nodes);
        }
        return cluster;
    }

    int podCount() {
        return pods.size();
    }

    /// Returns the resource version that the nodes or the pods of a server have reached.
    static long version(Kube kube, boolean ofNodes) {
        ListOptions one = new ListOptions("", "", 1, "", "", "");
        return Informer.versionNumber(
                kube.list(ofNodes ? KubeTypes.NODES : KubeTypes.PODS, "", one).resourceVersion());
    }

    private String anyNode() {
        return "node-" + random.nextInt(nodes);
    }

    private String anyPod() {
        return pods.get(random.nextInt(pods.size()));
    }

    /// Creates a pod that is on no node yet.
    String createUnboundPod() {
        return createPod("");
    }

    /// Creates a running pod on any node.
    void createBoundPod() {
        createPod(anyNode());
    }

    void bind(String pod) {
        kube.act(
                KubeTypes.PODS,
                new ObjectKey(NAMESPACE, pod),
                "binding",
                object("""
                {"apiVersion": "v1", "kind": "Binding", "metadata": {"name": "%s"},
                 "target": {"apiVersion": "v1", "kind": "Node", "name": "%s"}}
                """.formatted(pod, anyNode())),
                WriteOptions.PLAIN);
    }

    /// Changes a condition of a pod, of which nothing follows.
    void changePod() {
        patchStatus(false, anyPod(), object("""
                {"observedGeneration": %d}
                """.formatted(++beats)));
    }

    /// Deletes any pod.
    void deletePod() {
        deletePod(random.nextInt(pods.size()));
    }

    /// Deletes the pod that was created last.
    void deleteLastPod() {
        deletePod(pods.size() - 1);
    }

    private void deletePod(int at) {
        String pod = pods.set(at, pods.getLast());
        pods.removeLast();
        kube.delete(KubeTypes.PODS, new ObjectKey(NAMESPACE, pod), DeleteOptions.within(0));
    }

    void beat() {
        patchStatus(true, anyNode(), object("""
                {"conditions": [%s]}
                """.formatted(ready(++beats))));
    }

    void resize() {
        patchStatus(true, anyNode(), object("""
                {"allocatable": {"cpu": "%d"}}
                """.formatted(random.nextBoolean() ? 64 : 63)));
    }

    private void patchStatus(boolean isNode, String name, JsonObject status) {
        kube.patch(
                isNode ? KubeTypes.NODES : KubeTypes.PODS,
                new ObjectKey(isNode ? "" : NAMESPACE, name),
                "status",
                Patch.merge(JsonObject.of("status", status)),
                WriteOptions.PLAIN);
    }

    private static String ready(int beat) {
        return """
                {"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "kubelet is posting ready status",
                 "lastHeartbeatTime": "2026-01-01T%02d:%02d:%02dZ", "lastTransitionTime": "2026-01-01T00:00:00Z"}
                """.formatted(beat / 3600 % 24, beat / 60 % 60, beat % 60);
    }

    private void createNode(int number) {
        kube.create(
                KubeTypes.NODES,
                "",
                object("""
                {"metadata": {"name": "node-%d", "labels": {
                    "kubernetes.io/hostname": "node-%d", "kubernetes.io/arch": "amd64", "kubernetes.io/os": "linux",
                    "topology.kubernetes.io/zone": "zone-%d", "sluice.dev/rack": "rack-%d"}},
                 "spec": {}}
                """.formatted(number, number, number / NODES_PER_RACK % 3, number / NODES_PER_RACK)),
                WriteOptions.PLAIN);
        patchStatus(true, "node-" + number, object("""
                {"allocatable": {"cpu": "64", "memory": "256Gi", "pods": "110", "ephemeral-storage": "512Gi"},
                 "capacity": {"cpu": "64", "memory": "260Gi", "pods": "110", "ephemeral-storage": "550Gi"},
                 "conditions": [%s]}
                """.formatted(ready(0))));
    }

    private String createPod(String node) {
        int number = made++;
        int owner = number / PODS_PER_OWNER;
        if (number % PODS_PER_OWNER == 0) {
            requests = """
                    {"cpu": "%dm", "memory": "%dMi"}
                    """.formatted(100 + random.nextInt(20) * 50, 128 * (1 + random.nextInt(8)));
        }
        String name = "app-" + owner + "-6b7f9c5d4-" + number;
        kube.create(KubeTypes.PODS, NAMESPACE, object("""
                {"metadata": {"name": "%1$s", "generateName": "app-%2$d-6b7f9c5d4-",
                    "labels": {"app": "app-%2$d", "app.kubernetes.io/name": "app-%2$d", "pod-template-hash": "6b7f9c5d4"},
                    "annotations": {"prometheus.io/scrape": "true", "prometheus.io/port": "8080"},
                    "ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "app-%2$d-6b7f9c5d4",
                        "uid": "5f0c2f6e-0000-4000-8000-%2$012d", "controller": true, "blockOwnerDeletion": true}]},
                 "spec": {"nodeName": "%3$s", "schedulerName": "default-scheduler",
                    "containers": [{"name": "main", "image": "registry.example.com/app:1.2.3",
                        "env": [{"name": "ONE", "value": "1"}, {"name": "TWO", "value": "2"}],
                        "ports": [{"containerPort": 8080, "protocol": "TCP"}],
                        "resources": {"requests": %4$s, "limits": %4$s},
                        "volumeMounts": [{"name": "scratch", "mountPath": "/scratch"}]}],
                    "volumes": [{"name": "scratch", "emptyDir": {}}],
                    "tolerations": [{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute",
                        "tolerationSeconds": 300}]}}
                """.formatted(name, owner, node, requests)), WriteOptions.PLAIN);
        if (!node.isEmpty()) {
            patchStatus(false, name, running());
        }
        pods.add(name);
        return name;
    }

    private JsonObject running() {
        return object("""
                {"phase": "Running", "startTime": "2026-01-01T00:00:00Z", "qosClass": "Guaranteed", "hostIP": "10.0.0.1",
                 "podIP": "10.1.0.1", "conditions": [%s, %s, %s, %s, %s],
                 "containerStatuses": [{"name": "main", "image": "registry.example.com/app:1.2.3", "ready": true,
                    "imageID": "registry.example.com/app@sha256:0", "containerID": "containerd://0", "restartCount": 0,
                    "started": true, "state": {"running": {"startedAt": "2026-01-01T00:00:01Z"}},
                    "allocatedResources": %s, "resources": {"requests": %s, "limits": %s}}]}
                """.formatted(
                        condition("PodReadyToStartContainers"),
                        condition("Initialized"),
                        condition("Ready"),
                        condition("ContainersReady"),
                        condition("PodScheduled"),
                        requests,
                        requests,
                        requests));
    }

    private static String condition(String type) {
        return """
                {"type": "%s", "status": "True", "lastTransitionTime": "2026-01-01T00:00:01Z"}
                """.formatted(type);
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonText.read(text);
    }
}

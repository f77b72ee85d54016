package dev.sluice.kube.cluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.VirtualCluster;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import org.junit.jupiter.api.Test;

/// Nodes that come, go and change while a cluster runs.
class ChangingNodesTest {
    private static final long START_NANOS = 1_800_000_000L * Clock.NANOS_PER_SECOND;
    private static final ResourceType DAEMON_SETS = new ResourceType("apps", "v1", "daemonsets", "DaemonSet", true);
    private static final ObjectKey KEY = new ObjectKey("default", "p");

    private final VirtualCluster cluster = new VirtualCluster(new Seeds(4), START_NANOS);
    private final NodeFleet fleet = cluster.addNodes(new FleetSettings(
            0,
            "node-",
            NodeShape.DEFAULT,
            0,
            new Delay.Fixed(0),
            FleetSettings.HEARTBEAT_NANOS,
            FleetSettings.FOREVER_NANOS));

    @Test
    void nodesOfSeveralShapesShareACluster() {
        fleet.add(
                "big",
                NodeTemplate.of(NodeShape.parse("cpu=64,memory=1Ti,gpu=8")).in("zone-1", "rack-7"));
        fleet.add(
                "small",
                NodeTemplate.of(NodeShape.parse("cpu=4,memory=8Gi"))
                        .labelled("tier", "spot")
                        .tainted("spot", "yes", "NoSchedule"));
        cluster.settle();

        assertThat(node("big").text("status", "allocatable", "nvidia.com/gpu")).isEqualTo("8");
        assertThat(node("big").text("metadata", "labels", "sluice.dev/rack")).isEqualTo("rack-7");
        assertThat(node("big").text("metadata", "labels", "topology.kubernetes.io/zone"))
                .isEqualTo("zone-1");
        assertThat(node("small").text("metadata", "labels", "tier")).isEqualTo("spot");
        assertThat(node("small").array("spec", "taints").object(0).text("key")).isEqualTo("spot");
        assertThat(fleet.registered()).isEqualTo(2);
        pass(300);
        assertThat(new Node(node("big")).isReady()).isTrue();
        assertThat(new Node(node("small")).isReady()).isTrue();
    }

    @Test
    void aNodeWhoseHeartbeatsWereLateIsReadyAgainAtTheNextOne() {
        fleet.add("n", NodeTemplate.of(NodeShape.DEFAULT));
        cluster.settle();
        JsonObject late = (JsonObject)
                JsonText.read("{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"Unknown\"}]}}");
        cluster.kube().patch(KubeTypes.NODES, ObjectKey.of("n"), "status", Patch.merge(late), WriteOptions.PLAIN);
        cluster.settle();
        assertThat(new Node(node("n")).isReady()).isFalse();

        pass(FleetSettings.HEARTBEAT_NANOS / Clock.NANOS_PER_SECOND);

        assertThat(new Node(node("n")).isReady()).isTrue();
    }

    @Test
    void aRemovedNodeIsGoneWithItsPodsAndMayReturn() {
        fleet.add("n", NodeTemplate.of(NodeShape.parse("cpu=4,memory=8Gi")));
        cluster.settle();
        String uid = KubeObjects.uid(node("n"));
        pod("3");
        fleet.remove("n");
        assertThatThrownBy(() -> fleet.remove("n")).hasMessage("the fleet has no node (n)");
        pass(120);
        assertThat(cluster.kube().list(KubeTypes.NODES, "", ListOptions.ALL).items())
                .isEmpty();
        assertThat(cluster.kube().list(KubeTypes.PODS, "", ListOptions.ALL).items())
                .isEmpty();

        fleet.add("n", NodeTemplate.of(NodeShape.parse("cpu=8,memory=8Gi")));
        cluster.settle();

        assertThat(KubeObjects.uid(node("n"))).isNotEqualTo(uid);
        assertThat(node("n").text("status", "allocatable", "cpu")).isEqualTo("8");
        pod("7");
        assertThat(get().text("status", "phase")).isEqualTo("Running");
        assertThatThrownBy(() -> fleet.add("n", NodeTemplate.of(NodeShape.DEFAULT)))
                .hasMessage("the fleet already has the node (n)");
    }

    @Test
    void aDeletedNodeThatRegistersAgainKeepsItsRunningPods() {
        fleet.add("n", NodeTemplate.of(NodeShape.parse("cpu=4,memory=8Gi")));
        cluster.settle();
        pod("3");
        String uid = KubeObjects.uid(node("n"));
        cluster.kube().delete(KubeTypes.NODES, ObjectKey.of("n"), DeleteOptions.PLAIN);
        cluster.settle();
        fleet.reregister("n");
        pass(120);

        assertThat(KubeObjects.uid(node("n"))).isNotEqualTo(uid);
        assertThat(get().text("status", "phase")).isEqualTo("Running");
        pod("q", "2", "");
        assertThat(get("q").text("status", "reason")).isEqualTo("OutOfcpu");
    }

    @Test
    void podsAreAdmittedByWhatIsAllocatable() {
        fleet.add("n", NodeTemplate.of(NodeShape.parse("cpu=4,memory=8Gi,gpu=2")));
        cluster.settle();
        fleet.setAllocatable("n", NodeShape.parse("cpu=2,memory=8Gi"));
        cluster.settle();

        assertThat(node("n").text("status", "capacity", "cpu")).isEqualTo("4");
        assertThat(node("n").object("status", "allocatable").has("nvidia.com/gpu"))
                .isFalse();
        pod("3");
        assertThat(get().text("status", "message")).endsWith("requested: 3000, used: 0, capacity: 2000");
        fleet.setAllocatable("n", NodeShape.parse("cpu=3,memory=8Gi"));
        cluster.settle();
        pod("q", "3", "");
        assertThat(get("q").text("status", "phase")).isEqualTo("Running");
        // Shrinks below what is in use: running pods stay.
        fleet.setAllocatable("n", NodeShape.parse("cpu=1,memory=8Gi"));
        pass(60);
        assertThat(get("q").text("status", "phase")).isEqualTo("Running");
        pod("r", "500m", "");
        assertThat(get("r").text("status", "message")).endsWith("requested: 500, used: 3000, capacity: 1000");
    }

    @Test
    void aMirrorPodTakesRoomAndIsCreatedAgain() {
        fleet.add("n", NodeTemplate.of(NodeShape.parse("cpu=4,memory=8Gi")));
        ObjectKey key = fleet.runStatic(
                "n",
                read("{'metadata':{'name':'proxy','namespace':'kube-system'},'spec':{'containers':"
                        + "[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}}"));
        cluster.settle();

        assertThat(key).isEqualTo(new ObjectKey("kube-system", "proxy-n"));
        JsonObject mirror = cluster.kube().get(KubeTypes.PODS, key);
        assertThat(mirror.text("status", "phase")).isEqualTo("Running");
        assertThat(mirror.object("metadata", "annotations").has("kubernetes.io/config.mirror"))
                .isTrue();
        assertThat(mirror.array("metadata", "ownerReferences").object(0).text("uid"))
                .isEqualTo(KubeObjects.uid(node("n")));
        pod("4");
        assertThat(get().text("status", "reason")).isEqualTo("OutOfcpu");

        cluster.kube().delete(KubeTypes.PODS, key, DeleteOptions.PLAIN);
        cluster.settle();

        assertThat(KubeObjects.uid(cluster.kube().get(KubeTypes.PODS, key))).isNotEqualTo(KubeObjects.uid(mirror));
        pod("q", "4", "");
        assertThat(get("q").text("status", "reason")).isEqualTo("OutOfcpu");
    }

    @Test
    void aPodOfADaemonSetRunsOnATaintedNode() {
        fleet.add("n", NodeTemplate.of(NodeShape.parse("cpu=4,memory=8Gi")).tainted("gpu", "", "NoExecute"));
        cluster.settle();
        JsonObject set = cluster.kube().create(DAEMON_SETS, "default", read("""
                {'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},
                 'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}
                """), WriteOptions.PLAIN);
        pod("p", "1", "");
        pod("q", "1", "{'name':'d','uid':'%s'}".formatted(KubeObjects.uid(set)));
        pass(600);

        // Evicted by its taint; nothing tells the DaemonSet's pod to go.
        assertThat(cluster.kube()
                        .list(KubeTypes.PODS, "default", ListOptions.ALL)
                        .items())
                .extracting(KubeObjects::name)
                .containsExactly("q");
        assertThat(get("q").text("status", "phase")).isEqualTo("Running");
    }

    private void pass(long seconds) {
        cluster.advanceTo(cluster.nowNanos() + seconds * Clock.NANOS_PER_SECOND);
    }

    private JsonObject node(String name) {
        return cluster.kube().get(KubeTypes.NODES, ObjectKey.of(name));
    }

    private JsonObject get() {
        return cluster.kube().get(KubeTypes.PODS, KEY);
    }

    private JsonObject get(String name) {
        return cluster.kube().get(KubeTypes.PODS, new ObjectKey("default", name));
    }

    private void pod(String cpu) {
        pod("p", cpu, "");
    }

    /// @param daemonSet name and uid of the DaemonSet that owns it, or empty
    private void pod(String name, String cpu, String daemonSet) {
        String owner = daemonSet.isEmpty()
                ? ""
                : ",'ownerReferences':["
                        + daemonSet.replace("}", ",'apiVersion':'apps/v1','kind':'DaemonSet','controller':true}]");
        String tolerations = daemonSet.isEmpty() ? "" : "'tolerations':[{'operator':'Exists'}],";
        cluster.kube()
                .create(
                        KubeTypes.PODS,
                        "default",
                        read(("{'metadata':{'name':'%s'%s},'spec':{'nodeName':'n',%s'containers':"
                                        + "[{'name':'c','image':'i','resources':{'requests':{'cpu':'%s'}}}]}}")
                                .formatted(name, owner, tolerations, cpu)),
                        WriteOptions.PLAIN);
        cluster.settle();
    }

    private static JsonObject read(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}

package dev.sluice.kube.cluster.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.nodes.Delay;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeFleet;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeLifecycleTest {
    private final Bench bench = new Bench(5);
    private final NodeFleet fleet = bench.cluster()
            .addNodes(new FleetSettings(
                    2, "node-", NodeShape.DEFAULT, 0, new Delay.Fixed(0), FleetSettings.HEARTBEAT_NANOS));

    @BeforeEach
    void settle() {
        bench.cluster().settle();
    }

    @Test
    void aSilentNodeBecomesUnknownAndIsTainted() {
        fleet.fail("node-0");
        bench.pass(45);
        assertThat(taints("node-0")).isEmpty();

        bench.pass(20);

        assertThat(Bench.conditions(node("node-0"))).contains("Ready=Unknown NodeStatusUnknown");
        assertThat(taints("node-0"))
                .containsExactly(
                        "node.kubernetes.io/unreachable:NoSchedule", "node.kubernetes.io/unreachable:NoExecute");
        assertThat(taints("node-1")).isEmpty();
        fleet.recover("node-0");
        bench.pass(1);
        assertThat(taints("node-0")).isEmpty();
        assertThat(Bench.conditions(node("node-0"))).contains("Ready=True KubeletReady");
    }

    @Test
    void podsAreEvictedFromASilentNodeAfterTheirTolerationSeconds() {
        pod("eager", "");
        pod(
                "patient",
                ",'tolerations':[{'key':'node.kubernetes.io/unreachable','operator':'Exists','effect':'NoExecute',"
                        + "'tolerationSeconds':300}]");
        pod("loyal", ",'tolerations':[{'operator':'Exists'}]");
        bench.pass(1);
        fleet.fail("node-0");

        bench.pass(65);

        assertThat(isTerminating("loyal")).isFalse();
        assertThat(isTerminating("patient")).isFalse();
        bench.pass(300);
        assertThat(isTerminating("patient")).isTrue();
        assertThat(Bench.conditions(bench.get(KubeTypes.PODS, "patient")))
                .contains("DisruptionTarget=True DeletionByTaintManager");
        assertThat(isTerminating("loyal")).isFalse();
        assertThat(isTerminating("eager")).isTrue();
    }

    @Test
    void aCordonedNodeIsTainted() {
        bench.patch(KubeTypes.NODES, "node-0", "{'spec':{'unschedulable':true}}");

        assertThat(taints("node-0")).containsExactly("node.kubernetes.io/unschedulable:NoSchedule");
    }

    @Test
    void podsOfADeletedNodeAreDeleted() {
        pod("p", "");
        bench.pass(1);
        bench.kube().delete(KubeTypes.NODES, ObjectKey.of("node-0"), DeleteOptions.PLAIN);

        bench.pass(30);
        assertThat(bench.find(KubeTypes.PODS, "p")).isPresent();
        bench.pass(60);

        assertThat(bench.find(KubeTypes.PODS, "p")).isEmpty();
    }

    private boolean isTerminating(String name) {
        return bench.find(KubeTypes.PODS, name)
                .map(pod -> pod.object("metadata").has("deletionTimestamp"))
                .orElse(true);
    }

    private void pod(String name, String more) {
        bench.create(
                KubeTypes.PODS,
                "{'metadata':{'name':'%s'},'spec':{'nodeName':'node-0','containers':[{'name':'c','image':'i'}]%s}}"
                        .formatted(name, more));
    }

    private JsonObject node(String name) {
        return bench.get(KubeTypes.NODES, name);
    }

    private List<String> taints(String name) {
        return node(name).array("spec", "taints").toList().stream()
                .map(taint -> taint instanceof JsonObject one ? one.text("key") + ":" + one.text("effect") : "")
                .toList();
    }
}

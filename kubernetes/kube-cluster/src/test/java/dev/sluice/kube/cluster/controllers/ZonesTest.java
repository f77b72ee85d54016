package dev.sluice.kube.cluster.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.nodes.Delay;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeFleet;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Many nodes of one zone.
class ZonesTest {
    private final Bench bench = new Bench(9);

    @Test
    void podsAreEvictedFromOneNodeAfterTheOther() {
        NodeFleet fleet = fleet(20);
        for (int i = 0; i < 4; i++) {
            fleet.fail("node-" + i);
        }

        bench.pass(65);
        assertThat(nodesWith("NoSchedule")).hasSize(4);
        assertThat(nodesWith("NoExecute")).hasSizeBetween(1, 2);
        bench.pass(30);
        assertThat(nodesWith("NoExecute")).hasSize(4);
    }

    @Test
    void noMorePodsAreEvictedWhenMostOfASmallZoneIsNotReady() {
        NodeFleet fleet = fleet(5);
        fleet.fail("node-0");
        bench.pass(65);
        fleet.fail("node-1");
        fleet.fail("node-2");

        bench.pass(300);
        assertThat(nodesWith("NoSchedule")).hasSize(3);
        assertThat(nodesWith("NoExecute")).containsExactly("node-0", "node-2");
        fleet.recover("node-0");
        bench.pass(60);
        assertThat(nodesWith("NoExecute")).containsExactly("node-1", "node-2");
    }

    @Test
    void noPodIsEvictedWhenNoNodeIsReady() {
        NodeFleet fleet = fleet(2);
        fleet.fail("node-0");
        fleet.fail("node-1");

        bench.pass(300);
        assertThat(nodesWith("NoSchedule")).hasSize(2);
        assertThat(nodesWith("NoExecute")).isEmpty();
        fleet.recover("node-1");
        bench.pass(60);
        assertThat(nodesWith("NoExecute")).containsExactly("node-0");
    }

    private NodeFleet fleet(int nodes) {
        NodeFleet fleet = bench.cluster()
                .addNodes(new FleetSettings(
                        nodes, "node-", NodeShape.DEFAULT, 0, new Delay.Fixed(0), FleetSettings.HEARTBEAT_NANOS));
        bench.cluster().settle();
        return fleet;
    }

    private List<String> nodesWith(String effect) {
        List<String> names = new ArrayList<>();
        for (JsonObject node : bench.list(KubeTypes.NODES)) {
            for (Json each : node.array("spec", "taints")) {
                if (each instanceof JsonObject taint && taint.text("effect").equals(effect)) {
                    names.add(KubeObjects.name(node));
                }
            }
        }
        return names;
    }
}

package dev.sluice.kube.cluster.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.VirtualCluster;
import dev.sluice.kube.cluster.controllers.scheduling.FirstFitScheduler;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import org.junit.jupiter.api.Test;

/// Pods of the default scheduler, on two nodes of 4 CPUs.
class FirstFitSchedulerTest {
    private final VirtualCluster cluster = new VirtualCluster(new Seeds(1), 1_000_000 * Clock.NANOS_PER_SECOND);

    FirstFitSchedulerTest() {
        cluster.addNodes(FleetSettings.of(2, NodeShape.parse("cpu=4,memory=8Gi"), 0));
        new FirstFitScheduler(cluster.context());
        pass(5);
    }

    private void pass(long seconds) {
        cluster.advanceTo(cluster.nowNanos() + seconds * Clock.NANOS_PER_SECOND);
    }

    private void pod(String name, String cpu, String spec) {
        String text = ("{'metadata':{'name':'%s','annotations':{'sluice.dev/run-for':'20s'}},'spec':{%s"
                        + "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{'requests':"
                        + "{'cpu':'%s'}}}]}}")
                .formatted(name, spec, cpu)
                .replace('\'', '"');
        cluster.kube().create(KubeTypes.PODS, "default", (JsonObject) JsonText.read(text), WriteOptions.PLAIN);
    }

    private String nodeOf(String name) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, new ObjectKey("default", name))).nodeName();
    }

    @Test
    void podsFillTheFirstNodeAndThenTheNext() {
        pod("a", "3", "");
        pod("b", "3", "");
        pod("c", "1", "");
        pass(1);

        assertThat(nodeOf("a")).isEqualTo("node-0");
        assertThat(nodeOf("b")).isEqualTo("node-1");
        assertThat(nodeOf("c")).isEqualTo("node-0");
    }

    @Test
    void aPodThatFitsNowhereIsBoundWhenAnotherEnds() {
        pod("a", "4", "");
        pod("b", "4", "");
        pod("c", "4", "");
        pass(5);
        assertThat(nodeOf("c")).isEmpty();

        pass(60);

        assertThat(nodeOf("c")).isNotEmpty();
    }

    @Test
    void aPodThatFitsNowhereIsReportedAsUnschedulable() {
        pod("large", "8", "");
        pass(1);

        JsonObject large = cluster.kube().get(KubeTypes.PODS, new ObjectKey("default", "large"));
        assertThat(Conditions.find(large.array("status", "conditions"), "PodScheduled"))
                .isNotNull()
                .matches(it ->
                        it.text("status").equals("False") && it.text("reason").equals("Unschedulable"));
    }

    @Test
    void otherSchedulersPodsAndGatedOnesAreLeftAlone() {
        pod("ours", "1", "'schedulerName':'sluice',");
        pod("gated", "1", "'schedulingGates':[{'name':'example.com/wait'}],");
        pod("elsewhere", "1", "'nodeSelector':{'kubernetes.io/hostname':'nowhere'},");
        pass(5);

        assertThat(nodeOf("ours")).isEmpty();
        assertThat(nodeOf("gated")).isEmpty();
        assertThat(nodeOf("elsewhere")).isEmpty();
    }
}

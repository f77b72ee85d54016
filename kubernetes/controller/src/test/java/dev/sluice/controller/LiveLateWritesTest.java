package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import org.junit.jupiter.api.Test;

/// Writes that take effect after their deadlines, when something else may have been decided.
class LiveLateWritesTest {
    private static final String RUN = "'sluice.dev/run-for':'20s'";
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private void assertRunsOnce(String node) {
        cluster.pass(20);
        assertThat(cluster.podsOf("train")).hasSize(1).extracting(Pod::nodeName).containsExactly(node);
        assertThat(cluster.scheduler().engine().table().runningCount()).isEqualTo(1);
        cluster.pass(60);
        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(cluster.startsOf("train")).isEqualTo(1);
        cluster.assertInSync();
    }

    @Test
    void aLateBindIsFoundByTheOneThatFollows() {
        cluster.calls().landLate("bind");
        cluster.job("train", 1, "4", "", RUN);

        assertRunsOnce("node-0");
        assertThat(cluster.calls().made())
                .filteredOn(call -> call.startsWith("bind"))
                .hasSize(2);
    }

    @Test
    void aLateBindToAnotherNodeThanTheLastOneCounts() {
        cluster.calls().landLate("bind");
        cluster.job("train", 1, "4", "", RUN);
        cluster.pass(4);
        cluster.patch(KubeTypes.NODES, "node-0", "{'spec':{'unschedulable':true}}");

        assertRunsOnce("node-0");
        assertThat(cluster.calls().made())
                .filteredOn(call -> call.startsWith("bind"))
                .hasSize(2)
                .last()
                .asString()
                .endsWith("node-1");
    }

    @Test
    void aLateReleaseIsFoundByTheOneThatFollows() {
        cluster.calls().landLate("release");
        cluster.job("train", 1, "4", "", RUN);

        assertRunsOnce("node-0");
    }

    @Test
    void aLatePinIsFoundByTheOneThatFollows() {
        cluster.calls().landLate("pin");
        cluster.gatedJob("train", 1, "4", "", RUN);
        cluster.pass(4);
        cluster.patch(KubeTypes.NODES, "node-0", "{'metadata':{'labels':{'seen':'yes'}}}");

        assertRunsOnce("node-0");
    }
}

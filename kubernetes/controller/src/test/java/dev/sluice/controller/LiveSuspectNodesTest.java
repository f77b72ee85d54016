package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Nodes that are ready and on which no container starts, as where the network plug-in is broken.
class LiveSuspectNodesTest {
    /// Longer than an attempt may take to start.
    private static final String RUN = "'sluice.dev/run-for':'400s'";
    private static final String FIRST = "/cluster0/node-0";

    private final VirtualLiveCluster cluster =
            new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi", VirtualLiveCluster.Planted.NOTHING, this::withBrokenNodes);

    private Set<String> broken = Set.of("node-0");

    /// Kubelets of broken nodes never report that a container runs.
    private Kube withBrokenNodes(Kube kube) {
        return new ForwardingKube(kube) {
            @Override
            public JsonObject patch(
                    ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
                boolean isLost = type.equals(KubeTypes.PODS)
                        && subresource.equals("status")
                        && broken.contains(new Pod(super.get(type, key)).nodeName());
                return isLost ? super.get(type, key) : super.patch(type, key, subresource, patch, options);
            }
        };
    }

    private double score() {
        return cluster.scheduler().engine().state().failures().score("node-0", cluster.nowNanos());
    }

    private String annotation(String job, String name) {
        return cluster.jobObject(job).text("metadata", "annotations", name);
    }

    @Test
    void theNextAttemptIsElsewhereAndItsStartBlamesTheNode() {
        cluster.job("train", 1, "1", "", RUN);
        cluster.pass(100);
        assertThat(cluster.podsOf("train"))
                .hasSize(1)
                .allMatch(pod -> pod.nodeName().equals("node-0"));
        assertThat(score()).isZero();

        cluster.pass(700);

        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(annotation("train", "sluice.dev/attempt")).isEqualTo("2");
        assertThat(cluster.podsOf("train"))
                .filteredOn(Pod::hasSucceeded)
                .hasSize(1)
                .noneMatch(pod -> pod.nodeName().equals("node-0"));
        assertThat(score()).isBetween(0.4, 1.0);
        cluster.assertInSync();
    }

    @Test
    void aNodeOnWhichNothingStartsIsQuarantined() {
        List<String> jobs = List.of("one", "two", "three");
        jobs.forEach(job -> cluster.job(job, 1, "1", "", RUN));
        cluster.pass(330);

        assertThat(jobs)
                .allMatch(job ->
                        cluster.podsOf(job).stream().anyMatch(pod -> pod.phase().equals(Pod.RUNNING)));
        assertThat(cluster.scheduler().engine().state().quarantined()).containsOnlyKeys("node-0");
        cluster.job("next", 1, "1", "", RUN);
        cluster.pass(450);
        assertThat(cluster.isComplete("next")).isTrue();
        assertThat(jobs).allMatch(cluster::isComplete);
        assertThat(cluster.scheduler().engine().state().machineState().closed().isClosed(FIRST))
                .isTrue();
        cluster.assertInSync();
    }

    /// What starts nowhere is the Job's fault.
    @Test
    void noNodeIsBlamedForAJobThatStartsNowhere() {
        broken = Set.of("node-0", "node-1", "node-2");
        cluster.job("train", 1, "1", "", RUN);
        cluster.pass(1_100);
        assertThat(annotation("train", "sluice.dev/hold")).contains("in 3 attempts");
        broken = Set.of();
        cluster.patch(KubeTypes.JOBS, "train", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(450);

        assertThat(cluster.isComplete("train")).isTrue();
        for (String node : List.of("node-0", "node-1", "node-2")) {
            assertThat(cluster.scheduler().engine().state().failures().score(node, cluster.nowNanos()))
                    .isZero();
        }
        cluster.assertInSync();
    }
}

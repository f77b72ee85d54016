package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Jobs and groups that start with a part of their pods, beside others that wait.
class LiveElasticJobsTest {
    private static final String LONG = "'sluice.dev/run-for':'400s'";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private void runs(String name, String seconds) {
        cluster.job(name, 1, "4", "'activeDeadlineSeconds':100,", "'sluice.dev/run-for':'%s'".formatted(seconds));
    }

    private long placed(String job) {
        return cluster.podsOf(job).stream().filter(Pod::isPlaced).count();
    }

    @Test
    void aSmallGangDoesNotGrowAheadOfAReservedJob() {
        runs("one", "30s");
        runs("two", "60s");
        cluster.pass(4);
        cluster.job("elastic", 3, "4", "'activeDeadlineSeconds':1000,", LONG, "'sluice.dev/min-available':'1'");
        cluster.pass(4);
        assertThat(placed("elastic")).isEqualTo(1);
        cluster.job("gang", 2, "4", "'activeDeadlineSeconds':100,", "'sluice.dev/run-for':'30s'");

        cluster.pass(40);
        assertThat(cluster.isComplete("one")).isTrue();
        assertThat(placed("elastic")).as("the free node is reserved").isEqualTo(1);
        cluster.pass(30);
        assertThat(cluster.isComplete("two")).isTrue();
        assertThat(cluster.jobOf("gang").isSuspended()).isFalse();
        assertThat(placed("elastic")).isEqualTo(1);

        cluster.pass(60);
        assertThat(cluster.isComplete("gang")).isTrue();
        assertThat(placed("elastic")).isEqualTo(3);
        cluster.assertInSync();
    }

    @Test
    void aSmallGangGetsAReplacementAheadOfTheQueue() {
        cluster.job("elastic", 3, "4", "", "'sluice.dev/run-for':'forever'", "'sluice.dev/min-available':'3'");
        cluster.pass(8);
        cluster.job("next", 1, "4", "", LONG);
        String lost = cluster.podsOf("elastic").getFirst().nodeName();
        cluster.podsOf("elastic").stream()
                .filter(pod -> pod.nodeName().equals(lost))
                .forEach(
                        pod -> cluster.kube().delete(KubeTypes.PODS, KubeObjects.key(pod.json()), DeleteOptions.PLAIN));
        cluster.pass(60);

        assertThat(placed("elastic")).isEqualTo(3);
        assertThat(cluster.jobOf("next").isSuspended()).isTrue();
        cluster.assertInSync();
    }

    private List<Integer> placedIndexes(String job) {
        return cluster.podsOf(job).stream()
                .filter(Pod::isPlaced)
                .map(Pod::completionIndex)
                .sorted()
                .toList();
    }

    @Test
    void aHighIndexOfASmallGangLeavesThePlacesToLowOnes() {
        runs("one", "200s");
        runs("two", "100s");
        cluster.pass(4);
        cluster.job(
                "mpi",
                8,
                "2",
                "'completionMode':'Indexed',",
                "'sluice.dev/run-for':'200s'",
                "'sluice.dev/min-available':'2'");
        cluster.pass(10);
        assertThat(placedIndexes("mpi")).containsExactly(0, 1);

        cluster.podsOf("mpi").stream()
                .filter(pod -> pod.completionIndex() == 0)
                .forEach(
                        pod -> cluster.kube().delete(KubeTypes.PODS, KubeObjects.key(pod.json()), DeleteOptions.PLAIN));
        cluster.pass(40);
        assertThat(placedIndexes("mpi"))
                .as("the replacement of index 0 is newer than the pods of all others")
                .containsExactly(0, 1);

        cluster.pass(60);
        assertThat(placedIndexes("mpi")).containsExactly(0, 1, 2, 3, 4, 5);
        cluster.pass(900);
        assertThat(cluster.isComplete("mpi")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aRestartedSchedulerLetsItGrow() {
        runs("one", "60s");
        runs("two", "60s");
        cluster.pass(4);
        cluster.job("elastic", 3, "4", "", LONG, "'sluice.dev/min-available':'1'");
        cluster.pass(8);
        assertThat(placed("elastic")).isEqualTo(1);
        cluster.crash();
        cluster.start();

        cluster.pass(120);

        assertThat(placed("elastic")).isEqualTo(3);
        cluster.assertInSync();
    }

    @Test
    void aGroupWithMorePodsThanItsSizeDoesNotGrowAheadOfAReservedJob() {
        runs("one", "30s");
        runs("two", "60s");
        cluster.pass(4);
        for (String name : new String[] {"a", "b", "c"}) {
            cluster.create(
                    KubeTypes.PODS,
                    ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default','sluice.dev/group':'g'},"
                                    + "'annotations':{'sluice.dev/group-size':'1','sluice.dev/walltime':'1000s',%s}},"
                                    + "'spec':{%s'restartPolicy':'Never','containers':[{'name':'c','image':'i',"
                                    + "'resources':{'requests':{'cpu':'4'}}}]}}")
                            .formatted(name, LONG, VirtualLiveCluster.BOUND));
        }
        cluster.pass(4);
        cluster.job("gang", 2, "4", "'activeDeadlineSeconds':100,", "'sluice.dev/run-for':'30s'");
        cluster.pass(70);

        assertThat(cluster.jobOf("gang").isSuspended()).isFalse();
        cluster.pass(60);
        assertThat(cluster.isComplete("gang")).isTrue();
        cluster.assertInSync();
    }
}

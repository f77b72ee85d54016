package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the Job controller does to a running Job, and what becomes of the Job's places.
class LiveJobControllerTest {
    private static final String RUN = "'sluice.dev/run-for':'30s'";
    private static final String LONG = "'sluice.dev/run-for':'1h'";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private long placed(String job) {
        return cluster.podsOf(job).stream()
                .filter(pod -> pod.isPlaced() && !pod.isTerminal())
                .count();
    }

    private Pod podOf(String job, String node) {
        return cluster.podsOf(job).stream()
                .filter(pod -> pod.nodeName().equals(node) && pod.isActive())
                .findFirst()
                .orElseThrow();
    }

    private static String nameOf(Pod pod) {
        return pod.json().text("metadata", "name");
    }

    /// Ends a pod, as its kubelet does when its containers have ended.
    private void end(Pod pod, String phase) {
        cluster.kube()
                .patch(
                        KubeTypes.PODS,
                        FollowedCluster.key("default", nameOf(pod)),
                        "status",
                        Patch.merge(FollowedCluster.object("{'status':{'phase':'%s'}}".formatted(phase))),
                        WriteOptions.PLAIN);
    }

    private void assertRuns(String job) {
        cluster.job(job, 1, "4", "", "'sluice.dev/run-for':'5s'");
        cluster.pass(40);
        assertThat(cluster.isComplete(job)).as("a place is free").isTrue();
    }

    @Test
    void aJobThatChangesBetweenDecisionAndReleaseIsDecidedAnew() {
        cluster.onRelease(() -> cluster.patch(KubeTypes.JOBS, "grown", "{'spec':{'parallelism':3}}"));
        cluster.create("grown", "'parallelism':1,'completions':3,", "4", RUN);
        cluster.pass(30);

        assertThat(cluster.jobObject("grown").text("metadata", "annotations", "sluice.dev/nodes"))
                .isEqualTo("node-[0-2]");
        assertThat(cluster.jobObject("grown").text("metadata", "annotations", "sluice.dev/attempt"))
                .isEqualTo("2");
        cluster.pass(60);
        assertThat(cluster.isComplete("grown")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void raisedParallelismGetsFurtherPlaces() {
        cluster.create("wide", "'parallelism':1,'completions':6,", "4", RUN);
        cluster.pass(8);
        assertThat(placed("wide")).isEqualTo(1);

        cluster.patch(KubeTypes.JOBS, "wide", "{'spec':{'parallelism':3}}");
        cluster.pass(5);

        assertThat(placed("wide")).isEqualTo(3);
        cluster.pass(200);
        assertThat(cluster.isComplete("wide")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void loweredParallelismReleasesPlaces() {
        cluster.create("narrow", "'parallelism':3,'completions':6,", "4", LONG);
        cluster.pass(8);
        assertThat(placed("narrow")).isEqualTo(3);

        cluster.patch(KubeTypes.JOBS, "narrow", "{'spec':{'parallelism':1}}");
        cluster.pass(40);

        assertThat(placed("narrow")).isEqualTo(1);
        assertRuns("next");
        cluster.assertInSync();
    }

    @Test
    void thePlaceOfAFailedIndexIsReleased() {
        cluster.job("indexed", 3, "4", "'completionMode':'Indexed','backoffLimitPerIndex':0,", LONG);
        cluster.pass(8);
        end(podOf("indexed", "node-0"), "Failed");
        cluster.pass(5);

        assertThat(cluster.jobObject("indexed").text("status", "failedIndexes")).isEqualTo("0");
        assertThat(List.of(freeMilli(0), freeMilli(1), freeMilli(2))).containsExactly(4_000L, 0L, 0L);
        assertRuns("next");
        cluster.assertInSync();
    }

    private long freeMilli(int node) {
        return FollowedCluster.free(
                cluster.scheduler().engine().state().machineState(),
                "/cluster0/node-" + node + "/core0",
                cluster.nowNanos());
    }

    @Test
    void aMetSuccessPolicyReleasesAllPlaces() {
        cluster.job(
                "lead",
                3,
                "4",
                "'completionMode':'Indexed','successPolicy':{'rules':[{'succeededIndexes':'0'}]},",
                LONG);
        cluster.pass(8);
        end(podOf("lead", "node-0"), "Succeeded");
        cluster.pass(60);

        assertThat(cluster.isComplete("lead")).isTrue();
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        assertRuns("next");
        cluster.assertInSync();
    }

    @Test
    void aJobThatItsTimeToLiveDeletesLeavesNothing() {
        cluster.job("brief", 2, "1", "'ttlSecondsAfterFinished':5,", "'sluice.dev/run-for':'5s'");
        cluster.pass(60);

        assertThat(cluster.kube()
                        .list(KubeTypes.JOBS, "default", dev.sluice.kube.port.ListOptions.ALL)
                        .items())
                .isEmpty();
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aRefusedReplacementGetsAPlaceOnAnotherNode() {
        cluster.job("train", 2, "4", "", "'sluice.dev/run-for':'200s'");
        cluster.pass(8);
        assertThat(placed("train")).isEqualTo(2);

        // Another scheduler binds a pod to the freed place before the replacement is bound.
        cluster.calls().before("bind", () -> cluster.foreignPod("thief", "node-0", "1"));
        cluster.kube()
                .delete(
                        KubeTypes.PODS,
                        FollowedCluster.key("default", nameOf(podOf("train", "node-0"))),
                        DeleteOptions.PLAIN);
        cluster.pass(100);

        assertThat(cluster.podsOf("train"))
                .filteredOn(Pod::isActive)
                .extracting(Pod::nodeName)
                .containsExactlyInAnyOrder("node-1", "node-2");
        assertThat(cluster.jobObject("train").text("metadata", "annotations", "sluice.dev/attempt"))
                .as("what runs is not undone")
                .isEqualTo("1");
        assertThat(cluster.scheduler().lostRaces()).containsEntry("default-scheduler", 1L);
        cluster.pass(400);
        assertThat(cluster.isComplete("train")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aJobThatFailsByRefusalsSaysSo() {
        cluster.calls().before("bind", () -> cluster.foreignPod("thief", "node-0", "1"));
        cluster.job("strict", 1, "4", "'backoffLimit':0,", RUN);
        cluster.pass(30);

        assertThat(Conditions.isTrue(cluster.jobObject("strict"), "Failed")).isTrue();
        assertThat(cluster.events("strict")).contains("Failed: nodes refused 1 of its pods, which backoffLimit counts");
        cluster.assertInSync();
    }

    @Test
    void aRefusedPodWithoutAJobIsOver() {
        cluster.calls().before("bind", () -> cluster.foreignPod("thief", "node-0", "1"));
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'alone','labels':{'sluice.dev/queue':'default'}},'spec':{%s"
                                + "'schedulingGates':[{'name':'sluice.dev/queued'}],'containers':[{'name':'c',"
                                + "'image':'i','resources':{'requests':{'cpu':'4'}}}]}}")
                        .formatted(VirtualLiveCluster.BOUND));
        cluster.pass(20);

        assertThat(cluster.events("alone")).contains("RefusedByNode: node node-0 refused it: OutOfcpu");
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aJobWhoseBackOffIsUsedUpIsOver() {
        cluster.job("hopeless", 1, "4", "'backoffLimit':0,", LONG);
        cluster.pass(8);
        end(podOf("hopeless", "node-0"), "Failed");
        cluster.pass(20);

        assertThat(Conditions.isTrue(cluster.jobObject("hopeless"), "Failed")).isTrue();
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }
}

package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Jobs from submission to their end, on a cluster in virtual time.
class LiveJobsTest {
    private static final String TEN_SECONDS = "'sluice.dev/run-for':'10s'";
    private static final String LONG = "'sluice.dev/run-for':'1h'";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private String annotation(String job, String name) {
        return cluster.jobObject(job).text("metadata", "annotations", name);
    }

    private void patchJob(String name, String patch) {
        cluster.kube()
                .patch(
                        KubeTypes.JOBS,
                        FollowedCluster.key("default", name),
                        "",
                        Patch.merge(FollowedCluster.object(patch)),
                        WriteOptions.PLAIN);
    }

    private void deleteJob(String name) {
        DeleteOptions options = new DeleteOptions(OptionalLong.empty(), DeleteOptions.BACKGROUND, "", "", false);
        cluster.kube().delete(KubeTypes.JOBS, FollowedCluster.key("default", name), options);
    }

    private boolean hasFailed(String job) {
        return Conditions.isTrue(cluster.jobObject(job), "Failed");
    }

    @Test
    void aJobIsReleasedBoundAndCompletes() {
        cluster.job("train", 6, "2", "", TEN_SECONDS);

        cluster.pass(8);

        assertThat(cluster.jobOf("train").isSuspended()).isFalse();
        assertThat(annotation("train", "sluice.dev/nodes")).isEqualTo("node-[0-2]");
        assertThat(cluster.podsOf("train")).hasSize(6).allMatch(Pod::isPlaced);

        cluster.pass(30);

        assertThat(cluster.isComplete("train")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aGangWaitsWholeUntilItFits() {
        cluster.job("first", 2, "4", "", TEN_SECONDS);
        cluster.pass(4);
        cluster.job("gang", 3, "4", "", TEN_SECONDS);
        cluster.pass(4);

        assertThat(cluster.jobOf("gang").isSuspended())
                .as("one node is free, three are needed")
                .isTrue();
        assertThat(cluster.podsOf("gang")).isEmpty();

        cluster.pass(60);

        assertThat(cluster.isComplete("first")).isTrue();
        assertThat(cluster.isComplete("gang")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aSmallJobIsBackfilledWithoutDelayingTheReservedOne() {
        cluster.job("running", 2, "4", "'activeDeadlineSeconds':100,", "'sluice.dev/run-for':'60s'");
        cluster.pass(4);
        cluster.job("gang", 3, "4", "'activeDeadlineSeconds':100,", TEN_SECONDS);
        cluster.job("long", 1, "4", "'activeDeadlineSeconds':1000,", TEN_SECONDS);
        cluster.job("short", 1, "4", "'activeDeadlineSeconds':50,", TEN_SECONDS);
        cluster.pass(8);

        assertThat(cluster.jobOf("gang").isSuspended()).isTrue();
        assertThat(cluster.jobOf("long").isSuspended())
                .as("it would delay the reserved gang")
                .isTrue();
        assertThat(cluster.jobOf("short").isSuspended()).isFalse();

        cluster.pass(200);
        assertThat(List.of("running", "gang", "long", "short")).allMatch(cluster::isComplete);
        cluster.assertInSync();
    }

    @Test
    void podsOfAnIndexedJobGoToThePlannedNodesInTheirOrder() {
        cluster.job("mpi", 6, "2", "'completionMode':'Indexed',", TEN_SECONDS);

        cluster.pass(8);

        Map<Integer, String> nodes = new TreeMap<>();
        cluster.podsOf("mpi").forEach(pod -> nodes.put(pod.completionIndex(), pod.nodeName()));
        assertThat(nodes.values()).containsExactly("node-0", "node-0", "node-1", "node-1", "node-2", "node-2");
    }

    @Test
    void aJobWithMoreCompletionsThanPlacesKeepsItsPlacesUntilTheLastPods() {
        cluster.create("many", "'parallelism':2,'completions':6,", "4", TEN_SECONDS);
        cluster.pass(4);
        cluster.job("next", 3, "4", "", TEN_SECONDS);
        cluster.pass(20);

        assertThat(cluster.jobOf("next").isSuspended())
                .as("the places of ended pods are kept for the next ones")
                .isTrue();

        cluster.pass(120);
        assertThat(cluster.isComplete("many")).isTrue();
        assertThat(cluster.isComplete("next")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aFailedPodsReplacementTakesItsPlace() {
        cluster.job("flaky", 2, "4", "'backoffLimit':2,", TEN_SECONDS + ",'sluice.dev/exit-code':'1'");

        cluster.pass(300);

        assertThat(hasFailed("flaky")).isTrue();
        cluster.job("next", 3, "4", "", TEN_SECONDS);
        cluster.pass(40);
        assertThat(cluster.isComplete("next")).as("everything is free again").isTrue();
        cluster.assertInSync();
    }

    @Test
    void aJobIsStoppedAtItsWallTime() {
        cluster.job("slow", 3, "4", "", LONG, "'sluice.dev/walltime':'30s'");
        cluster.job("next", 3, "4", "", TEN_SECONDS);

        cluster.pass(10);
        assertThat(cluster.jobObject("slow").number(0, "spec", "activeDeadlineSeconds"))
                .isEqualTo(30);

        cluster.pass(120);

        assertThat(hasFailed("slow")).isTrue();
        assertThat(cluster.isComplete("next")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aWaitingJobThatIsDeletedLeavesTheQueue() {
        cluster.job("first", 3, "4", "", LONG);
        cluster.job("gone", 3, "4", "", TEN_SECONDS);
        cluster.pass(5);
        deleteJob("gone");
        cluster.pass(5);

        assertThat(cluster.scheduler().engine().table().waitingCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aRunningJobThatIsDeletedHoldsItsPlacesUntilItsPodsAreGone() {
        cluster.job("first", 3, "4", "", LONG + ",'sluice.dev/stop-after':'20s'");
        cluster.pass(8);
        cluster.job("next", 3, "4", "", TEN_SECONDS);
        deleteJob("first");
        cluster.pass(10);

        assertThat(cluster.jobOf("next").isSuspended())
                .as("the pods are still terminating")
                .isTrue();

        cluster.pass(60);
        assertThat(cluster.isComplete("next")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aHeldJobStartsWhenItsHoldIsRemoved() {
        cluster.job("held", 1, "1", "", TEN_SECONDS, "'sluice.dev/hold':'created suspended by its user'");
        cluster.pass(20);
        assertThat(cluster.jobOf("held").isSuspended()).isTrue();

        patchJob("held", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(20);

        assertThat(cluster.isComplete("held")).isTrue();
    }

    @Test
    void aRunningJobThatItsUserSuspendsIsHeldAndReleasesItsPlaces() {
        cluster.job("first", 3, "4", "", "'sluice.dev/run-for':'40s'");
        cluster.job("next", 3, "4", "", TEN_SECONDS);
        cluster.pass(8);

        patchJob("first", "{'spec':{'suspend':true}}");
        cluster.pass(60);

        assertThat(annotation("first", "sluice.dev/hold")).isEqualTo("suspended by its user");
        assertThat(cluster.isComplete("next")).isTrue();
        assertThat(cluster.jobOf("first").isSuspended()).isTrue();

        patchJob("first", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(90);

        assertThat(cluster.isComplete("first")).isTrue();
        assertThat(annotation("first", "sluice.dev/attempt")).isEqualTo("2");
        cluster.assertInSync();
    }

    @Test
    void aJobThatItsUserUnsuspendsIsNotQueuedButItsPodsAre() {
        cluster.job("first", 3, "4", "", LONG);
        cluster.job("impatient", 1, "1", "", LONG);
        cluster.pass(8);

        patchJob("impatient", "{'spec':{'suspend':false}}");
        cluster.pass(8);

        assertThat(cluster.scheduler().engine().table().waitingCount()).isEqualTo(1);
        assertThat(cluster.podsOf("impatient")).hasSize(1).noneMatch(Pod::isPlaced);
        cluster.assertInSync();
    }

    @Test
    void aJobWithoutParallelismWaitsUntilItHasSome() {
        cluster.create("paused", "'parallelism':0,'completions':2,", "1", TEN_SECONDS);
        cluster.pass(1200);
        assertThat(annotation("paused", "sluice.dev/refused"))
                .isEqualTo("spec.parallelism (0): the Job waits until it is at least 1");
        assertThat(annotation("paused", "sluice.dev/attempt")).isEmpty();
        assertThat(annotation("paused", "sluice.dev/hold")).isEmpty();

        patchJob("paused", "{'spec':{'parallelism':2}}");
        cluster.pass(60);

        assertThat(cluster.isComplete("paused")).isTrue();
        assertThat(annotation("paused", "sluice.dev/refused")).isEmpty();
        cluster.assertInSync();
    }

    @Test
    void aQueuedJobThatCannotRunAnyMoreIsHeldUntilItIsMended() {
        cluster.job("first", 3, "4", "", "'sluice.dev/run-for':'30s'");
        cluster.pass(3);
        cluster.job("next", 3, "4", "", TEN_SECONDS);
        cluster.pass(3);
        patchJob("next", "{'spec':{'parallelism':0}}");
        cluster.pass(120);

        assertThat(cluster.isComplete("first")).isTrue();
        assertThat(cluster.jobOf("next").isSuspended()).isTrue();
        assertThat(annotation("next", "sluice.dev/refused")).startsWith("spec.parallelism (0)");
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();

        patchJob("next", "{'spec':{'parallelism':3}}");
        cluster.pass(60);

        assertThat(cluster.isComplete("next")).isTrue();
        assertThat(annotation("next", "sluice.dev/refused")).isEmpty();
        cluster.assertInSync();
    }

    @Test
    void aSuspendedJobThatIsBeingDeletedIsNotReleased() {
        cluster.job("first", 3, "4", "", "'sluice.dev/run-for':'30s'");
        cluster.pass(3);
        cluster.job("leaving", 1, "4", "", TEN_SECONDS);
        cluster.pass(3);
        patchJob("leaving", "{'metadata':{'finalizers':['example.com/wait']}}");
        deleteJob("leaving");
        cluster.pass(120);

        assertThat(cluster.isComplete("first")).isTrue();
        assertThat(cluster.jobOf("leaving").isSuspended()).isTrue();
        assertThat(cluster.scheduler().engine().table().waitingCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aJobWithMinAvailableStartsSmallAndGrows() {
        cluster.job("other", 2, "4", "", "'sluice.dev/run-for':'30s'");
        cluster.pass(4);
        cluster.job("elastic", 3, "4", "", "'sluice.dev/run-for':'60s'", "'sluice.dev/min-available':'1'");
        cluster.pass(8);

        assertThat(cluster.podsOf("elastic")).filteredOn(Pod::isPlaced).hasSize(1);

        cluster.pass(40);

        assertThat(cluster.podsOf("elastic")).filteredOn(Pod::isPlaced).hasSize(3);
        cluster.pass(120);
        assertThat(cluster.isComplete("elastic")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void theUserOfARunningJobIsToldThatANewWallTimeIsNotHonoured() {
        cluster.job("train", 1, "1", "", LONG, "'sluice.dev/walltime':'30m'");
        cluster.pass(8);
        assertThat(cluster.events("train")).noneMatch(event -> event.startsWith("NotHonoured"));

        patchJob("train", "{'metadata':{'annotations':{'sluice.dev/walltime':'2h'}}}");
        cluster.pass(5);
        patchJob("train", "{'metadata':{'annotations':{'other':'x'}}}");
        cluster.pass(5);

        assertThat(cluster.events("train"))
                .filteredOn(event -> event.startsWith("NotHonoured"))
                .containsExactly(
                        "NotHonoured: the wall time of a Job that runs stays as it was when the Job was started:"
                                + " the new one counts from the next attempt on");
    }

    @Test
    void whatCannotBeHonouredIsRefusedWithAReasonOnTheObject() {
        cluster.job("array", 1, "1", "", TEN_SECONDS, "'sluice.dev/array-max-running':'2'");
        cluster.pass(5);

        assertThat(annotation("array", "sluice.dev/refused"))
                .isEqualTo("annotation sluice.dev/array-max-running (2): arrays are not supported yet; remove it");

        patchJob("array", "{'metadata':{'annotations':{'sluice.dev/array-max-running':null}}}");
        cluster.pass(30);

        assertThat(cluster.isComplete("array")).isTrue();
        assertThat(annotation("array", "sluice.dev/refused")).isEmpty();
    }
}

package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.release.ReleaseAll;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.nodes.Delay;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.object.Pod;
import dev.sluice.queue.EndCause;
import dev.sluice.queue.JobState;
import dev.sluice.queue.record.QueueRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The wall time counts while a job runs, not while it waits to be released.
class LiveWallTimeTest {
    private static final String WALL_TIME = "'sluice.dev/walltime':'4s'";
    private static final String RUN = "'sluice.dev/run-for':'2s'";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 2, "cpu=4,memory=8Gi");

    private void pod(String name, String labels, String annotations) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{%s'sluice.dev/queue':'default'},'annotations':{%s%s}},'spec':{"
                                + "%s'schedulingGates':[{'name':'sluice.dev/queued'}],'restartPolicy':'Never',"
                                + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}}")
                        .formatted(name, labels, annotations, WALL_TIME, VirtualLiveCluster.BOUND));
    }

    private boolean hasSucceeded(String pod) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", pod))).hasSucceeded();
    }

    private void create() {
        cluster.job("short", 2, "1", "", RUN, WALL_TIME);
        pod("alone", "", RUN + ",");
        for (int i = 0; i < 2; i++) {
            pod("member-" + i, "'sluice.dev/group':'pair',", "'sluice.dev/group-size':'2'," + RUN + ",");
        }
    }

    private void allRan() {
        assertThat(cluster.isComplete("short")).isTrue();
        assertThat(hasSucceeded("alone")).isTrue();
        assertThat(hasSucceeded("member-0")).isTrue();
        assertThat(hasSucceeded("member-1")).isTrue();
        assertThat(cluster.ends()).containsExactly(JobState.COMPLETED, JobState.COMPLETED, JobState.COMPLETED);
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aJobThatItsUserSuspendsWhileItIsStoppedMayRunAgain() {
        cluster.calls().before("stop", () -> cluster.patch(KubeTypes.JOBS, "long", "{'spec':{'suspend':true}}"));
        cluster.job("long", 1, "1", "'activeDeadlineSeconds':600,", "'sluice.dev/run-for':'60s'", WALL_TIME);
        cluster.pass(60);
        assertThat(cluster.jobObject("long").text("metadata", "annotations", "sluice.dev/hold"))
                .isEqualTo("suspended by its user");
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();

        cluster.patch(
                KubeTypes.JOBS,
                "long",
                "{'metadata':{'annotations':{'sluice.dev/hold':null,'sluice.dev/walltime':'90s'}}}");
        cluster.pass(100);

        assertThat(cluster.isComplete("long")).isTrue();
        assertThat(cluster.startsOf("long")).isEqualTo(2);
        assertThat(cluster.ends()).containsExactly(JobState.TIMED_OUT, JobState.COMPLETED);
        cluster.assertInSync();
    }

    @Test
    void aJobThatItsUserSuspendsOnceItIsStoppedHasItsOwnDeadlineAgain() {
        suspendOnceStopped(() -> {});
        cluster.pass(60);
        assertThat(deadline()).isEqualTo(600);

        cluster.patch(
                KubeTypes.JOBS,
                "long",
                "{'metadata':{'annotations':{'sluice.dev/hold':null,'sluice.dev/walltime':'90s'}}}");
        cluster.pass(100);

        assertThat(cluster.isComplete("long")).isTrue();
        assertThat(cluster.startsOf("long")).isEqualTo(2);
        assertThat(cluster.ends()).containsExactly(JobState.TIMED_OUT, JobState.COMPLETED);
        cluster.assertInSync();
    }

    private long deadline() {
        return cluster.jobObject("long").number(0, "spec", "activeDeadlineSeconds");
    }

    /// @param then happens at once
    private void suspendOnceStopped(Runnable then) {
        cluster.calls().listen(call -> {
            if (call.startsWith("stop")) {
                assertThat(deadline()).isLessThan(60);
                cluster.patch(KubeTypes.JOBS, "long", "{'spec':{'suspend':true}}");
                then.run();
            }
        });
        cluster.job("long", 1, "1", "'activeDeadlineSeconds':600,", "'sluice.dev/run-for':'60s'", WALL_TIME);
    }

    @Test
    void releaseAllLeavesNoDeadlineOfAStoppedAttempt() {
        suspendOnceStopped(cluster::crash);
        cluster.pass(20);
        assertThat(deadline()).isLessThan(60);

        new ReleaseAll(cluster.kube()).round();

        assertThat(cluster.jobOf("long").isSuspended()).isFalse();
        assertThat(deadline()).isEqualTo(600);
        assertThat(cluster.jobObject("long").text("metadata", "annotations", "sluice.dev/deadline"))
                .isEmpty();
    }

    @Test
    void aDeadlineThatTheUserWritesMeanwhileIsTheUsers() {
        cluster.job("long", 1, "1", "", "'sluice.dev/run-for':'60s'", "'sluice.dev/walltime':'10m'");
        cluster.pass(5);
        assertThat(deadline()).isEqualTo(600);
        cluster.patch(KubeTypes.JOBS, "long", "{'spec':{'suspend':true,'activeDeadlineSeconds':700}}");
        cluster.pass(60);
        cluster.patch(KubeTypes.JOBS, "long", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(100);

        assertThat(deadline()).isEqualTo(700);
        assertThat(cluster.isComplete("long")).isTrue();
        assertThat(cluster.ends()).containsExactly(JobState.COMPLETED);
    }

    /// Decision, durable record, effect: another event of the Job must not be taken for the second.
    @Test
    void aJobIsStoppedOnlyOnceTheDecisionIsDurable() {
        cluster.job("long", 1, "1", "'activeDeadlineSeconds':600,", "'sluice.dev/run-for':'forever'", WALL_TIME);
        pod("alone", "", "'sluice.dev/run-for':'forever',");
        cluster.pass(3);
        cluster.store().holdBack();
        cluster.pass(10);
        cluster.patch(KubeTypes.JOBS, "long", "{'metadata':{'annotations':{'lab.example/note':'x'}}}");
        cluster.patch(KubeTypes.PODS, "alone", "{'metadata':{'annotations':{'lab.example/note':'x'}}}");
        cluster.pass(10);
        assertThat(cluster.calls().made()).noneMatch(call -> call.startsWith("stop"));

        cluster.store().letThrough();
        cluster.pass(10);

        assertThat(cluster.calls().made())
                .filteredOn(call -> call.startsWith("stop"))
                .isNotEmpty();
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        assertThat(cluster.ends()).containsExactly(JobState.TIMED_OUT, JobState.TIMED_OUT);
    }

    /// Kubernetes counts from the release, the engine from when containers run. Pods that end within that time are gone
    /// before the engine has found the wall time over.
    @Test
    void workThatKubernetesStopsFirstHasTimedOut() {
        long tenSeconds = 10 * VirtualLiveCluster.SECOND;
        VirtualLiveCluster slow = new VirtualLiveCluster(
                1,
                new FleetSettings(
                        2,
                        "node-",
                        NodeShape.parse("cpu=4,memory=8Gi"),
                        0,
                        new Delay.Between(tenSeconds, tenSeconds),
                        FleetSettings.HEARTBEAT_NANOS));
        String forever = "'sluice.dev/run-for':'forever','sluice.dev/stop-after':'1s'";
        slow.job("long", 2, "1", "'activeDeadlineSeconds':20,", forever);
        slow.pass(60);
        slow.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'alone','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},'spec':{"
                                + "%s'activeDeadlineSeconds':20,'schedulingGates':[{'name':'sluice.dev/queued'}],"
                                + "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{"
                                + "'requests':{'cpu':'1'}}}]}}")
                        .formatted(forever, VirtualLiveCluster.BOUND));
        slow.pass(60);

        assertThat(slow.records(QueueRecord.Stopping.class)).as("stopped by us").isEmpty();
        assertThat(slow.ends()).containsExactly(JobState.TIMED_OUT, JobState.TIMED_OUT);
        assertThat(slow.causes())
                .extracting(EndCause::reason)
                .satisfiesExactly(
                        ofJob -> assertThat(ofJob)
                                .startsWith("DeadlineExceeded: Job was active longer than specified deadline"),
                        ofPod -> assertThat(ofPod)
                                .startsWith("DeadlineExceeded: Pod was active on the node longer than the specified"
                                        + " deadline"));
        slow.assertInSync();
    }

    @Test
    void workThatIsReleasedLateRuns() {
        cluster.fence(10);
        create();
        cluster.pass(9);
        assertThat(cluster.jobOf("short").isSuspended()).isTrue();

        cluster.pass(60);

        allRan();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 60})
    void workThatWasDecidedBeforeAnOutageRunsAfterIt(int fencedSeconds) {
        cluster.fence(1_000);
        create();
        cluster.pass(5);
        assertThat(cluster.scheduler().engine().table().runningCount())
                .as("decided")
                .isEqualTo(3);
        cluster.crash();
        cluster.pass(60);

        cluster.fence(fencedSeconds);
        cluster.start();
        cluster.pass(fencedSeconds + 60);

        allRan();
    }
}

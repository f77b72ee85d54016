package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import org.junit.jupiter.api.Test;

/// Attempts of which no container starts. Here a gate of another program holds the pods back.
class LiveStartTimeoutTest {
    private static final String STUCK = "'schedulerName':'default-scheduler','schedulingGates':["
            + "{'name':'lab.example/never'},{'name':'sluice.dev/queued'}],";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 1, "cpu=4,memory=8Gi");

    private void stuckJob() {
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'stuck','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'podReplacementPolicy':'Failed','template':{'spec':{%s'restartPolicy':'Never',"
                                + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'4'}}}]}}}}")
                        .formatted(STUCK));
    }

    private String annotation(String name) {
        return cluster.jobObject("stuck").text("metadata", "annotations", name);
    }

    @Test
    void aJobIsUndoneAfterFiveMinutesAndOthersRun() {
        stuckJob();
        cluster.pass(10);
        cluster.job("next", 1, "4", "", "'sluice.dev/run-for':'10s'");
        cluster.pass(280);
        assertThat(annotation("sluice.dev/undone")).isEmpty();

        cluster.pass(60);

        assertThat(annotation("sluice.dev/undone")).isEqualTo("1");
        assertThat(annotation("sluice.dev/start-failures")).isEqualTo("1");
        assertThat(cluster.isComplete("next")).isTrue();
        assertThat(cluster.events("stuck")).contains("Undone: attempt 1: no container started within 5 minutes");
        cluster.assertInSync();
    }

    @Test
    void afterThreeAttemptsItIsHeldUntilItsUserLetsItGo() {
        stuckJob();
        cluster.pass(1_200);

        assertThat(annotation("sluice.dev/attempt")).isEqualTo("3");
        assertThat(annotation("sluice.dev/hold")).isEqualTo("no container started within 5 minutes, in 3 attempts");
        assertThat(cluster.jobOf("stuck").isSuspended()).isTrue();
        cluster.assertInSync();

        cluster.patch(KubeTypes.JOBS, "stuck", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(200);

        assertThat(annotation("sluice.dev/attempt")).isEqualTo("4");
        assertThat(annotation("sluice.dev/start-failures")).isEmpty();
    }

    @Test
    void aRestartDoesNotGiveItMoreTime() {
        stuckJob();
        cluster.pass(200);
        cluster.crash();
        cluster.start();
        cluster.pass(120);

        assertThat(annotation("sluice.dev/undone")).isEqualTo("1");
    }

    @Test
    void aCrashAfterEachCallChangesNothing() {
        for (int n = 1; n <= 12; n++) {
            LiveStartTimeoutTest it = new LiveStartTimeoutTest();
            int[] calls = new int[] {n};
            it.cluster.calls().listen(_ -> {
                if (--calls[0] == 0) {
                    it.cluster.crash();
                }
            });
            it.stuckJob();
            it.cluster.pass(1_100);
            it.cluster.start();
            it.cluster.pass(1_300);

            assertThat(it.annotation("sluice.dev/hold"))
                    .as("crash after call %d", n)
                    .isEqualTo("no container started within 5 minutes, in 3 attempts");
            assertThat(it.cluster.jobOf("stuck").isSuspended()).isTrue();
            it.cluster.assertInSync();
        }
    }

    @Test
    void aPodWithoutAJobStaysAndItsUserIsTold() {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'alone','labels':{'sluice.dev/queue':'default'}},'spec':{%s"
                                + "'containers':[{'name':'c','image':'i'}]}}")
                        .formatted(STUCK));
        cluster.pass(400);

        assertThat(cluster.events("alone")).contains("NotStarted: no container started within 5 minutes");
        assertThat(new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", "alone"))).isActive())
                .isTrue();
        assertThat(cluster.scheduler().engine().table().runningCount()).isEqualTo(1);
    }

    @Test
    void aJobThatNoNodeCouldRunSaysSo() {
        cluster.job("large", 2, "4", "", "");
        cluster.pass(40);

        assertThat(cluster.events("large")).anyMatch(event -> event.startsWith("CannotBePlaced: "));
        assertThat(cluster.scheduler().engine().table().waitingCount()).isEqualTo(1);
    }
}

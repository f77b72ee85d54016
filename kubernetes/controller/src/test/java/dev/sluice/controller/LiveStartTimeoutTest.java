package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.Source;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.record.QueueRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        assertThat(cluster.records(QueueRecord.Requeued.class))
                .extracting(QueueRecord.Requeued::why)
                .containsExactly(Optional.of("no container started within 5 minutes"));
        cluster.assertInSync();
    }

    @Test
    void afterThreeAttemptsItIsHeldUntilItsUserLetsItGo() {
        stuckJob();
        cluster.pass(1_200);

        assertThat(annotation("sluice.dev/attempt")).isEqualTo("3");
        assertThat(annotation("sluice.dev/hold")).isEqualTo("no container started within 5 minutes, in 3 attempts");
        assertThat(cluster.records(QueueRecord.Held.class))
                .extracting(QueueRecord.Held::why)
                .containsExactly(Optional.of("no container started within 5 minutes, in 3 attempts"));
        assertThat(cluster.jobOf("stuck").isSuspended()).isTrue();
        cluster.assertInSync();

        cluster.patch(KubeTypes.JOBS, "stuck", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(200);

        assertThat(annotation("sluice.dev/attempt")).isEqualTo("4");
        assertThat(annotation("sluice.dev/start-failures")).isEmpty();
    }

    @Test
    void theDeadlineOfAnAttemptDoesNotOutlastIt() {
        stuckJob();
        cluster.patch(KubeTypes.JOBS, "stuck", "{'metadata':{'annotations':{'sluice.dev/walltime':'10m'}}}");
        cluster.pass(10);
        assertThat(deadline()).isEqualTo(600);
        cluster.pass(1_200);
        assertThat(annotation("sluice.dev/hold")).isNotEmpty();
        assertThat(deadline()).isEqualTo(NONE);
        assertThat(annotation("sluice.dev/deadline")).isEmpty();

        cluster.patch(
                KubeTypes.JOBS,
                "stuck",
                "{'metadata':{'annotations':{'sluice.dev/hold':null,'sluice.dev/walltime':'1h'}}}");
        cluster.pass(20);

        assertThat(annotation("sluice.dev/attempt")).isEqualTo("4");
        assertThat(deadline()).isEqualTo(3_600);
    }

    private static final long NONE = -1;

    private long deadline() {
        return cluster.jobObject("stuck").number(NONE, "spec", "activeDeadlineSeconds");
    }

    @Test
    void podsOfAnEarlierAttemptDoNotCountAsStarted() {
        cluster.create("stuck", "'parallelism':1,'completions':3,", "4", "'sluice.dev/run-for':'10s'");
        cluster.pass(20);
        cluster.patch(KubeTypes.JOBS, "stuck", "{'spec':{'suspend':true}}");
        cluster.pass(60);
        assertThat(cluster.podsOf("stuck")).isNotEmpty().allMatch(Pod::hasSucceeded);
        cluster.patch(
                KubeTypes.JOBS,
                "stuck",
                "{'metadata':{'annotations':{'sluice.dev/hold':null}},"
                        + "'spec':{'template':{'spec':{'schedulingGates':[{'name':'lab.example/never'}]}}}}");
        cluster.pass(5);
        assertThat(annotation("sluice.dev/attempt")).isEqualTo("2");
        cluster.crash();
        cluster.start();
        cluster.pass(340);

        assertThat(annotation("sluice.dev/undone")).isEqualTo("2");
        assertThat(annotation("sluice.dev/start-failures")).isEqualTo("1");
        cluster.assertInSync();
    }

    @Test
    void attemptsThatStartNothingCountInARow() {
        stuckJob();
        cluster.pass(340);
        assertThat(annotation("sluice.dev/start-failures")).isEqualTo("1");
        cluster.pass(10);
        Pod second = cluster.podsOf("stuck").getFirst();
        cluster.patch(
                KubeTypes.PODS,
                second.json().text("metadata", "name"),
                "{'metadata':{'annotations':{'sluice.dev/run-for':'1h'}},'spec':{'schedulingGates':null}}");
        cluster.pass(20);
        assertThat(cluster.podsOf("stuck"))
                .hasSize(1)
                .allMatch(pod -> pod.phase().equals(Pod.RUNNING));

        cluster.patch(KubeTypes.JOBS, "stuck", "{'spec':{'suspend':true}}");
        cluster.pass(60);

        assertThat(annotation("sluice.dev/hold")).isEqualTo("suspended by its user");
        assertThat(annotation("sluice.dev/start-failures")).isEmpty();
    }

    @Test
    void whatContainersWaitForIsTold() {
        stuckJob();
        cluster.pass(20);
        cluster.patchStatus(
                cluster.podsOf("stuck").getFirst().json().text("metadata", "name"),
                "{'status':{'containerStatuses':[{'name':'c','image':'i','imageID':'','ready':false,'restartCount':0,"
                        + "'state':{'waiting':{'reason':'ImagePullBackOff','message':'no such image (i)'}}}]}}");
        cluster.pass(300);

        assertThat(cluster.events("stuck"))
                .filteredOn(event -> event.startsWith("Undone: "))
                .singleElement()
                .asString()
                .startsWith("Undone: attempt 1: no container started within 5 minutes: pod default/stuck-")
                .endsWith(" waits (ImagePullBackOff: no such image (i))");
    }

    /// As where a quota is used up.
    @Test
    void aJobWhosePodsCannotBeCreatedSaysSo() {
        VirtualLiveCluster full = new VirtualLiveCluster(
                1, 1, "cpu=4,memory=8Gi", VirtualLiveCluster.Planted.NOTHING, LiveStartTimeoutTest::withoutPods);
        full.job("train", 1, "1", "", "");
        full.pass(340);

        assertThat(full.events("train"))
                .contains("Undone: attempt 1: no container started within 5 minutes: no pod was created; see the Job's"
                        + " Events");
    }

    private static Kube withoutPods(Kube kube) {
        return new ForwardingKube(kube) {
            @Override
            public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
                if (type.equals(KubeTypes.PODS)) {
                    throw ApiStatus.forbidden(type, "", "exceeded quota: small");
                }
                return super.create(type, namespace, object, options);
            }
        };
    }

    @Test
    void timeCountsFromWhenASchedulerCanAct() {
        stuckJob();
        cluster.pass(200);
        cluster.crash();
        cluster.fence(60);
        cluster.start();
        cluster.pass(340);
        assertThat(annotation("sluice.dev/undone")).isEmpty();

        cluster.pass(40);
        assertThat(annotation("sluice.dev/undone")).isEqualTo("1");
    }

    @Test
    void aJobThatNothingCouldBindIsNotUndone() {
        cluster.calls().listen(call -> {
            if (call.startsWith("release")) {
                cluster.crash();
            }
        });
        cluster.job("train", 2, "2", "", "'sluice.dev/run-for':'30s'");
        cluster.pass(400);
        assertThat(cluster.podsOf("train")).hasSize(2).noneMatch(Pod::isPlaced);

        cluster.fence(10);
        cluster.start();
        cluster.pass(100);

        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(cluster.events("train")).noneMatch(event -> event.startsWith("Undone"));
        cluster.assertInSync();
    }

    @Test
    void podsThatStartWhileASchedulerMayNotActAreLeftAlone() {
        cluster.calls().listen(call -> {
            if (call.startsWith("bind")) {
                cluster.crash();
            }
        });
        cluster.job("train", 1, "2", "", "'sluice.dev/run-for':'900s'");
        cluster.pass(400);
        List<String> before = uids();
        cluster.fence(10);
        cluster.start(Map.of(Source.OWN_PODS, 15L));
        cluster.pass(400);

        assertThat(uids()).hasSize(1).isEqualTo(before);
        assertThat(cluster.jobOf("train").isSuspended()).isFalse();
        assertThat(cluster.jobObject("train").text("metadata", "annotations", "sluice.dev/attempt"))
                .isEqualTo("1");
    }

    private List<String> uids() {
        return cluster.podsOf("train").stream()
                .map(pod -> pod.json().text("metadata", "uid"))
                .toList();
    }

    @Test
    void aCrashAfterEachCallChangesNothing() {
        int crashes = 0;
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
            crashes += calls[0] <= 0 ? 1 : 0;
            it.cluster.start();
            it.cluster.pass(1_300);

            assertThat(it.annotation("sluice.dev/hold"))
                    .as("crash after call %d", n)
                    .isEqualTo("no container started within 5 minutes, in 3 attempts");
            assertThat(it.cluster.jobOf("stuck").isSuspended()).isTrue();
            it.cluster.assertInSync();
        }
        assertThat(crashes)
                .as("three releases, pins and undos, and their reads")
                .isEqualTo(12);
    }

    @Test
    void aPodWithoutAJobStaysAndItsUserIsTold() {
        VirtualLiveCluster silent = new VirtualLiveCluster(
                1, 1, "cpu=4,memory=8Gi", VirtualLiveCluster.Planted.NOTHING, SilentKubelets::new);
        silent.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'alone','labels':{'sluice.dev/queue':'default'}},'spec':{%s"
                                + "'containers':[{'name':'c','image':'i'}]}}")
                        .formatted(VirtualLiveCluster.GATED));
        silent.pass(400);

        assertThat(silent.events("alone")).contains("NotStarted: no container started within 5 minutes");
        assertThat(new Pod(silent.kube().get(KubeTypes.PODS, FollowedCluster.key("default", "alone"))).isActive())
                .isTrue();
        assertThat(silent.scheduler().engine().table().runningCount()).isEqualTo(1);
    }

    @Test
    void aJobThatNoNodeCouldRunSaysSo() {
        cluster.job("large", 2, "4", "", "");
        cluster.pass(40);

        assertThat(cluster.events("large")).anyMatch(event -> event.startsWith("CannotBePlaced: "));
        assertThat(cluster.scheduler().engine().table().waitingCount()).isEqualTo(1);
    }
}

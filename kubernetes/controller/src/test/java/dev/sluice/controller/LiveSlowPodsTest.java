package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// One of three pods takes long to end when its job is over. The other two nodes are another job's at once.
class LiveSlowPodsTest {
    private static final String LONG = "'sluice.dev/run-for':'1h'";
    private static final String PATIENT = "'terminationGracePeriodSeconds':900,";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private void slowJob(String annotations) {
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'slow','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},'spec':{"
                                + "'suspend':true,'podReplacementPolicy':'Failed','parallelism':3,'completions':3,"
                                + "'template':{'metadata':{'annotations':{%s}},'spec':{%s%s'restartPolicy':'Never',"
                                + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'4'}}}]}}}}")
                        .formatted(annotations, LONG, VirtualLiveCluster.BOUND, PATIENT));
        cluster.pass(5);
        List<Pod> pods = cluster.podsOf("slow");
        assertThat(pods).hasSize(3).allMatch(pod -> pod.phase().equals(Pod.RUNNING));
        makeSlow(pods.get(1).json());
        cluster.job("next", 2, "4", "", "'sluice.dev/run-for':'10s'");
    }

    private void makeSlow(JsonObject pod) {
        cluster.patch(
                KubeTypes.PODS,
                pod.text("metadata", "name"),
                "{'metadata':{'annotations':{'sluice.dev/stop-after':'600s'}}}");
    }

    private List<JsonObject> slowPods() {
        return cluster.kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                .filter(pod -> !pod.text("metadata", "name").startsWith("next"))
                .toList();
    }

    private void nextRunsBesideTheSlowPod() {
        cluster.pass(60);

        assertThat(slowPods().stream().filter(pod -> !new Pod(pod).isTerminal()))
                .as("the slow pod")
                .hasSize(1);
        assertThat(cluster.isComplete("next")).isTrue();
        cluster.assertInSync();
        assertThat(cluster.reports().getLast().sparePlaces()).isZero();
        assertThat(cluster.reports().getLast().ownForeign()).isZero();
        assertThat(cluster.scheduler().engine().table().runningCount())
                .as("holds the place of the slow pod")
                .isEqualTo(1);

        cluster.fleet().recover("node-1");
        cluster.pass(700);
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aDeletedJobReleasesEachPlaceAsItsPodEnds() {
        slowJob("");
        DeleteOptions options = new DeleteOptions(OptionalLong.empty(), DeleteOptions.BACKGROUND, "", "", false);
        cluster.kube().delete(KubeTypes.JOBS, FollowedCluster.key("default", "slow"), options);

        nextRunsBesideTheSlowPod();
    }

    @Test
    void aJobThatIsStoppedReleasesEachPlaceAsItsPodEnds() {
        slowJob("'sluice.dev/walltime':'20s'");

        nextRunsBesideTheSlowPod();
    }

    @Test
    void aJobThatItsUserSuspendsReleasesEachPlaceAsItsPodEnds() {
        slowJob("");
        cluster.patch(KubeTypes.JOBS, "slow", "{'spec':{'suspend':true}}");

        nextRunsBesideTheSlowPod();
        assertThat(cluster.jobObject("slow").text("metadata", "annotations", "sluice.dev/hold"))
                .isEqualTo("suspended by its user");
    }

    @Test
    void aGroupThatIsStoppedReleasesEachPlaceAsItsPodEnds() {
        for (int i = 0; i < 3; i++) {
            cluster.create(
                    KubeTypes.PODS,
                    ("{'metadata':{'name':'slow-%d','labels':{'sluice.dev/queue':'default','sluice.dev/group':'slow'},"
                                    + "'annotations':{%s,'sluice.dev/group-size':'3','sluice.dev/walltime':'%s'}},"
                                    + "'spec':{%s%s'schedulingGates':[{'name':'sluice.dev/queued'}],"
                                    + "'restartPolicy':'Never','containers':[{'name':'c','image':'i',"
                                    + "'resources':{'requests':{'cpu':'4'}}}]}}")
                            .formatted(i, LONG, "20s", VirtualLiveCluster.BOUND, PATIENT));
        }
        cluster.pass(5);
        assertThat(slowPods()).hasSize(3).allMatch(pod -> new Pod(pod).phase().equals(Pod.RUNNING));
        cluster.job("next", 2, "4", "", "'sluice.dev/run-for':'10s'");
        cluster.fleet().fail("node-1");

        nextRunsBesideTheSlowPod();
    }
}

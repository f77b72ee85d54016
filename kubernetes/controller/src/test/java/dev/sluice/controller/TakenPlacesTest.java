package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Another scheduler's pod takes a decided place, and is seen before the place is used: the pod goes elsewhere, and no
/// kubelet has to refuse it.
class TakenPlacesTest {
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi,gpu=2");

    private static String nodeOf(Pod pod) {
        return pod.nodeName();
    }

    /// Takes resources of the node where the first pod is to go, at the moment of the release.
    private void takeAtRelease(String requests) {
        cluster.onRelease(() -> cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'thief'},'spec':{'nodeName':'node-0','containers':[{'name':'c','image':'i',"
                                + "'resources':{'requests':{%s},'limits':{%s}}}]}}")
                        .formatted(requests, requests)));
    }

    private void assertNoneWasRefused(List<Pod> pods, int count) {
        assertThat(pods).hasSize(count).allMatch(pod -> pod.phase().equals(Pod.RUNNING));
        assertThat(pods).noneMatch(pod -> nodeOf(pod).equals("node-0"));
        cluster.assertInSync();
    }

    @Test
    void thePodsOfAJobGetOtherPlaces() {
        takeAtRelease("'cpu':'2'");
        cluster.job("train", 2, "4", "", "'sluice.dev/run-for':'1h'");
        cluster.pass(20);

        assertNoneWasRefused(cluster.podsOf("train"), 2);
        assertThat(cluster.scheduler().lostRaces()).isNotEmpty();
    }

    @Test
    void aPlaceWithGpusThatAreTakenIsLostToo() {
        takeAtRelease("'nvidia.com/gpu':'1'");
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'train','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'podReplacementPolicy':'Failed','template':{"
                                + "'metadata':{'annotations':{'sluice.dev/run-for':'1h'}},'spec':{%s"
                                + "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':"
                                + "{'requests':{'nvidia.com/gpu':'2'},'limits':{'nvidia.com/gpu':'2'}}}]}}}}")
                        .formatted(VirtualLiveCluster.BOUND));
        cluster.pass(20);

        assertNoneWasRefused(cluster.podsOf("train"), 1);
    }

    @Test
    void aPodWithoutAJobWaitsForAnotherPlace() {
        takeAtRelease("'cpu':'2'");
        cluster.create(
                KubeTypes.PODS,
                "{'metadata':{'name':'p','labels':{'sluice.dev/queue':'default'}},"
                        + "'spec':{'schedulerName':'sluice','schedulingGates':[{'name':'sluice.dev/queued'}],"
                        + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'4'}}}]}}");
        cluster.pass(60);

        Pod pod = new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", "p")));
        assertNoneWasRefused(List.of(pod), 1);
    }

    @Test
    void aPlaceThatStillFitsIsKept() {
        takeAtRelease("'cpu':'2'");
        cluster.job("train", 1, "2", "", "'sluice.dev/run-for':'1h'");
        cluster.pass(20);

        assertThat(cluster.podsOf("train")).singleElement().satisfies(pod -> {
            assertThat(nodeOf(pod)).isEqualTo("node-0");
            assertThat(pod.phase()).isEqualTo(Pod.RUNNING);
        });
        assertThat(cluster.scheduler().lostRaces()).isEmpty();
    }
}

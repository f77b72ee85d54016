package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Pods that are not their Job's or group's any more keep their places until they end.
class LiveReleasedPodsTest {
    private static final String RUN = "'sluice.dev/run-for':'60s'";
    private static final String BOUND = VirtualLiveCluster.BOUND + "'schedulingGates':[{'name':'sluice.dev/queued'}],";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 2, "cpu=4,memory=8Gi");

    private void orphan(String job) {
        DeleteOptions options = new DeleteOptions(OptionalLong.empty(), DeleteOptions.ORPHAN, "", "", false);
        cluster.kube().delete(KubeTypes.JOBS, FollowedCluster.key("default", job), options);
    }

    private void job(boolean isGated, String name, int pods) {
        if (isGated) {
            cluster.gatedJob(name, pods, "4", "", RUN);
        } else {
            cluster.job(name, pods, "4", "", RUN);
        }
    }

    private static String nameOf(Pod pod) {
        return pod.json().text("metadata", "name");
    }

    private Pod podOf(String name) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", name)));
    }

    private int running() {
        return cluster.scheduler().engine().table().runningCount();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void orphanedPodsKeepTheirSharesUntilTheyEnd(boolean isGated) {
        job(isGated, "parent", 2);
        cluster.pass(10);
        List<Pod> pods = cluster.podsOf("parent");
        orphan("parent");
        cluster.pass(10);
        job(isGated, "next", 2);
        cluster.pass(20);
        assertThat(pods).hasSize(2).allMatch(pod -> podOf(nameOf(pod)).phase().equals(Pod.RUNNING));
        assertThat(cluster.jobOf("next").isSuspended()).as("the nodes are full").isTrue();
        cluster.assertInSync();

        cluster.pass(200);

        assertThat(cluster.isComplete("next")).isTrue();
        assertThat(cluster.scheduler().engine().table().finished().all()).hasSize(2);
        cluster.assertInSync();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPodThatItsJobReleasesKeepsItsShareAndIsReplaced(boolean isGated) {
        job(isGated, "parent", 1);
        cluster.pass(10);
        Pod released = cluster.podsOf("parent").getFirst();
        cluster.patch(
                KubeTypes.PODS,
                nameOf(released),
                "{'metadata':{'labels':{'batch.kubernetes.io/controller-uid':null,'controller-uid':null}}}");
        cluster.pass(15);

        List<Pod> all = cluster.kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                .map(Pod::new)
                .toList();
        assertThat(all).hasSize(2).allMatch(pod -> pod.phase().equals(Pod.RUNNING));
        assertThat(podOf(nameOf(released)).json().array("metadata", "ownerReferences"))
                .isEmpty();
        cluster.assertInSync();

        cluster.pass(120);

        assertThat(cluster.isComplete("parent")).isTrue();
        assertThat(running()).isZero();
        cluster.assertInSync();
    }

    @ParameterizedTest
    @ValueSource(strings = {BOUND, VirtualLiveCluster.GATED})
    void aPodWithoutItsGroupsLabelKeepsItsShare(String path) {
        group(path, "a", "b");
        cluster.pass(10);
        cluster.patch(KubeTypes.PODS, "a", "{'metadata':{'labels':{'sluice.dev/group':null}}}");
        cluster.pass(10);
        assertThat(List.of(podOf("a"), podOf("b"))).allMatch(pod -> pod.phase().equals(Pod.RUNNING));
        cluster.assertInSync();

        cluster.pass(120);

        assertThat(running()).isZero();
        assertThat(cluster.scheduler().engine().table().finished().all()).hasSize(1);
        cluster.assertInSync();
    }

    @Test
    void aWaitingPodLeavesItsGroupWithTheLabel() {
        cluster.job("first", 2, "4", "", RUN);
        cluster.pass(5);
        group(BOUND, "a", "b");
        cluster.pass(5);
        cluster.patch(KubeTypes.PODS, "a", "{'metadata':{'labels':{'sluice.dev/group':null}}}");
        cluster.pass(200);

        assertThat(podOf("a").hasSucceeded()).as("queued alone").isTrue();
        assertThat(podOf("b").isPlaced()).as("waits for another pod").isFalse();
        assertThat(running()).isZero();
        cluster.assertInSync();
    }

    private void group(String path, String... names) {
        for (String name : names) {
            cluster.create(
                    KubeTypes.PODS,
                    ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default','sluice.dev/group':'g'},"
                                    + "'annotations':{'sluice.dev/group-size':'%d',%s}},'spec':{%s"
                                    + "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{"
                                    + "'requests':{'cpu':'4'}}}]}}")
                            .formatted(name, names.length, RUN, path));
        }
    }
}

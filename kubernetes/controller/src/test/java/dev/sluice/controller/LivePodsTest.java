package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.image.JobTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Pods that no Job owns, from their creation to their end, on a cluster in virtual time.
class LivePodsTest {
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 2, "cpu=4,memory=8Gi");

    /// Creates a pod as intake leaves it.
    private void pod(String name, String cpu, String more, String annotations) {
        String text = ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},"
                        + "'spec':{'schedulerName':'sluice','schedulingGates':[{'name':'sluice.dev/queued'}],%s"
                        + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'%s'}}}]}}")
                .formatted(name, annotations, more, cpu);
        cluster.kube().create(KubeTypes.PODS, "default", FollowedCluster.object(text), WriteOptions.PLAIN);
    }

    private Pod get(String name) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", name)));
    }

    @Test
    void aPodWaitsBehindItsGateUntilThereIsRoom() {
        pod("a", "4", "'restartPolicy':'Never',", "'sluice.dev/run-for':'20s'");
        pod("b", "4", "'restartPolicy':'Never',", "'sluice.dev/run-for':'20s'");
        pod("c", "4", "'restartPolicy':'Never',", "'sluice.dev/run-for':'20s'");
        cluster.pass(10);

        assertThat(List.of(get("a"), get("b"))).allMatch(Pod::isPlaced);
        assertThat(get("c").json().array("spec", "schedulingGates")).hasSize(1);

        cluster.pass(60);

        assertThat(List.of(get("a"), get("b"), get("c"))).allMatch(Pod::hasSucceeded);
        cluster.assertInSync();
    }

    @Test
    void aWaitingPodMayChangeItsQueueAndWallTime() {
        pod("first", "4", "'restartPolicy':'Never',", "'sluice.dev/run-for':'60s'");
        pod("second", "4", "'restartPolicy':'Never',", "'sluice.dev/run-for':'60s'");
        cluster.pass(5);
        pod("next", "4", "'restartPolicy':'Never',", "'sluice.dev/run-for':'10s'");
        cluster.pass(5);
        cluster.patch(
                KubeTypes.PODS,
                "next",
                "{'metadata':{'labels':{'sluice.dev/queue':'gpu'},'annotations':{'sluice.dev/walltime':'7m'}}}");
        cluster.pass(5);

        assertThat(waiting().queuePriority().queue()).isEqualTo("gpu");
        assertThat(waiting().wallNanos()).isEqualTo(420 * VirtualLiveCluster.SECOND);

        cluster.patch(KubeTypes.PODS, "next", "{'metadata':{'annotations':{'sluice.dev/walltime':'soon'}}}");
        cluster.pass(120);
        assertThat(get("next").isPlaced()).isFalse();
        assertThat(get("next").json().text("metadata", "annotations", "sluice.dev/refused"))
                .startsWith("annotation sluice.dev/walltime (soon)");

        cluster.patch(KubeTypes.PODS, "next", "{'metadata':{'annotations':{'sluice.dev/walltime':'8m'}}}");
        cluster.pass(60);
        assertThat(get("next").hasSucceeded()).isTrue();
        cluster.assertInSync();
    }

    private dev.sluice.queue.Job waiting() {
        JobTable table = cluster.scheduler().engine().table();
        for (int job = 0; job < table.size(); job++) {
            if (!table.isFree(job) && table.state(job).isWaiting()) {
                return table.job(job);
            }
        }
        throw new AssertionError("no job waits");
    }

    @Test
    void aPodOfAServiceRunsOnAndIsNeverStopped() {
        pod("web", "1", "", "'sluice.dev/walltime':'10s'");
        cluster.pass(300);

        assertThat(get("web").phase()).isEqualTo(Pod.RUNNING);

        cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", "web"), DeleteOptions.PLAIN);
        cluster.pass(60);
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aPodIsStoppedAtItsWallTime() {
        pod("slow", "1", "'restartPolicy':'Never',", "'sluice.dev/run-for':'1h','sluice.dev/walltime':'30s'");
        cluster.pass(90);

        assertThat(get("slow").hasFailed()).isTrue();
        assertThat(get("slow").json().text("status", "reason")).isEqualTo("DeadlineExceeded");
        cluster.assertInSync();
    }

    @Test
    void aWaitingPodThatIsDeletedLeavesTheQueue() {
        pod("a", "4", "", "");
        pod("b", "4", "", "");
        pod("c", "4", "", "");
        cluster.pass(5);
        cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", "c"), DeleteOptions.PLAIN);
        cluster.pass(5);

        assertThat(cluster.scheduler().engine().table().waitingCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void podsOfADeploymentAreScheduledOneByOne() {
        String text = "{'metadata':{'name':'web'},'spec':{'replicas':3,'selector':{'matchLabels':{'app':'web'}},"
                + "'template':{'metadata':{'labels':{'app':'web','sluice.dev/queue':'default'}},"
                + "'spec':{'schedulerName':'sluice','schedulingGates':[{'name':'sluice.dev/queued'}],"
                + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'2'}}}]}}}}";
        cluster.kube().create(KubeTypes.DEPLOYMENTS, "default", FollowedCluster.object(text), WriteOptions.PLAIN);
        cluster.pass(10);

        List<JsonObject> pods =
                cluster.kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items();
        assertThat(pods).hasSize(3).allMatch(pod -> new Pod(pod).isPlaced());

        cluster.kube()
                .patch(
                        KubeTypes.DEPLOYMENTS,
                        FollowedCluster.key("default", "web"),
                        "",
                        Patch.merge(FollowedCluster.object("{'spec':{'replicas':1}}")),
                        WriteOptions.PLAIN);
        cluster.pass(60);
        assertThat(cluster.scheduler().engine().table().runningCount()).isEqualTo(1);
        cluster.assertInSync();
    }

    @Test
    void aCrashChangesNothingForPods() {
        pod("a", "4", "'restartPolicy':'Never',", "'sluice.dev/run-for':'20s'");
        pod("b", "4", "'restartPolicy':'Never',", "'sluice.dev/run-for':'20s'");
        pod("c", "4", "'restartPolicy':'Never',", "'sluice.dev/run-for':'20s'");
        cluster.calls().listen(call -> {
            if (call.startsWith("bind")) {
                cluster.crash();
            }
        });
        cluster.pass(30);
        cluster.start();
        cluster.pass(90);

        assertThat(List.of(get("a"), get("b"), get("c"))).allMatch(Pod::hasSucceeded);
        cluster.assertInSync();
    }
}

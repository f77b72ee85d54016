package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Pods that request more or less than the place that their Job has for them.
class UnlikePodsTest {
    private static final ResourceType RUNTIME_CLASSES =
            new ResourceType("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass", false);
    private static final String CPU = "/cluster0/node-0/core0";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 1, "cpu=8,memory=8Gi");

    private long free() {
        return FollowedCluster.free(cluster.scheduler().engine().state().machineState(), CPU, cluster.nowNanos());
    }

    /// @param spec of its pods, followed by a comma
    private void job(String name, int pods, String spec, String resources) {
        // Intake has the default scheduler bind pods with a runtime class.
        String path = spec.contains("runtimeClassName") ? VirtualLiveCluster.GATED : VirtualLiveCluster.BOUND;
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'podReplacementPolicy':'Failed','parallelism':%d,'completions':%d,'template':{"
                                + "'metadata':{'annotations':{'sluice.dev/run-for':'1h'}},'spec':{%s%s"
                                + "'restartPolicy':'Never','containers':[{'name':'c','image':'i'%s}]}}}}")
                        .formatted(name, pods, pods, path, spec, resources));
    }

    private static String requests(String cpu) {
        return ",'resources':{'requests':{'cpu':'%s'}}".formatted(cpu);
    }

    private String nameOf(Pod pod) {
        return pod.json().text("metadata", "name");
    }

    private List<Pod> runningPods(String job) {
        return cluster.podsOf(job).stream()
                .filter(pod -> pod.phase().equals(Pod.RUNNING))
                .toList();
    }

    private void end(Pod pod) {
        cluster.patchStatus(nameOf(pod), "{'status':{'phase':'Succeeded'}}");
        cluster.pass(10);
    }

    private void resize(Pod pod, String cpu) {
        String patch = "{'spec':{'containers':[{'name':'c','resources':{'requests':{'cpu':'%s'}}}]}}".formatted(cpu);
        cluster.kube()
                .patch(
                        KubeTypes.PODS,
                        FollowedCluster.key("default", nameOf(pod)),
                        "resize",
                        Patch.strategic(FollowedCluster.object(patch)),
                        WriteOptions.PLAIN);
        cluster.pass(60);
    }

    private void restart() {
        cluster.crash();
        cluster.pass(5);
        cluster.start();
        cluster.pass(60);
    }

    private void twoPodsWithOverhead() {
        cluster.kube()
                .create(
                        RUNTIME_CLASSES,
                        "",
                        FollowedCluster.object("{'metadata':{'name':'sandbox'},'handler':'vm',"
                                + "'overhead':{'podFixed':{'cpu':'500m'}}}"),
                        WriteOptions.PLAIN);
        job("train", 2, "'runtimeClassName':'sandbox',", requests("1"));
        cluster.pass(20);
        assertThat(runningPods("train")).hasSize(2);
    }

    @Test
    void theOverheadOfARuntimeClassIsHeldBesideThePlaces() {
        twoPodsWithOverhead();
        assertThat(free()).isEqualTo(8000 - 3000);

        end(runningPods("train").getFirst());

        assertThat(free())
                .as("the other pod holds all of its place and overhead")
                .isEqualTo(8000 - 1500);
        cluster.assertInSync();

        end(runningPods("train").getFirst());
        cluster.pass(60);
        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(free()).isEqualTo(8000);
        cluster.assertInSync();
    }

    @Test
    void overheadIsHeldAfterARestartToo() {
        twoPodsWithOverhead();

        restart();

        assertThat(free()).isEqualTo(8000 - 3000);
        cluster.assertInSync();
    }

    /// The embedded server does not add the defaults of LimitRanges to pods, so these pods request no CPU.
    @Test
    void podsThatRequestLessThanTheirPlacesReleaseTheRest() {
        cluster.create(
                KubeTypes.LIMIT_RANGES,
                "{'metadata':{'name':'defaults'},"
                        + "'spec':{'limits':[{'type':'Container','defaultRequest':{'cpu':'2'}}]}}");
        cluster.pass(1);
        job("small", 2, "", "");
        cluster.pass(20);

        assertThat(runningPods("small")).hasSize(2);
        assertThat(free()).isEqualTo(8000);
        cluster.assertInSync();

        end(runningPods("small").getFirst());
        end(runningPods("small").getFirst());
        cluster.pass(60);
        assertThat(cluster.isComplete("small")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void whatAPodGaveUpIsNotTakenFromItsNeighbourAfterARestart() {
        job("train", 2, "", requests("2"));
        cluster.pass(20);
        Pod shrunk = runningPods("train").getFirst();
        resize(shrunk, "500m");
        assertThat(free()).isEqualTo(8000 - 2500);

        restart();

        assertThat(free()).isEqualTo(8000 - 2500);
        cluster.assertInSync();
        end(shrunk);
        assertThat(free()).isEqualTo(8000 - 2000);
        cluster.assertInSync();
    }

    @Test
    void whatAPodGaveUpWithoutASchedulerIsReleasedByTheNext() {
        job("train", 2, "", requests("2"));
        cluster.pass(20);
        cluster.crash();
        resize(runningPods("train").getFirst(), "500m");
        resize(runningPods("train").getLast(), "3");
        cluster.start();
        cluster.pass(60);

        assertThat(free()).isEqualTo(8000 - 3500);
        cluster.assertInSync();
    }

    @Test
    void aReplacementGetsAWholePlaceAgain() {
        job("train", 1, "", requests("2"));
        cluster.pass(20);
        Pod first = runningPods("train").getFirst();
        resize(first, "500m");

        cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", nameOf(first)), DeleteOptions.PLAIN);
        cluster.pass(120);

        assertThat(runningPods("train")).hasSize(1);
        assertThat(free()).isEqualTo(8000 - 2000);
        cluster.assertInSync();
    }
}

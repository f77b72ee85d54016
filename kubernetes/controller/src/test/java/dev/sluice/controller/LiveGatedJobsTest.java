package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Jobs whose pods the default scheduler binds, each to the node that was decided.
class LiveGatedJobsTest {
    private static final String TEN_SECONDS = "'sluice.dev/run-for':'10s'";
    private static final String LONG = "'sluice.dev/run-for':'10m'";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private String annotation(String job, String name) {
        return cluster.jobObject(job).text("metadata", "annotations", name);
    }

    private List<String> calls(String verb) {
        return cluster.calls().made().stream()
                .filter(call -> call.startsWith(verb))
                .toList();
    }

    @Test
    void podsArePinnedInOneWriteEachAndTheJobCompletes() {
        cluster.gatedJob("train", 6, "2", "", TEN_SECONDS);

        cluster.pass(8);

        assertThat(annotation("train", "sluice.dev/nodes")).isEqualTo("node-[0-2]");
        assertThat(cluster.podsOf("train")).hasSize(6).allMatch(Pod::isPlaced);
        assertThat(calls("pin")).hasSize(6);
        assertThat(calls("bind")).isEmpty();

        cluster.pass(30);

        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aRunningGatedJobHoldsWhatItsPodsHold() {
        cluster.gatedJob("train", 3, "3", "", LONG);
        cluster.pass(10);

        assertThat(cluster.podsOf("train")).hasSize(3).allMatch(Pod::isPlaced);
        cluster.assertInSync();
    }

    @Test
    void aFailedPodsReplacementTakesItsPlace() {
        cluster.gatedJob("flaky", 2, "4", "'backoffLimit':2,", TEN_SECONDS + ",'sluice.dev/exit-code':'1'");

        cluster.pass(300);

        assertThat(Conditions.isTrue(cluster.jobObject("flaky"), "Failed")).isTrue();
        cluster.job("next", 3, "4", "", TEN_SECONDS);
        cluster.pass(40);
        assertThat(cluster.isComplete("next")).as("everything is free again").isTrue();
        cluster.assertInSync();
    }

    @Test
    void aJobWithAnUnschedulablePodIsUndoneAndRunsElsewhere() {
        cluster.gatedJob("train", 1, "4", "", TEN_SECONDS);
        cluster.calls().before("pin", () -> cluster.foreignPod("thief", "node-0", "1"));

        cluster.pass(25);
        assertThat(annotation("train", "sluice.dev/undone"))
                .as("the default scheduler may still find room")
                .isEmpty();

        cluster.pass(60);

        assertThat(annotation("train", "sluice.dev/attempt")).isEqualTo("2");
        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(cluster.podsOf("train")).extracting(Pod::nodeName).containsExactly("node-1");
        cluster.assertInSync();
    }

    @Test
    void anUnschedulableReplacementIsDeletedAndAnotherOneRunsElsewhere() {
        cluster.gatedJob("train", 2, "3", "", "'sluice.dev/run-for':'200s'");
        cluster.pass(8);
        List<Pod> before = cluster.podsOf("train");
        assertThat(before).extracting(Pod::nodeName).containsExactlyInAnyOrder("node-0", "node-1");
        Pod first = before.stream()
                .filter(pod -> pod.nodeName().equals("node-0"))
                .findFirst()
                .orElseThrow();

        // The replacement is pinned to the freed place, which another pod takes before it.
        List<String> pins = new ArrayList<>();
        cluster.calls().before("pin", () -> {
            pins.add("pin");
            cluster.foreignPod("thief", "node-0", "2");
        });
        cluster.kube()
                .delete(
                        KubeTypes.PODS,
                        FollowedCluster.key("default", first.json().text("metadata", "name")),
                        DeleteOptions.PLAIN);
        cluster.pass(150);

        assertThat(pins).hasSize(1);
        assertThat(calls("delete")).hasSize(1);
        assertThat(cluster.podsOf("train"))
                .filteredOn(Pod::isActive)
                .extracting(Pod::nodeName)
                .containsExactlyInAnyOrder("node-1", "node-2");
        assertThat(annotation("train", "sluice.dev/attempt"))
                .as("what runs is not undone")
                .isEqualTo("1");
        cluster.pass(400);
        assertThat(cluster.isComplete("train")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aRunningJobThatItsUserSuspendsIsHeldAndRunsAgainLater() {
        cluster.gatedJob("first", 3, "4", "", "'sluice.dev/run-for':'40s'");
        cluster.gatedJob("next", 3, "4", "", TEN_SECONDS);
        cluster.pass(8);

        cluster.patch(KubeTypes.JOBS, "first", "{'spec':{'suspend':true}}");
        cluster.pass(60);

        assertThat(annotation("first", "sluice.dev/hold")).isEqualTo("suspended by its user");
        assertThat(cluster.isComplete("next")).isTrue();

        cluster.patch(KubeTypes.JOBS, "first", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(90);

        assertThat(cluster.isComplete("first")).isTrue();
        assertThat(annotation("first", "sluice.dev/attempt")).isEqualTo("2");
        cluster.assertInSync();
    }

    @Test
    void aCrashAfterAnUnschedulablePodIsDeletedChangesNothing() {
        cluster.gatedJob("train", 2, "3", "", "'sluice.dev/run-for':'200s'");
        cluster.pass(8);
        cluster.calls().before("pin", () -> cluster.foreignPod("thief", "node-0", "2"));
        cluster.calls().listen(call -> {
            if (call.startsWith("delete")) {
                cluster.crash();
            }
        });
        cluster.kube()
                .delete(
                        KubeTypes.PODS,
                        FollowedCluster.key(
                                "default",
                                cluster.podsOf("train").stream()
                                        .filter(pod -> pod.nodeName().equals("node-0"))
                                        .map(pod -> pod.json().text("metadata", "name"))
                                        .findFirst()
                                        .orElseThrow()),
                        DeleteOptions.PLAIN);
        cluster.pass(100);
        assertThat(calls("delete")).hasSize(1);
        cluster.start();
        cluster.pass(600);

        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(annotation("train", "sluice.dev/attempt")).isEqualTo("1");
        cluster.assertInSync();
    }

    @Test
    void aRefusedPodIsSeenAlthoughItHasLeftTheInformersSelector() {
        cluster.gatedJob("train", 2, "4", "", TEN_SECONDS);
        List<String> refused = new ArrayList<>();
        cluster.calls().listen(call -> {
            if (call.startsWith("pin") && refused.isEmpty()) {
                refused.add(refusePinned());
            }
        });

        cluster.pass(5);

        assertThat(refused).hasSize(1);
        assertThat(annotation("train", "sluice.dev/undone")).isEqualTo("1");
        cluster.pass(60);
        assertThat(cluster.isComplete("train")).isTrue();
        cluster.assertInSync();
    }

    /// Does what a kubelet does that has no room for a pod.
    private String refusePinned() {
        Pod pinned = cluster.podsOf("train").stream()
                .filter(pod -> pod.json().array("spec", "schedulingGates").isEmpty())
                .findFirst()
                .orElseThrow();
        String name = pinned.json().text("metadata", "name");
        cluster.kube()
                .patch(
                        KubeTypes.PODS,
                        FollowedCluster.key("default", name),
                        "status",
                        Patch.merge(FollowedCluster.object("{'status':{'phase':'Failed','reason':'OutOfcpu'}}")),
                        WriteOptions.PLAIN);
        return name;
    }
}

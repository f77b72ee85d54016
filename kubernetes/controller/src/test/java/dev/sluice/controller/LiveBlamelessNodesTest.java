package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Pods that do not get to their nodes, although nothing is wrong with the nodes: other jobs go on using these.
class LiveBlamelessNodesTest {
    private static final int NODES = 4;
    private static final String RUN = "'sluice.dev/run-for':'10s'";
    private static final String NO_CLAIM = "persistentvolumeclaim data not found";

    private boolean areBindsDenied;
    private boolean areDeletionsDenied;
    private boolean areUndosDenied;

    /// Whether the default scheduler finds no room for any pod.
    private boolean isStuck = true;

    private final List<String> pinnedTo = new ArrayList<>();

    private VirtualLiveCluster cluster(int nodes) {
        return new VirtualLiveCluster(
                1,
                nodes,
                "cpu=4,memory=8Gi",
                new VirtualLiveCluster.Planted(this::denying, UnaryOperator.identity(), LongUnaryOperator.identity()));
    }

    private Kube denying(Kube kube) {
        return new ForwardingKube(kube) {
            @Override
            public JsonObject act(
                    ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
                if (areBindsDenied && subresource.equals("binding")) {
                    throw ApiStatus.forbidden(type, key.name(), "no work on Sundays");
                }
                return super.act(type, key, subresource, body, options);
            }

            @Override
            public JsonObject patch(
                    ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
                if (areUndosDenied && patch.body().toString().contains("\"suspend\":true")) {
                    throw ApiStatus.forbidden(type, key.name(), "Jobs run");
                }
                return super.patch(type, key, subresource, patch, options);
            }

            @Override
            public JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options) {
                if (areDeletionsDenied && type.equals(KubeTypes.PODS)) {
                    throw ApiStatus.forbidden(type, key.name(), "pods stay");
                }
                return super.delete(type, key, options);
            }
        };
    }

    private static String annotation(VirtualLiveCluster cluster, String name) {
        return cluster.jobObject("train").text("metadata", "annotations", name);
    }

    private static void assertNoNodeIsBlamed(VirtualLiveCluster cluster) {
        assertThat(cluster.scheduler().engine().state().quarantined()).isEmpty();
        cluster.job("other", NODES, "1", "", RUN);
        cluster.pass(40);
        assertThat(cluster.isComplete("other")).isTrue();
    }

    private void assertIsHeldAfterFiveAttempts(int pods) {
        VirtualLiveCluster cluster = cluster(NODES);
        areBindsDenied = true;
        cluster.job("train", pods, "1", "", RUN);
        cluster.pass(15);
        assertThat(annotation(cluster, "sluice.dev/hold"))
                .as("after one attempt")
                .isEmpty();

        cluster.pass(1_000);

        assertThat(annotation(cluster, "sluice.dev/hold")).contains("5 times").contains("no work on Sundays");
        assertThat(annotation(cluster, "sluice.dev/attempt")).isEqualTo("5");
        assertThat(cluster.events("train"))
                .filteredOn(event -> event.startsWith("Held: "))
                .isNotEmpty()
                .allMatch(event -> event.contains("no work on Sundays"));
        int calls = cluster.calls().made().size();
        cluster.pass(1_000);
        assertThat(cluster.calls().made()).as("nothing spins").hasSize(calls);

        areBindsDenied = false;
        assertNoNodeIsBlamed(cluster);
        cluster.patch(KubeTypes.JOBS, "train", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(60);
        assertThat(cluster.isComplete("train")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aJobOfOnePodWhoseBindIsDeniedIsHeldAfterSomeAttempts() {
        assertIsHeldAfterFiveAttempts(1);
    }

    @Test
    void manyDeniedBindsOfAnAttemptCountOnce() {
        assertIsHeldAfterFiveAttempts(8);
    }

    /// A Job whose pods the default scheduler does not bind, as if a claim were missing. Here a gate of another program
    /// holds them back.
    private void stuckJob(VirtualLiveCluster cluster, String cpu) {
        stuckJob(cluster, 1, cpu);
    }

    private void stuckJob(VirtualLiveCluster cluster, int pods, String cpu) {
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'train','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'podReplacementPolicy':'Failed','parallelism':%d,'completions':%d,'template':{"
                                + "'metadata':{'annotations':{%s}},'spec':{"
                                + "'schedulerName':'default-scheduler','schedulingGates':[{'name':'lab.example/never'},"
                                + "{'name':'sluice.dev/queued'}],'restartPolicy':'Never','containers':[{'name':'c',"
                                + "'image':'i','resources':{'requests':{'cpu':'%s'}}}]}}}}")
                        .formatted(pods, pods, RUN, cpu));
        cluster.calls().listen(call -> {
            if (call.startsWith("pin")) {
                pinned(cluster);
            }
        });
    }

    private void pinned(VirtualLiveCluster cluster) {
        for (Pod pod : cluster.podsOf("train")) {
            String name = pod.json().text("metadata", "name");
            boolean isGated = pod.json().array("spec", "schedulingGates").size() > 1;
            if (isGated
                    || !pod.isActive()
                    || pod.json().array("spec", "schedulingGates").isEmpty()) {
                continue;
            }
            pinnedTo.add(pod.json().text("metadata", "annotations", "sluice.dev/nodes"));
            if (isStuck) {
                cluster.patchStatus(
                        name,
                        "{'status':{'conditions':[{'type':'PodScheduled','status':'False','reason':'Unschedulable',"
                                + "'message':'%s'}]}}".formatted(NO_CLAIM));
            } else {
                cluster.patch(KubeTypes.PODS, name, "{'spec':{'schedulingGates':null}}");
            }
        }
    }

    @Test
    void aJobThatTheDefaultSchedulerCannotPlaceIsHeldAfterThreeAttempts() {
        VirtualLiveCluster cluster = cluster(NODES);
        stuckJob(cluster, "1");

        cluster.pass(400);

        assertThat(annotation(cluster, "sluice.dev/hold")).contains(NO_CLAIM).contains("in 3 attempts");
        assertThat(annotation(cluster, "sluice.dev/attempt")).isEqualTo("3");
        assertThat(pinnedTo).as("another node each time").hasSize(3).doesNotHaveDuplicates();
        assertNoNodeIsBlamed(cluster);

        isStuck = false;
        cluster.patch(KubeTypes.JOBS, "train", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(40);
        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(pinnedTo.getLast()).as("all nodes count again").isEqualTo(pinnedTo.getFirst());
        cluster.assertInSync();
    }

    @Test
    void aJobForWhichNoNodeIsLeftIsHeld() {
        VirtualLiveCluster cluster = cluster(2);
        stuckJob(cluster, "1");

        cluster.pass(200);

        assertThat(pinnedTo).hasSize(2).doesNotHaveDuplicates();
        assertThat(annotation(cluster, "sluice.dev/hold"))
                .startsWith("no other node is left")
                .contains(NO_CLAIM);
        cluster.assertInSync();
    }

    @Test
    void aNodeStaysExcludedWhileTheOthersAreBusyAndAfterARestart() {
        VirtualLiveCluster cluster = cluster(2);
        cluster.job("busy", 1, "4", "", "'sluice.dev/run-for':'600s'");
        cluster.pass(5);
        stuckJob(cluster, "4");
        cluster.pass(40);
        assertThat(pinnedTo).hasSize(1);
        isStuck = false;

        cluster.pass(200);
        cluster.crash();
        cluster.start();
        cluster.calls().listen(call -> {
            if (call.startsWith("pin")) {
                pinned(cluster);
            }
        });
        cluster.pass(200);
        assertThat(pinnedTo).as("it waits for the other node").hasSize(1);

        cluster.pass(300);
        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(pinnedTo).hasSize(2).doesNotHaveDuplicates();
        assertThat(cluster.scheduler().engine().state().quarantined()).isEmpty();
        cluster.assertInSync();
    }

    @Test
    void theReplacementsOfAPodOfARunningJobAreTriedOnOneNodeAfterTheOther() {
        VirtualLiveCluster cluster = cluster(NODES);
        isStuck = false;
        stuckJob(cluster, "3");
        cluster.patch(
                KubeTypes.JOBS,
                "train",
                "{'spec':{'backoffLimit':20,'template':{'metadata':{'annotations':{"
                        + "'sluice.dev/run-for':'600s'}}}}}");
        cluster.pass(10);
        assertThat(cluster.podsOf("train")).hasSize(1).allMatch(Pod::isPlaced);

        isStuck = true;
        String first = cluster.podsOf("train").getFirst().json().text("metadata", "name");
        cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", first), DeleteOptions.PLAIN);
        cluster.pass(300);
        List<String> tried = List.copyOf(pinnedTo.subList(1, pinnedTo.size()));
        assertThat(tried).hasSize(NODES).doesNotHaveDuplicates();
        assertThat(cluster.scheduler().engine().state().quarantined()).isEmpty();
    }

    @Test
    void aDeniedDeletionOfAPodIsTold() {
        VirtualLiveCluster cluster = cluster(NODES);
        isStuck = false;
        stuckJob(cluster, "3");
        cluster.pass(6);
        isStuck = true;
        String first = cluster.podsOf("train").getFirst().json().text("metadata", "name");
        cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", first), DeleteOptions.PLAIN);
        areDeletionsDenied = true;
        cluster.pass(100);

        assertThat(cluster.events("train"))
                .filteredOn(event -> event.startsWith("WriteDenied: "))
                .hasSize(1)
                .allMatch(event -> event.contains("cannot be deleted") && event.contains("pods stay"));
    }

    /// One of two pods starts after the other could not be bound, and before the Job could be undone.
    @Test
    void aPodOfAJobThatStartsBeforeItIsUndoneGetsAnotherNode() {
        VirtualLiveCluster cluster = cluster(NODES);
        areUndosDenied = true;
        stuckJob(cluster, 2, "3");
        cluster.patch(
                KubeTypes.JOBS,
                "train",
                "{'spec':{'template':{'metadata':{'annotations':{'sluice.dev/run-for':'600s'}}}}}");
        cluster.pass(40);
        List<Pod> pods = cluster.podsOf("train");
        assertThat(pods).hasSize(2).noneMatch(Pod::isPlaced);
        isStuck = false;
        Pod stuck = pods.getFirst();
        cluster.patch(
                KubeTypes.PODS, pods.getLast().json().text("metadata", "name"), "{'spec':{'schedulingGates':null}}");
        cluster.pass(100);

        assertThat(cluster.podsOf("train")).hasSize(2).allMatch(Pod::isPlaced);
        assertThat(cluster.podsOf("train"))
                .extracting(Pod::nodeName)
                .doesNotContain(stuck.json().text("metadata", "annotations", "sluice.dev/nodes"));
        cluster.assertInSync();
    }

    @Test
    void aPodIsGivenUpAfterThirtySecondsInARow() {
        VirtualLiveCluster cluster = cluster(NODES);
        stuckJob(cluster, "1");
        cluster.pass(20);
        String name = cluster.podsOf("train").getFirst().json().text("metadata", "name");
        cluster.patchStatus(
                name,
                "{'status':{'conditions':[{'type':'PodScheduled','status':'False','reason':'SchedulingGated'}]}}");
        cluster.pass(5);
        cluster.patchStatus(
                name, "{'status':{'conditions':[{'type':'PodScheduled','status':'False','reason':'Unschedulable'}]}}");
        cluster.pass(20);
        assertThat(annotation(cluster, "sluice.dev/undone")).isEmpty();

        cluster.pass(15);
        assertThat(annotation(cluster, "sluice.dev/undone")).isEqualTo("1");
    }
}

package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.cluster.nodes.NodeTemplate;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Defects that reading Fluxqueue's source has shown, as what a user would see. Each test holds for our scheduler, and
/// fails for one with the defect planted.
///
/// The numbers are those of the list of 17. Not here, since it is intake's and a scheduler cannot plant it:
///
/// - 11 (a webhook with side effects that blocks all pods). `AdmissionTest` has dry runs,
///   `IntakeManifestTest` what the webhook's configuration must say, `WebhookDownIT` a webhook that is down.
///
/// Not here, since they cannot apply:
///
/// - 8 (an unchecked cast of a deletion of unknown state): there is no such type; `HazardsContractTest` has relists.
/// - 12 and 13 (deadlines and sizes of gRPC messages between scheduler and Fluxion): both are one process.
/// - the first half of 17 (name and namespace swapped in one call): objects are named by one value, `ObjectKey`.
class FluxqueueDefectsTest {
    private static final String TEN_SECONDS = "'sluice.dev/run-for':'10s'";
    private static final String LONG_NAME = "a-node-with-a-name-as-long-as-cloud-providers-like-them-to-be-";
    private static final String FOREVER = "'sluice.dev/run-for':'forever'";

    private static final ResourceType DAEMON_SETS = new ResourceType("apps", "v1", "daemonsets", "DaemonSet", true);

    /// Shows that a check holds for our scheduler, and fails for one with the defect. What comes before the check must
    /// go well in both.
    private static void holdsUnless(
            FluxqueueDefect defect, Consumer<VirtualLiveCluster> story, Consumer<VirtualLiveCluster> check) {
        VirtualLiveCluster sound = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");
        story.accept(sound);
        check.accept(sound);

        VirtualLiveCluster planted = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi", defect.planted());
        story.accept(planted);
        assertThatThrownBy(() -> check.accept(planted)).as(defect.name()).isInstanceOf(AssertionError.class);
    }

    @Test
    void d1TheOldestJobStartsFirst() {
        holdsUnless(
                FluxqueueDefect.NEWEST_FIRST,
                cluster -> {
                    cluster.job("first", 3, "4", "", TEN_SECONDS);
                    cluster.pass(4);
                    cluster.job("older", 3, "4", "", TEN_SECONDS);
                    cluster.pass(1);
                    cluster.job("newer", 3, "4", "", TEN_SECONDS);
                    cluster.pass(16);
                },
                cluster -> {
                    assertThat(cluster.jobOf("older").isSuspended()).isFalse();
                    assertThat(cluster.jobOf("newer").isSuspended()).isTrue();
                });
    }

    /// Two nodes are busy for 1000 s, and a job that needs three waits for them.
    private static void reserve(VirtualLiveCluster cluster) {
        cluster.job("running", 2, "4", "'activeDeadlineSeconds':1000,", "'sluice.dev/run-for':'forever'");
        cluster.pass(5);
        cluster.job("reserved", 3, "4", "'activeDeadlineSeconds':100,", TEN_SECONDS);
        cluster.pass(5);
    }

    @Test
    void d2TheFirstInLineHasAReservation() {
        holdsUnless(
                FluxqueueDefect.NEVER_RESERVES,
                cluster -> {
                    reserve(cluster);
                    cluster.job("long", 1, "4", "'activeDeadlineSeconds':10000,", TEN_SECONDS);
                    cluster.job("short", 1, "4", "'activeDeadlineSeconds':100,", TEN_SECONDS);
                    cluster.pass(20);
                },
                cluster -> {
                    assertThat(cluster.isComplete("short")).isTrue();
                    assertThat(cluster.jobOf("long").isSuspended())
                            .as("it would delay the first in line")
                            .isTrue();
                });
    }

    @Test
    void d3TheReservationOfADeletedJobIsCleared() {
        holdsUnless(
                FluxqueueDefect.KEEPS_RESERVATIONS,
                cluster -> {
                    reserve(cluster);
                    cluster.job("long", 1, "4", "'activeDeadlineSeconds':10000,", TEN_SECONDS);
                    cluster.pass(10);
                    cluster.kube()
                            .delete(KubeTypes.JOBS, FollowedCluster.key("default", "reserved"), DeleteOptions.PLAIN);
                    cluster.pass(20);
                },
                cluster -> {
                    assertThat(cluster.isComplete("long")).isTrue();
                });
    }

    @Test
    void d14ReservationsComeCloserWithTime() {
        holdsUnless(
                FluxqueueDefect.STOPS_THE_CLOCK,
                cluster -> {
                    reserve(cluster);
                    cluster.pass(100);
                    cluster.job("late", 1, "4", "'activeDeadlineSeconds':950,", TEN_SECONDS);
                    cluster.pass(20);
                },
                cluster -> {
                    assertThat(cluster.jobOf("late").isSuspended())
                            .as("the reservation is less than 950 s away by now")
                            .isTrue();
                });
    }

    @Test
    void d15ARestartKeepsAllAllocations() {
        holdsUnless(
                FluxqueueDefect.FORGETS_ALLOCATIONS,
                cluster -> {
                    cluster.job("first", 3, "4", "", "'sluice.dev/run-for':'1h'");
                    cluster.pass(10);
                    cluster.job("next", 3, "4", "", TEN_SECONDS);
                    cluster.pass(5);
                    cluster.crash();
                    cluster.start();
                    cluster.pass(20);
                },
                cluster -> {
                    assertThat(cluster.jobObject("next").text("metadata", "annotations", "sluice.dev/attempt"))
                            .as("it was never released")
                            .isEmpty();
                });
    }

    @Test
    void d4FreedResourcesStartTheNextJobAtOnce() {
        holdsUnless(
                FluxqueueDefect.MISSES_ENDS,
                cluster -> {
                    cluster.job("first", 3, "4", "", TEN_SECONDS);
                    cluster.job("next", 3, "4", "", TEN_SECONDS);
                    cluster.pass(20);

                    assertThat(cluster.isComplete("first")).isTrue();
                },
                cluster -> {
                    assertThat(cluster.jobOf("next").isSuspended()).isFalse();
                });
    }

    @Test
    void d5JobsThatComeTogetherAllStart() {
        holdsUnless(
                FluxqueueDefect.LOSES_WAKE_UPS,
                cluster -> {
                    cluster.job("a", 1, "1", "", TEN_SECONDS);
                    cluster.job("b", 1, "1", "", TEN_SECONDS);
                    cluster.job("c", 1, "1", "", TEN_SECONDS);
                    cluster.pass(40);
                },
                cluster -> {
                    assertThat(List.of("a", "b", "c")).allMatch(cluster::isComplete);
                });
    }

    @Test
    void d6APodAndAJobMayHaveTheSameName() {
        holdsUnless(
                FluxqueueDefect.MIXES_UP_KINDS,
                cluster -> {
                    pod(cluster, "same");
                    cluster.job("same", 1, "1", "", TEN_SECONDS);
                    cluster.pass(40);
                },
                cluster -> {
                    assertThat(cluster.isComplete("same")).isTrue();
                    assertThat(podOf(cluster, "same").isPlaced()).isTrue();
                });
    }

    @Test
    void d7ADeletedJobHoldsItsPlacesUntilItsPodsAreGone() {
        holdsUnless(
                FluxqueueDefect.FREES_ON_DELETE,
                cluster -> {
                    cluster.job("first", 3, "4", "", "'sluice.dev/run-for':'1h','sluice.dev/stop-after':'20s'");
                    cluster.pass(8);
                    cluster.job("next", 3, "4", "", TEN_SECONDS);
                    cluster.kube()
                            .delete(
                                    KubeTypes.JOBS,
                                    FollowedCluster.key("default", "first"),
                                    new DeleteOptions(OptionalLong.empty(), DeleteOptions.BACKGROUND, "", "", false));
                    cluster.pass(10);
                },
                cluster -> {
                    assertThat(cluster.jobObject("next").text("metadata", "annotations", "sluice.dev/attempt"))
                            .as("it was never released")
                            .isEmpty();
                });
    }

    private static String attempt(VirtualLiveCluster cluster, String job) {
        return cluster.jobObject(job).text("metadata", "annotations", "sluice.dev/attempt");
    }

    @Test
    void d7TheDeletionOfOnePodFreesNothingElse() {
        holdsUnless(
                FluxqueueDefect.FREES_ALL_WITH_ONE,
                cluster -> {
                    cluster.job("first", 3, "4", "'backoffLimit':9,", FOREVER);
                    cluster.pass(8);
                    cluster.job("next", 3, "4", "", TEN_SECONDS);
                    String one = cluster.podsOf("first").getFirst().json().text("metadata", "name");
                    cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", one), DeleteOptions.PLAIN);
                    cluster.pass(60);
                },
                cluster -> {
                    assertThat(attempt(cluster, "next"))
                            .as("it was never released")
                            .isEmpty();
                });
    }

    @Test
    void d7FailedPodsFreeTheirPlaces() {
        holdsUnless(
                FluxqueueDefect.MISSES_FAILURES,
                cluster -> {
                    cluster.job("first", 3, "4", "'backoffLimit':0,", TEN_SECONDS + ",'sluice.dev/exit-code':'3'");
                    cluster.job("next", 3, "4", "", TEN_SECONDS);
                    cluster.pass(60);
                },
                cluster -> {
                    assertThat(cluster.isComplete("next")).isTrue();
                });
    }

    @Test
    void d7WhatIsDeletedWhileItWaitsLeavesTheQueue() {
        holdsUnless(
                FluxqueueDefect.KEEPS_QUEUED,
                cluster -> {
                    cluster.job("first", 3, "4", "", FOREVER);
                    cluster.pass(8);
                    pod(cluster, "bare");
                    cluster.job("queued", 3, "4", "", TEN_SECONDS);
                    cluster.pass(5);
                    cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", "bare"), DeleteOptions.PLAIN);
                    cluster.kube()
                            .delete(KubeTypes.JOBS, FollowedCluster.key("default", "queued"), DeleteOptions.PLAIN);
                    cluster.pass(10);
                },
                cluster -> {
                    assertThat(cluster.scheduler().engine().table().waitingCount())
                            .isZero();
                });
    }

    @Test
    void d9NamesOfManyNodesAreWrittenWhole() {
        holdsUnless(
                FluxqueueDefect.WRITES_LABELS,
                cluster -> {
                    for (int i = 0; i < 3; i++) {
                        cluster.fleet().add(LONG_NAME + i, NodeTemplate.of(NodeShape.parse("cpu=8,memory=8Gi")));
                    }
                    cluster.pass(5);
                    cluster.job("wide", 3, "8", "", TEN_SECONDS);
                    cluster.pass(40);
                },
                cluster -> {
                    assertThat(cluster.jobObject("wide").text("metadata", "annotations", "sluice.dev/nodes"))
                            .isEqualTo(LONG_NAME + "[0-2]");
                    assertThat(cluster.isComplete("wide")).isTrue();
                });
    }

    @Test
    void d10PodsOfAJobWithoutIndexesGoToAllItsNodes() {
        holdsUnless(
                FluxqueueDefect.BINDS_TO_ONE_NODE,
                cluster -> {
                    cluster.job("wide", 3, "4", "", TEN_SECONDS);
                    cluster.pass(8);
                },
                cluster -> {
                    assertThat(cluster.podsOf("wide").stream().map(Pod::nodeName))
                            .containsExactlyInAnyOrder("node-0", "node-1", "node-2");
                });
    }

    @Test
    void d10PodsBeyondThePlacesOfTheReleaseRunToo() {
        holdsUnless(
                FluxqueueDefect.FORGETS_FURTHER_PODS,
                cluster -> {
                    cluster.create("wide", "'parallelism':1,'completions':6,", "4", FOREVER);
                    cluster.pass(8);
                    cluster.patch(KubeTypes.JOBS, "wide", "{'spec':{'parallelism':3}}");
                    cluster.pass(8);
                },
                cluster -> {
                    assertThat(cluster.podsOf("wide").stream().map(Pod::nodeName))
                            .containsExactlyInAnyOrder("node-0", "node-1", "node-2");
                });
    }

    @Test
    void d10PodsThatAreCreatedAgainRunToo() {
        holdsUnless(
                FluxqueueDefect.UNGATES_ONCE,
                cluster -> {
                    pod(cluster, "web");
                    cluster.pass(8);
                    cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", "web"), DeleteOptions.PLAIN);
                    cluster.pass(40);
                    pod(cluster, "web");
                    cluster.pass(8);
                },
                cluster -> {
                    assertThat(podOf(cluster, "web").isPlaced()).isTrue();
                });
    }

    @Test
    void d16PodsOfOtherSchedulersAreSeen() {
        holdsUnless(
                FluxqueueDefect.MISSES_OTHERS,
                cluster -> {
                    cluster.kube()
                            .create(
                                    KubeTypes.PODS,
                                    "default",
                                    FollowedCluster.object("{'metadata':{'name':'foreign'},'spec':{'nodeName':'node-1',"
                                            + "'containers':[{'name':'c','image':'i',"
                                            + "'resources':{'requests':{'cpu':'3'}}}]}}"),
                                    WriteOptions.PLAIN);
                    cluster.pass(5);
                    cluster.job("wide", 3, "4", "", TEN_SECONDS);
                    cluster.pass(20);
                },
                cluster -> {
                    assertThat(cluster.jobOf("wide").isSuspended()).isTrue();
                    assertThat(cluster.kube()
                                    .list(KubeTypes.PODS, "default", ListOptions.ALL)
                                    .items())
                            .hasSize(1);
                });
    }

    @Test
    void d16PodsOfDaemonSetsAreSeen() {
        holdsUnless(
                FluxqueueDefect.MISSES_DAEMONS,
                cluster -> {
                    JsonObject owner = cluster.kube()
                            .create(
                                    DAEMON_SETS,
                                    "default",
                                    FollowedCluster.object(
                                            "{'metadata':{'name':'agent'},'spec':{'selector':{'matchLabels':{"
                                                    + "'app':'agent'}},'template':{'metadata':{'labels':{'app':'agent'}},'spec':{"
                                                    + "'containers':[{'name':'c','image':'i'}]}}}}"),
                                    WriteOptions.PLAIN);
                    cluster.create(
                            KubeTypes.PODS,
                            ("{'metadata':{'name':'agent','labels':{'app':'agent'},'ownerReferences':[{'apiVersion':'apps/v1',"
                                            + "'kind':'DaemonSet','name':'agent','uid':'%s','controller':true}]},'spec':{"
                                            + "'nodeName':'node-1','containers':[{'name':'c','image':'i',"
                                            + "'resources':{'requests':{'cpu':'1'}}}]}}")
                                    .formatted(KubeObjects.uid(owner)));
                    cluster.pass(5);
                    askForThreeNodes(cluster);
                },
                FluxqueueDefectsTest::isNeverReleased);
    }

    private static void askForThreeNodes(VirtualLiveCluster cluster) {
        cluster.job("wide", 3, "4", "", TEN_SECONDS);
        cluster.pass(20);
    }

    private static void isNeverReleased(VirtualLiveCluster cluster) {
        assertThat(attempt(cluster, "wide")).isEmpty();
    }

    /// Something runs before the nodes change.
    private static void runSomething(VirtualLiveCluster cluster) {
        cluster.job("before", 1, "1", "", "'sluice.dev/run-for':'1s'");
        cluster.pass(20);
    }

    @Test
    void d16AddedNodesAreUsed() {
        holdsUnless(
                FluxqueueDefect.READS_NODES_ONCE,
                cluster -> {
                    runSomething(cluster);
                    cluster.job("wide", 4, "4", "", TEN_SECONDS);
                    cluster.pass(5);
                    cluster.fleet().add("added", NodeTemplate.of(NodeShape.parse("cpu=4,memory=8Gi")));
                    cluster.pass(60);
                },
                cluster -> {
                    assertThat(cluster.isComplete("wide")).isTrue();
                });
    }

    @Test
    void d16RemovedNodesAreNotUsed() {
        holdsUnless(
                FluxqueueDefect.READS_NODES_ONCE,
                cluster -> {
                    runSomething(cluster);
                    cluster.fleet().remove("node-2");
                    cluster.pass(5);
                    askForThreeNodes(cluster);
                },
                FluxqueueDefectsTest::isNeverReleased);
    }

    @Test
    void d16CordonedNodesAreNotUsed() {
        holdsUnless(
                FluxqueueDefect.READS_NODES_ONCE,
                cluster -> {
                    runSomething(cluster);
                    cluster.patch(KubeTypes.NODES, "node-2", "{'spec':{'unschedulable':true}}");
                    cluster.pass(5);
                    askForThreeNodes(cluster);
                },
                FluxqueueDefectsTest::isNeverReleased);
    }

    @Test
    void d16TaintedNodesAreNotUsed() {
        holdsUnless(
                FluxqueueDefect.READS_NODES_ONCE,
                cluster -> {
                    runSomething(cluster);
                    cluster.patch(
                            KubeTypes.NODES, "node-2", "{'spec':{'taints':[{'key':'repair','effect':'NoSchedule'}]}}");
                    cluster.pass(5);
                    askForThreeNodes(cluster);
                },
                FluxqueueDefectsTest::isNeverReleased);
    }

    @Test
    void d17APodOfADeploymentThatCannotBePlacedSaysSo() {
        holdsUnless(
                FluxqueueDefect.TELLS_OWNED_PODS_NOTHING,
                cluster -> {
                    cluster.create(
                            KubeTypes.DEPLOYMENTS,
                            "{'metadata':{'name':'web'},'spec':{'replicas':1,'selector':{'matchLabels':{'app':'web'}},"
                                    + "'template':{'metadata':{'labels':{'app':'web','sluice.dev/queue':'default'}},"
                                    + "'spec':{'schedulerName':'sluice','schedulingGates':[{'name':'sluice.dev/queued'}],"
                                    + "'containers':[{'name':'c','image':'i',"
                                    + "'resources':{'requests':{'cpu':'100'}}}]}}}}");
                    cluster.pass(60);
                },
                cluster -> {
                    String pod = cluster.kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                            .map(it -> it.text("metadata", "name"))
                            .findFirst()
                            .orElseThrow();
                    assertThat(cluster.events(pod)).anyMatch(event -> event.startsWith("CannotBePlaced: "));
                });
    }

    private static void pod(VirtualLiveCluster cluster, String name) {
        cluster.kube()
                .create(
                        KubeTypes.PODS,
                        "default",
                        FollowedCluster.object(("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'}},"
                                        + "'spec':{'schedulerName':'sluice',"
                                        + "'schedulingGates':[{'name':'sluice.dev/queued'}],"
                                        + "'containers':[{'name':'c','image':'i',"
                                        + "'resources':{'requests':{'cpu':'1'}}}]}}")
                                .formatted(name)),
                        WriteOptions.PLAIN);
    }

    private static Pod podOf(VirtualLiveCluster cluster, String name) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", name)));
    }
}

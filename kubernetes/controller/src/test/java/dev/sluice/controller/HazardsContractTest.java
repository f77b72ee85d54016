package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.OtherHolders;
import dev.sluice.testkit.kubernetes.FaultyKube;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The ways in which schedulers lose track of their cluster, one test each. Names begin with the hazard's number.
abstract class HazardsContractTest {
    private static final String SMALL = "'cpu':'4','memory':'8Gi','pods':'10'";
    private static final String GPUS = "'cpu':'64','memory':'256Gi','pods':'110','nvidia.com/gpu':'8'";
    private static final long GIB = 1L << 30;
    private static final ResourceType RUNTIME_CLASSES =
            new ResourceType("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass", false);

    private static final ResourceType DAEMON_SETS = new ResourceType("apps", "v1", "daemonsets", "DaemonSet", true);

    private FollowedCluster cluster;

    /// Starts to follow a cluster without nodes and pods.
    ///
    /// @param wrap makes the API that the follower sees, perhaps with faults
    abstract FollowedCluster follow(UnaryOperator<Kube> wrap);

    @BeforeEach
    void begin() {
        cluster = follow(UnaryOperator.identity());
    }

    @Test
    void h1ObjectsThatNoListHadAreFirstReportedByAnUpdateOrADeletion() {
        FollowedCluster late = follow(kube -> {
            for (String name : List.of("n", "gone")) {
                FollowedCluster.createNode(kube, name, SMALL);
            }
            for (String name : List.of("updated", "deleted")) {
                FollowedCluster.createPod(kube, name, "'cpu':'1'", "'nodeName':'n',");
            }
            return new HiddenAtFirst(kube, Set.of("n", "gone", "updated", "deleted"));
        });
        late.settle();
        assertThat(late.has("/cluster0/n")).as("no list has it").isFalse();

        late.deletePod("deleted");
        late.deleteNode("gone");
        late.patchPod("updated", "{'metadata':{'annotations':{'a':'b'}}}");
        late.patchNode("n", "{'metadata':{'annotations':{'a':'b'}}}");
        late.settle();

        assertThat(late.has("/cluster0/gone")).isFalse();
        assertThat(late.free("/cluster0/n/core0")).isEqualTo(3000);
        late.assertInSync();
    }

    @Test
    void h2PodsThatArriveBeforeTheirNodeWaitForIt() {
        cluster.boundPod("early", "late", "'cpu':'1','memory':'1Gi'");
        cluster.settle();
        assertThat(cluster.has("/cluster0/late")).isFalse();

        cluster.node("late", SMALL);
        cluster.settle();

        assertThat(cluster.free("/cluster0/late/core0")).isEqualTo(3000);
        assertThat(cluster.free("/cluster0/late/memory0")).isEqualTo(7 * GIB);
        assertThat(cluster.free("/cluster0/late/pods0")).isEqualTo(9);
        cluster.assertInSync();
    }

    @Test
    void h3OnlyADeletionRemovesANodeAndItsPodsAreNotForgotten() {
        cluster.node("n", SMALL);
        cluster.boundPod("p", "n", "'cpu':'1'");
        cluster.settle();
        cluster.patch(
                KubeTypes.NODES,
                FollowedCluster.key("", "n"),
                "status",
                "{'status':{'conditions':[{'type':'Ready','status':'Unknown'}]}}");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).as("a silent node").isEqualTo(3000);

        cluster.deleteNode("n");
        cluster.settle();
        assertThat(cluster.has("/cluster0/n")).isFalse();
        cluster.node("n", SMALL);
        cluster.settle();

        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(3000);
        cluster.assertInSync();
    }

    @Test
    void h4AllocatableShrinksBelowWhatIsUsedAndTheOtherResourcesStayUsable() {
        cluster.node("n", SMALL);
        cluster.boundPod("p", "n", "'cpu':'3','memory':'1Gi'");
        cluster.settle();

        cluster.allocatable("n", "'cpu':'2','memory':'8Gi','pods':'10'");
        cluster.settle();

        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(-1000);
        assertThat(cluster.free("/cluster0/n/memory0")).isEqualTo(7 * GIB);
        cluster.assertInSync();

        cluster.allocatable("n", "'memory':'8Gi','pods':'10'");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).as("no CPU at all").isEqualTo(-3000);
        cluster.assertInSync();
    }

    @Test
    void podsOfDaemonSetsAndStaticPodsAreForeignHoldings() {
        cluster.node("n", SMALL);
        JsonObject node = cluster.kube().get(KubeTypes.NODES, FollowedCluster.key("", "n"));
        JsonObject daemons = cluster.create(
                DAEMON_SETS,
                "default",
                "{'metadata':{'name':'proxy'},'spec':{'selector':{'matchLabels':{'app':'proxy'}},'template':{"
                        + "'metadata':{'labels':{'app':'proxy'}},"
                        + "'spec':{'containers':[{'name':'c','image':'i'}]}}}}");

        JsonObject ofDaemonSet = ownedPod("daemon", "'labels':{'app':'proxy'}", "apps/v1", "DaemonSet", daemons);
        JsonObject ofKubelet =
                ownedPod("static", "'annotations':{'kubernetes.io/config.mirror':'hash'}", "v1", "Node", node);
        cluster.settle();

        for (JsonObject pod : List.of(ofDaemonSet, ofKubelet)) {
            ForeignUse use = cluster.ask(engine -> foreign(engine, KubeObjects.uid(pod)));
            assertThat(use.node()).isEqualTo("/cluster0/n");
            assertThat(use.amounts()).containsEntry("core", 500L).containsEntry("pods", 1L);
            assertThat(use.endNanos()).isEqualTo(ForeignUse.OPEN);
        }
        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(3000);
        cluster.assertInSync();

        cluster.deletePod("daemon");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(3500);
        cluster.assertInSync();
    }

    private JsonObject ownedPod(String name, String metadata, String version, String kind, JsonObject owner) {
        return cluster.create(
                KubeTypes.PODS,
                "default",
                ("{'metadata':{'name':'%s',%s,'ownerReferences':[{'apiVersion':'%s','kind':'%s','name':'%s','uid':'%s',"
                                + "'controller':true}]},'spec':{'nodeName':'n','containers':[{'name':'c','image':'i',"
                                + "'resources':{'requests':{'cpu':'500m'}}}]}}")
                        .formatted(name, metadata, version, kind, KubeObjects.name(owner), KubeObjects.uid(owner)));
    }

    private static ForeignUse foreign(Engine engine, String uid) {
        OtherHolders.Foreign held = engine.state().machineState().others().foreign(uid);
        assertThat(held).as("holding of " + uid).isNotNull();
        return Objects.requireNonNull(held).use();
    }

    @Test
    void h4GpusThatAPluginWithdrawsAreNotGivenAwayWhenAPodEnds() {
        cluster.node("n", GPUS);
        cluster.boundPod("a", "n", "'nvidia.com/gpu':'2'");
        cluster.boundPod("b", "n", "'nvidia.com/gpu':'2'");
        cluster.settle();
        assertThat(freeGpus()).isEqualTo(4);

        cluster.allocatable("n", "'cpu':'64','memory':'256Gi','pods':'110','nvidia.com/gpu':'3'");
        cluster.settle();
        assertThat(freeGpus()).as("3 of which 4 are used").isZero();
        cluster.assertInSync();

        cluster.deletePod("a");
        cluster.settle();
        assertThat(freeGpus()).as("3 of which 2 are used").isEqualTo(1);
        cluster.assertInSync();

        cluster.allocatable("n", GPUS);
        cluster.settle();
        assertThat(freeGpus()).isEqualTo(6);
        cluster.assertInSync();
    }

    private long freeGpus() {
        long free = 0;
        for (int i = 0; i < 8; i++) {
            free += cluster.free("/cluster0/n/nvidia.com:gpu" + i) > 0 ? 1 : 0;
        }
        return free;
    }

    @Test
    void h6ANodeThatRegistersAgainWithAnotherUidKeepsItsPods() {
        cluster.node("n", SMALL, "'sluice.dev/rack':'r1'");
        cluster.boundPod("stays", "n", "'cpu':'1'");
        cluster.boundPod("ends", "n", "'cpu':'2'");
        cluster.settle();
        assertThat(cluster.free("/cluster0/rack:r1/n/core0")).isEqualTo(1000);

        cluster.deleteNode("n");
        cluster.deletePod("ends");
        cluster.node("n", SMALL, "'sluice.dev/rack':'r2'");
        cluster.settle();

        assertThat(cluster.has("/cluster0/rack:r1")).as("the rack is empty").isFalse();
        assertThat(cluster.free("/cluster0/rack:r2/n/core0")).isEqualTo(3000);
        cluster.assertInSync();
    }

    @Test
    void h6ANodeThatMovesToAnotherRackTakesItsPodsAlong() {
        cluster.node("n", SMALL, "'sluice.dev/rack':'r1'");
        cluster.boundPod("p", "n", "'cpu':'1'");
        cluster.settle();

        cluster.patchNode("n", "{'metadata':{'labels':{'sluice.dev/rack':'r2'}}}");
        cluster.settle();

        assertThat(cluster.has("/cluster0/rack:r1")).isFalse();
        assertThat(cluster.free("/cluster0/rack:r2/n/core0")).isEqualTo(3000);
        cluster.assertInSync();
    }

    @Test
    void h7AResizeCountsAsSoonAsItIsAskedForAndUntilItIsCarriedOut() {
        cluster.node("n", SMALL);
        cluster.boundPod("p", "n", "'cpu':'1'");
        cluster.podStatus("p", "'phase':'Running'");
        cluster.settle();

        cluster.resize("p", "3", "1");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).as("asked for").isEqualTo(1000);
        cluster.assertInSync();

        cluster.resize("p", "3", "3");
        cluster.resize("p", "1", "3");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).as("not given up yet").isEqualTo(1000);
        cluster.resize("p", "1", "1");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(3000);
        cluster.assertInSync();
    }

    @Test
    void h7AResizeThatIsInfeasibleDoesNotCount() {
        cluster.node("n", SMALL);
        cluster.boundPod("p", "n", "'cpu':'1'");
        cluster.podStatus("p", "'phase':'Running'");
        cluster.resize("p", "3", "1");
        cluster.podStatus("p", "'conditions':[{'type':'PodResizePending','status':'True','reason':'Deferred'}]");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).as("deferred").isEqualTo(1000);
        cluster.assertInSync();

        cluster.podStatus("p", "'conditions':[{'type':'PodResizePending','status':'True','reason':'Infeasible'}]");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).as("infeasible").isEqualTo(3000);
        cluster.assertInSync();
    }

    @Test
    void h8AnEndedForeignPodWakesTheEngine() {
        cluster.node("n", SMALL);
        cluster.boundPod("p", "n", "'cpu':'4'");
        cluster.settle();
        long passes = cluster.ask(Engine::passes);

        cluster.podStatus("p", "'phase':'Succeeded'");
        cluster.settle();

        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(4000);
        assertThat(cluster.ask(Engine::passes)).isGreaterThan(passes);
        cluster.assertInSync();
    }

    @Test
    void h9ATerminatingPodHoldsUntilItIsGoneAndItsGraceIsItsExpectedEnd() {
        cluster.node("n", SMALL);
        cluster.boundPod("p", "n", "'cpu':'1'");
        cluster.podStatus("p", "'phase':'Running'");
        cluster.settle();
        assertThat(expectedEnd()).as("a pod without a deadline").isEqualTo(ForeignUse.OPEN);

        cluster.deletePod("p", 600);
        cluster.settle();

        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(3000);
        String deletion = cluster.kube()
                .get(KubeTypes.PODS, FollowedCluster.key("default", "p"))
                .text("metadata", "deletionTimestamp");
        assertThat(expectedEnd()).isEqualTo(Times.parse(deletion, 0));
        cluster.assertInSync();
        cluster.deletePod("p");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(4000);
        cluster.assertInSync();
    }

    @Test
    void h9ATerminatingPodHoldsBeyondItsGraceUntilItIsGone() {
        cluster.node("n", SMALL);
        cluster.boundPod("p", "n", "'cpu':'1'");
        cluster.podStatus("p", "'phase':'Running'");
        cluster.settle();

        cluster.deletePod("p", 2);
        cluster.settle();
        long end = expectedEnd();
        assertThat(end).isLessThan(ForeignUse.OPEN);
        cluster.waitUntil(end + FollowedCluster.SECOND);

        assertThat(cluster.free("/cluster0/n/core0")).as("overdue").isEqualTo(3000);
        cluster.assertInSync();
        cluster.deletePod("p");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(4000);
        cluster.assertInSync();
    }

    private long expectedEnd() {
        return cluster.ask(engine -> engine.state().machineState().others().firstEndAfter(0));
    }

    @Test
    void h10SidecarsAndInitContainersCountAsTheKubeletCountsThem() {
        cluster.node("n", SMALL);
        cluster.pod(
                "p",
                "'cpu':'1'",
                "'nodeName':'n','initContainers':["
                        + "{'name':'side','image':'i','restartPolicy':'Always','resources':{'requests':{'cpu':'500m'}}},"
                        + "{'name':'init','image':'i','resources':{'requests':{'cpu':'2'}}}],");
        cluster.settle();

        assertThat(cluster.free("/cluster0/n/core0")).as("4 - (2 + 0.5)").isEqualTo(1500);
        cluster.assertInSync();
    }

    @Test
    void h10TheOverheadOfARuntimeClassCounts() {
        cluster.kube()
                .create(
                        RUNTIME_CLASSES,
                        "",
                        FollowedCluster.object("{'metadata':{'name':'sandboxed'},'handler':'sandboxed',"
                                + "'overhead':{'podFixed':{'cpu':'250m'}}}"),
                        WriteOptions.PLAIN);
        cluster.node("n", SMALL);
        cluster.pod("p", "'cpu':'1'", "'nodeName':'n','runtimeClassName':'sandboxed',");
        cluster.settle();

        assertThat(cluster.free("/cluster0/n/core0")).as("4 - (1 + 0.25)").isEqualTo(2750);
        cluster.assertInSync();
    }

    @Test
    void h10RequestsOfTheWholePodReplaceThoseOfItsContainers() {
        cluster.node("n", SMALL);
        cluster.pod("p", "'cpu':'1'", "'nodeName':'n','resources':{'requests':{'cpu':'2'}},");
        cluster.settle();

        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(2000);
        cluster.assertInSync();
    }

    @Test
    void aNominatedNodeIsHeldUntilThePodIsBoundOrTheNominationCleared() {
        cluster.node("n", SMALL);
        cluster.node("m", SMALL);
        cluster.pod("p", "'cpu':'1'");
        cluster.podStatus("p", "'nominatedNodeName':'n'");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(3000);
        cluster.assertInSync();

        cluster.podStatus("p", "'nominatedNodeName':null");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(4000);

        cluster.podStatus("p", "'nominatedNodeName':'n'");
        cluster.settle();
        cluster.bind("p", "m");
        cluster.settle();
        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(4000);
        assertThat(cluster.free("/cluster0/m/core0")).isEqualTo(3000);
        cluster.assertInSync();
    }

    @Test
    void aPodThatIsBoundToAnUnknownNodeGivesUpItsNominatedOne() {
        cluster.node("n", SMALL);
        cluster.pod("p", "'cpu':'1'");
        cluster.podStatus("p", "'nominatedNodeName':'n'");
        cluster.settle();

        cluster.bind("p", "unknown");
        cluster.settle();

        assertThat(cluster.free("/cluster0/n/core0")).isEqualTo(4000);
        cluster.assertInSync();
    }

    @Test
    void h14WhatChangedDuringAGapOfTheWatchIsFoundByTheNextList() {
        FaultyKube[] api = new FaultyKube[1];
        FollowedCluster gapped = follow(kube -> {
            api[0] = FaultyKube.onDemand(kube, new Seeds(1).forActor("faults"));
            return api[0];
        });
        gapped.node("n", SMALL);
        gapped.node("leaves", SMALL);
        gapped.boundPod("ends", "n", "'cpu':'1'");
        gapped.boundPod("stays", "n", "'cpu':'2'");
        gapped.settle();

        api[0].expireAt(api[0].delivered());
        gapped.deletePod("ends");
        gapped.deleteNode("leaves");
        gapped.boundPod("comes", "n", "'cpu':'500m'");
        gapped.recover();

        assertThat(gapped.relists()).isPositive();
        assertThat(gapped.has("/cluster0/leaves")).isFalse();
        assertThat(gapped.free("/cluster0/n/core0")).isEqualTo(1500);
        gapped.assertInSync();
    }

    @Test
    void h15EventsThatTheServerSendsAgainChangeNothing() {
        ReplayingKube[] api = new ReplayingKube[1];
        FollowedCluster replayed = follow(kube -> {
            api[0] = new ReplayingKube(kube);
            return api[0];
        });
        replayed.node("n", SMALL);
        replayed.node("leaves", SMALL);
        replayed.boundPod("stays", "n", "'cpu':'1'");
        replayed.boundPod("ends", "n", "'cpu':'2'");
        replayed.settle();
        replayed.deletePod("ends");
        replayed.deleteNode("leaves");
        replayed.settle();

        api[0].replay();
        replayed.recover();

        assertThat(api[0].replayed()).as("4 creations and 2 deletions").isGreaterThanOrEqualTo(6);
        assertThat(replayed.has("/cluster0/leaves")).isFalse();
        assertThat(replayed.free("/cluster0/n/core0")).isEqualTo(3000);
        replayed.assertInSync();
    }
}

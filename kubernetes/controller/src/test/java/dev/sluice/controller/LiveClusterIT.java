package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.cluster.RemoteNodeFleet;
import dev.sluice.kube.cluster.nodes.Delay;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.cluster.nodes.PodStarts;
import dev.sluice.kube.object.Pod;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The suite on a real control plane, whose nodes are simulated with kubelet admission. The API server applies the
/// policies of intake, and Sluice has the account and the rights of the manifests.
@RealKubernetes(nodes = 0, shared = false, without = Component.KWOK)
class LiveClusterIT extends LiveClusterContractTest {
    private static final Delay START = new Delay.Fixed(50_000_000);
    private static final long REGISTRATION_SECONDS = 60;

    private static KubeClient client;
    private static KubeClient own;
    private static RealIntake intake;
    private static RemoteNodeFleet fleet;

    private RealLiveWorld world;

    @BeforeAll
    static void startNodes(ControlPlane running, @TempDir Path folder) throws InterruptedException {
        client = KubeClient.connect(Credentials.ofKubeconfig(running.kubeconfig(), ""));
        FleetSettings settings = new FleetSettings(
                LiveWorld.NODES, "node-", NodeShape.parse(LiveWorld.SHAPE), 0, START, FleetSettings.HEARTBEAT_NANOS);
        fleet = RemoteNodeFleet.start(
                client, settings, PodStarts.IGNORED, new SystemClock(), new Seeds(1), (_, fault) -> {
                    throw new IllegalStateException(fault);
                });
        if (!fleet.awaitRegistered(REGISTRATION_SECONDS)) {
            throw new IllegalStateException("the nodes have not registered");
        }
        intake = new RealIntake(running, client);
        own = KubeClient.connect(Credentials.ofKubeconfig(intake.installAccount(folder), ""));
        intake.start();
    }

    @AfterAll
    static void stopNodes() {
        fleet.close();
        own.close();
        client.close();
    }

    @BeforeEach
    void startScheduler() {
        world = new RealLiveWorld(client, own, intake);
        world.awaitNodes();
    }

    @Override
    LiveWorld world() {
        return world;
    }

    /// The embedded server does not add default requests to pods.
    @Test
    void podsWithoutRequestsGetThoseThatTheirNamespacesLimitRangeSays() {
        world.create(
                KubeTypes.LIMIT_RANGES,
                "{'metadata':{'name':'defaults'},'spec':{'limits':[{'type':'Container','defaultRequest':{'cpu':'2'}}]}}");
        try {
            // By the end of the first Job everyone knows the LimitRange.
            for (String name : List.of("first", "second")) {
                world.create(
                        KubeTypes.JOBS,
                        ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'}},'spec':{"
                                        + "'parallelism':6,'completions':6,'template':{"
                                        + "'metadata':{'annotations':{'sluice.dev/run-for':'1s'}},'spec':{"
                                        + "'restartPolicy':'Never',"
                                        + "'containers':[{'name':'c','image':'i'}]}}}}")
                                .formatted(name));
                world.awaitComplete(name);
            }

            assertThat(world.jobObject("second").text("metadata", "annotations", "sluice.dev/nodes"))
                    .isEqualTo("node-[0-2]");
            assertThat(world.podsOf("second")).hasSize(6).allMatch(Pod::hasSucceeded);
        } finally {
            world.delete(KubeTypes.LIMIT_RANGES, "defaults");
        }
    }
}

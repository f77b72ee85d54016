package dev.sluice.controller;

import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.cluster.RemoteNodeFleet;
import dev.sluice.kube.cluster.nodes.Delay;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.cluster.nodes.PodStarts;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/// The suite on a real control plane, whose nodes are simulated with kubelet admission.
@RealKubernetes(nodes = 0, shared = false, without = Component.KWOK)
class LiveClusterIT extends LiveClusterContractTest {
    private static final Delay START = new Delay.Fixed(50_000_000);
    private static final long REGISTRATION_SECONDS = 60;

    private static KubeClient client;
    private static RemoteNodeFleet fleet;

    private RealLiveWorld world;

    @BeforeAll
    static void startNodes(ControlPlane running) throws InterruptedException {
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
    }

    @AfterAll
    static void stopNodes() {
        fleet.close();
        client.close();
    }

    @BeforeEach
    void startScheduler() {
        world = new RealLiveWorld(client);
        world.awaitNodes();
    }

    @Override
    LiveWorld world() {
        return world;
    }
}

package dev.sluice.controller;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// The hazards on a real API server.
///
/// H1 hides objects from the informers' first lists, so that the server's own first reports of them are updates and
/// deletions. H9 deletes with a grace period; no kubelet ends the pod before. H15 starts the watches again at an old
/// version, so that the server repeats its events. That a terminating pod holds beyond its grace needs time to pass, so
/// [HazardsTest] shows it in virtual time.
@RealKubernetes(
        nodes = 0,
        shared = false,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class HazardsIT extends HazardsContractTest {
    private KubeClient client;
    private final List<RealFollowedCluster> followed = new ArrayList<>();

    /// Runs before the set-up of the base class would need it.
    @BeforeEach
    void connect(ControlPlane running) {
        client = KubeClient.connect(Credentials.ofKubeconfig(running.kubeconfig(), ""));
        try {
            // Pods need it, and no controller makes it here.
            client.create(
                    KubeTypes.SERVICE_ACCOUNTS,
                    "default",
                    FollowedCluster.object("{'metadata':{'name':'default'}}"),
                    WriteOptions.PLAIN);
        } catch (ApiException e) {
            if (!e.reason().equals("AlreadyExists")) {
                throw e;
            }
        }
        super.begin();
    }

    /// Connects first.
    @Override
    void begin() {}

    @AfterEach
    void disconnect() {
        followed.forEach(RealFollowedCluster::close);
        client.close();
    }

    @Override
    FollowedCluster follow(UnaryOperator<Kube> wrap) {
        followed.forEach(RealFollowedCluster::close);
        followed.clear();
        RealFollowedCluster cluster = new RealFollowedCluster(client, wrap);
        followed.add(cluster);
        return cluster;
    }
}

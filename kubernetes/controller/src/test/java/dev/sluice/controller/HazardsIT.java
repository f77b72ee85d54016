package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.ControlPlane.Restartable;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The hazards on a real API server.
///
/// H1 hides objects from the informers' first lists, so that the server's own first reports of them are updates and
/// deletions. H9 deletes with a grace period, which passes: no kubelet ends the pod. H15 starts the watches again at an
/// old version, so that the server repeats its events; H14 does so after a restart, when the server has forgotten them
/// and says 410.
@RealKubernetes(
        nodes = 0,
        shared = false,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class HazardsIT extends HazardsContractTest {
    private ControlPlane controlPlane;
    private KubeClient client;
    private final List<RealFollowedCluster> followed = new ArrayList<>();

    /// Runs before the set-up of the base class would need it.
    @BeforeEach
    void connect(ControlPlane running) {
        controlPlane = running;
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

    @Test
    void h14WhatChangedBeforeTheServersOwn410IsFoundByTheNextList() {
        ReplayingKube[] api = new ReplayingKube[1];
        FollowedCluster gapped = follow(kube -> {
            api[0] = new ReplayingKube(kube);
            return api[0];
        });
        gapped.node("n", "'cpu':'4','memory':'8Gi','pods':'10'");
        gapped.node("leaves", "'cpu':'4'");
        gapped.boundPod("ends", "n", "'cpu':'1'");
        gapped.boundPod("stays", "n", "'cpu':'2'");
        gapped.settle();
        assertThat(gapped.relists()).isZero();

        api[0].hold();
        gapped.deletePod("ends");
        gapped.deleteNode("leaves");
        gapped.boundPod("comes", "n", "'cpu':'500m'");
        // It forgets what its watches could repeat.
        controlPlane.restart(Restartable.API_SERVER);
        api[0].replay();
        gapped.recover();

        assertThat(api[0].gone()).as("410s of the server").isPositive();
        assertThat(gapped.relists()).isPositive();
        assertThat(gapped.has("/cluster0/leaves")).isFalse();
        assertThat(gapped.free("/cluster0/n/core0")).isEqualTo(1500);
        gapped.assertInSync();
    }
}

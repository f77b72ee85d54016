package dev.sluice.testkit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testkit.kubernetes.ControlPlane.Restartable;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import org.junit.jupiter.api.Test;

/// Components can be restarted and killed; nothing that was written is lost.
@RealKubernetes(
        nodes = 0,
        shared = false,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class RestartIT {

    @Test
    void objectsSurviveRestartsOfTheApiServerAndOfEtcd(ControlPlane controlPlane, Kubectl kubectl) {
        kubectl.run("create", "configmap", "kept");

        controlPlane.restart(Restartable.API_SERVER);
        controlPlane.kill(Restartable.API_SERVER);
        controlPlane.kill(Restartable.ETCD);

        kubectl.run("wait", "--for=create", "configmap/kept");
        kubectl.run("create", "configmap", "later");
        assertThat(RealKubernetesIT.items(kubectl.get("configmaps")))
                .extracting(map -> map.at("/metadata/name").asText())
                .contains("kept", "later");
    }

    @Test
    void aComponentThatWasLeftOutCannotBeRestarted(ControlPlane controlPlane) {
        assertThatThrownBy(() -> controlPlane.restart(Restartable.SCHEDULER))
                .hasMessageContaining("has no kube-scheduler");
    }
}

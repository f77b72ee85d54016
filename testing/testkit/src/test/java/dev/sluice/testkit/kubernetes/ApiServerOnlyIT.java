package dev.sluice.testkit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Components can be left out and feature gates set.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK},
        featureGates = "ClusterTrustBundle=true",
        runtimeConfig = "certificates.k8s.io/v1beta1/clustertrustbundles=true")
class ApiServerOnlyIT {

    @Test
    void aJobWithoutControllerManagerGetsNoPods(Kubectl kubectl) {
        kubectl.run("create", "job", "alone", "--image=none.example/work");
        kubectl.run("create", "configmap", "later");

        assertThat(RealKubernetesIT.items(kubectl.get("jobs"))).hasSize(1);
        assertThat(RealKubernetesIT.items(kubectl.get("pods"))).isEmpty();
        assertThat(RealKubernetesIT.items(kubectl.get("nodes"))).isEmpty();
    }

    @Test
    void featureGatesAndRuntimeConfigTakeEffect(Kubectl kubectl) {
        List<String> gates = kubectl.run("get", "--raw", "/metrics")
                .lines()
                .filter(line -> line.startsWith("kubernetes_feature_enabled{name=\"ClusterTrustBundle\""))
                .toList();

        assertThat(gates).singleElement().asString().endsWith(" 1");
        assertThat(kubectl.run("api-resources", "--output", "name")).contains("clustertrustbundles");
    }
}

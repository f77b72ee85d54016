package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real kubectl works against the embedded server, which it speaks protobuf to where it has types.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class KubectlIT {
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, labels: {app: x}}
            spec:
              containers: [{name: main, image: "busybox:1", resources: {requests: {cpu: 100m}}}]
            """;

    @Test
    void kubectlWorks(Kubectl real, @TempDir Path folder) throws IOException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            Path kubeconfig = folder.resolve("kubeconfig");
            Files.writeString(kubeconfig, """
                    apiVersion: v1
                    kind: Config
                    clusters: [{name: e, cluster: {server: "%s"}}]
                    contexts: [{name: e, context: {cluster: e}}]
                    current-context: e
                    """.formatted(server.address()));
            Kubectl kubectl = new Kubectl(real.program(), kubeconfig, "team");

            assertThat(kubectl.run("create", "namespace", "team")).isEqualTo("namespace/team created\n");
            kubectl.run("create", "configmap", "c", "--from-literal=k=v");
            assertThat(kubectl.run("get", "configmap", "c", "-o", "jsonpath={.data.k}"))
                    .isEqualTo("v");
            kubectl.run("create", "deployment", "d", "--image=busybox", "--replicas=2");
            assertThat(kubectl.get("deployment", "d").at("/spec/replicas").asInt())
                    .isEqualTo(2);
            Path pod = Files.writeString(folder.resolve("pod.yaml"), POD);
            String[] apply = {"apply", "--validate=false", "-f", pod.toString()};
            assertThat(kubectl.run(apply)).isEqualTo("pod/p created\n");
            assertThat(kubectl.run(apply)).isEqualTo("pod/p unchanged\n");
            kubectl.run("label", "pod", "p", "tier=a");
            kubectl.run("annotate", "pod", "p", "note=1");
            kubectl.run("patch", "pod", "p", "-p", "{\"spec\":{\"activeDeadlineSeconds\":60}}");
            assertThat(kubectl.run("get", "pods", "-l", "tier=a", "-o", "name")).isEqualTo("pod/p\n");
            assertThat(kubectl.get("pod", "p").at("/spec/activeDeadlineSeconds").asInt())
                    .isEqualTo(60);
            assertThat(kubectl.run("describe", "configmap", "c")).contains("Name:", "k:");
            assertThat(kubectl.run("delete", "pod", "p")).contains("deleted");
            assertThatThrownBy(() -> kubectl.run("get", "pod", "p")).hasMessageContaining("pods \"p\" not found");
            assertThat(kubectl.run("api-resources", "--output", "name")).contains("pods\n", "jobs.batch\n");
        }
    }
}

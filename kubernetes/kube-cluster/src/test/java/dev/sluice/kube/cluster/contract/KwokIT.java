package dev.sluice.kube.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.ClusterSettings;
import dev.sluice.kube.cluster.EmbeddedCluster;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import dev.sluice.testkit.kubernetes.RealProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An unmodified KWOK with the stages of tools/kubernetes drives the nodes of an embedded cluster with controllers.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.KWOK})
class KwokIT {
    private static final String WAIT = "--timeout=60s";
    private static final int NODES = 10;

    @Test
    void nodesAreReadyAndPodsRunAndFinishAndGo(ControlPlane real, @TempDir Path folder) throws IOException {
        Path kubeconfig = folder.resolve("kubeconfig");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(
                new ClusterSettings(ServerOptions.secure(0), true, null),
                new SystemClock(),
                new Seeds(1),
                new FailRunOnFault())) {
            cluster.server().kubeconfig().write(kubeconfig);
            Kubectl kubectl = new Kubectl(real.binaries().resolve("kubectl"), kubeconfig, "default");
            for (int i = 0; i < NODES; i++) {
                kubectl.apply(node("kwok-" + i));
            }
            List<String> options = new ArrayList<>(
                    List.of("--kubeconfig=" + kubeconfig, "--manage-all-nodes", "--node-lease-duration-seconds=120"));
            real.stages().forEach(stage -> options.add("--config=" + stage));
            try (RealProgram _ = RealProgram.start(real, "kwok", folder, options.toArray(String[]::new));
                    RealProgram _ = RealProgram.start(
                            real, "kube-scheduler", folder, "--kubeconfig=" + kubeconfig, "--secure-port=0")) {
                nodesAreReady(kubectl);
                podsRunAndGo(kubectl);
                jobsFinish(kubectl);
            }
        }
    }

    private static void nodesAreReady(Kubectl kubectl) {
        kubectl.run("wait", "--for=condition=Ready", "node", "--all", WAIT);
        kubectl.inNamespace("kube-node-lease").run("wait", "--for=create", "lease/kwok-0", WAIT);

        assertThat(kubectl.get("nodes").at("/items")).hasSize(NODES);
        assertThat(kubectl.get("node", "kwok-0")
                        .at("/status/nodeInfo/kubeletVersion")
                        .asText())
                .startsWith("kwok-");
    }

    private static void podsRunAndGo(Kubectl kubectl) {
        kubectl.run("create", "deployment", "web", "--image=web:1", "--replicas=30");
        kubectl.run("rollout", "status", "deployment/web", WAIT);
        JsonNode pods = kubectl.get("pods").at("/items");
        assertThat(pods).hasSize(30).allSatisfy(pod -> {
            assertThat(pod.at("/status/phase").asText()).isEqualTo("Running");
            assertThat(pod.at("/status/podIP").asText()).startsWith("10.0.");
        });

        kubectl.run("delete", "deployment", "web", "--cascade=foreground", WAIT);
        assertThat(kubectl.get("pods").at("/items")).isEmpty();
    }

    private static void jobsFinish(Kubectl kubectl) {
        kubectl.apply("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: work}
                spec:
                  completions: 5
                  parallelism: 5
                  template:
                    metadata: {annotations: {sluice.dev/run-for: 1s}}
                    spec: {restartPolicy: Never, containers: [{name: c, image: work:1}]}
                """);
        kubectl.run("wait", "--for=condition=complete", "job/work", WAIT);

        assertThat(kubectl.get("job", "work").at("/status/succeeded").asInt()).isEqualTo(5);
        assertThat(kubectl.run("describe", "job", "work"))
                .contains("SuccessfulCreate", "Created pod: work-", "Completed", "Job completed");
    }

    private static String node(String name) {
        return """
                apiVersion: v1
                kind: Node
                metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}
                status: {capacity: {cpu: "32", memory: 256Gi, pods: "110"}}
                """.formatted(name, name);
    }
}

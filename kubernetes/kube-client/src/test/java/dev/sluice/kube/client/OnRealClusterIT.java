package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
final class OnRealClusterIT extends PortContractTest {
    private KubeClient client;
    private Kubectl kubectl;
    private ControlPlane controlPlane;

    @BeforeEach
    void connect(ControlPlane running, Kubectl own) {
        controlPlane = running;
        kubectl = own;
        client = KubeClient.connect(Credentials.ofKubeconfig(running.kubeconfig(), ""));
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Override
    Kube kube() {
        return client;
    }

    @Override
    String namespace() {
        return kubectl.namespace();
    }

    @Test
    void aProgramInTheKubeconfigHandsOutATokenOfAServiceAccount(@TempDir Path folder) throws IOException {
        String token = tokenOfARobot();
        Path program = folder.resolve("hand-out");
        Files.writeString(program, """
                #!/bin/sh
                echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"%s"}}'
                """.formatted(token));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Path kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(kubeconfig, withUser(Files.readString(controlPlane.kubeconfig()), """
                  user:
                    exec:
                      apiVersion: client.authentication.k8s.io/v1
                      command: %s
                      interactiveMode: Never
                """.formatted(program)));

        try (KubeClient robot = KubeClient.connect(Credentials.ofKubeconfig(kubeconfig, ""))) {
            assertThat(robot.get(NAMESPACES, ObjectKey.of(namespace())).text("kind"))
                    .isEqualTo("Namespace");
        }
    }

    @Test
    void aPodSpeaksAsItsServiceAccount(@TempDir Path folder) throws IOException {
        URI server = URI.create(kubectl.run("config", "view", "-o", "jsonpath={.clusters[0].cluster.server}"));
        String certificate = kubectl.run(
                "config", "view", "--raw", "-o", "jsonpath={.clusters[0].cluster.certificate-authority-data}");
        Map<String, String> pod = Map.of(
                "KUBERNETES_SERVICE_HOST", server.getHost(),
                "KUBERNETES_SERVICE_PORT", Integer.toString(server.getPort()),
                "kubernetes.auth.tryKubeConfig", "false",
                "kubernetes.certs.ca.data", certificate,
                "kubernetes.auth.serviceAccount.token",
                        Files.writeString(folder.resolve("token"), tokenOfARobot())
                                .toString());
        pod.forEach(System::setProperty);
        try (KubeClient robot = KubeClient.connect(Credentials.ofEnvironment(""))) {
            assertThat(robot.get(NAMESPACES, ObjectKey.of(namespace())).text("kind"))
                    .isEqualTo("Namespace");
        } finally {
            pod.keySet().forEach(System::clearProperty);
        }
    }

    private String tokenOfARobot() {
        kubectl.run("create", "serviceaccount", "robot");
        String account = namespace() + ":robot";
        kubectl.run(
                "create",
                "clusterrolebinding",
                namespace(),
                "--clusterrole=cluster-admin",
                "--serviceaccount=" + account);
        return kubectl.run("create", "token", "robot").strip();
    }

    /// The kubeconfig with somebody else in the administrator's place.
    private static String withUser(String kubeconfig, String user) {
        int users = kubeconfig.indexOf("users:");
        String name = kubeconfig
                .substring(kubeconfig.indexOf("- name:", users))
                .lines()
                .findFirst()
                .orElseThrow();
        String others = kubeconfig.substring(kubeconfig.indexOf("contexts:"));
        return kubeconfig.substring(0, users) + "users:\n" + name + "\n" + user + others;
    }
}

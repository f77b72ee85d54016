package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
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

    /// More than the streams that a server allows on a connection of HTTP/2.
    @Test
    void manyRequestsAtOnceAreAllAnswered() throws InterruptedException {
        kube().create(CONFIG_MAPS, namespace(), configMap("popular", "blue"), WriteOptions.PLAIN);
        ConcurrentLinkedQueue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    kube().get(CONFIG_MAPS, key("popular"));
                } catch (RuntimeException e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(failures).isEmpty();
        kube().delete(CONFIG_MAPS, key("popular"), DeleteOptions.PLAIN);
    }

    @Test
    void aCredentialPluginProvidesAServiceAccountToken(@TempDir Path folder) throws IOException {
        JsonObject status = JsonObject.builder().put("token", tokenOfARobot()).build();

        mayLook(whereAProgramHandsOut(status, folder));
    }

    @Test
    void aCredentialPluginProvidesACertificate(@TempDir Path folder) throws IOException {
        JsonObject status = JsonObject.builder()
                .put("clientCertificateData", decoded("client-certificate-data"))
                .put("clientKeyData", decoded("client-key-data"))
                .build();

        mayLook(whereAProgramHandsOut(status, folder));
    }

    private void mayLook(Path kubeconfig) {
        try (KubeClient other = KubeClient.connect(Credentials.ofKubeconfig(kubeconfig, ""))) {
            assertThat(other.get(NAMESPACES, ObjectKey.of(namespace())).text("kind"))
                    .isEqualTo("Namespace");
        }
    }

    private Path whereAProgramHandsOut(JsonObject status, Path folder) throws IOException {
        JsonObject credential = JsonObject.builder()
                .put("apiVersion", "client.authentication.k8s.io/v1")
                .put("kind", "ExecCredential")
                .put("status", status)
                .build();
        Path handedOut = Files.writeString(folder.resolve("credential"), credential.toString());
        return Files.writeString(
                folder.resolve("kubeconfig"),
                withUser(Files.readString(controlPlane.kubeconfig()), """
                      user:
                        exec:
                          apiVersion: client.authentication.k8s.io/v1
                          command: cat
                          args: ["%s"]
                          interactiveMode: Never
                    """.formatted(handedOut)));
    }

    private String decoded(String field) {
        String encoded = kubectl.run("config", "view", "--raw", "-o", "jsonpath={.users[0].user." + field + "}");
        return new String(Base64.getDecoder().decode(encoded.strip()), StandardCharsets.UTF_8);
    }

    @Test
    void aPodUsesItsServiceAccount(@TempDir Path folder) throws IOException {
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

    /// Returns the kubeconfig with another user instead of the administrator.
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

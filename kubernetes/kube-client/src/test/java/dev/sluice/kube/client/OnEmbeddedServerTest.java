package dev.sluice.kube.client;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class OnEmbeddedServerTest extends PortContractTest {
    private EmbeddedApiServer server;
    private KubeClient client;

    @BeforeEach
    void connect(@TempDir Path folder) throws IOException {
        server = EmbeddedApiServer.start(new SystemClock(), new Seeds(7), 0);
        Path kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(kubeconfig, """
                apiVersion: v1
                kind: Config
                clusters: [{name: here, cluster: {server: "%s"}}]
                users: [{name: me, user: {}}]
                contexts: [{name: here, context: {cluster: here, user: me}}]
                current-context: here
                """.formatted(server.address()));
        client = KubeClient.connect(Credentials.ofKubeconfig(kubeconfig, ""));
    }

    @AfterEach
    void disconnect() {
        client.close();
        server.close();
    }

    @Override
    Kube kube() {
        return client;
    }

    @Override
    String namespace() {
        return "default";
    }
}

package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(NodesCommandTest.LIMIT_SECONDS)
class NodesCommandTest {
    /// Far longer than a busy machine takes.
    static final long LIMIT_SECONDS = 180;

    private static final long STOP_SECONDS = 5;

    @TempDir
    Path folder;

    @Test
    void itKeepsTryingWhileTheServerIsAwayAndEndsSoonWhenToldTo() throws IOException, InterruptedException {
        EmbeddedApiServer first = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0);
        int port = first.address().getPort();
        Path errors = folder.resolve("errors");
        Process nodes = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.sluice.cli.Main",
                        "nodes",
                        "--nodes=3",
                        "--kubeconfig=" + kubeconfig(first.address()))
                .redirectError(errors.toFile())
                .start();
        try (BufferedReader out = nodes.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("3 simulated nodes are registered");
            first.close();
            try (EmbeddedApiServer second = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), port)) {
                awaitHeartbeat(second.address());
                assertThat(nodes.isAlive()).isTrue();
            }
            nodes.destroy();

            assertThat(nodes.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(errors)
                    .content()
                    .contains("the cluster does not answer any more; its simulated nodes stay behind");
        } finally {
            nodes.destroyForcibly();
        }
    }

    private Path kubeconfig(URI server) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: e, cluster: {server: "%s"}}]
                contexts: [{name: e, context: {cluster: e}}]
                current-context: e
                """.formatted(server));
    }

    private static void awaitHeartbeat(URI server) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest metrics =
                    HttpRequest.newBuilder(server.resolve("/metrics")).build();
            String text = "";
            while (!text.contains("resource=\"leases\"")) {
                text = http.send(metrics, HttpResponse.BodyHandlers.ofString()).body();
            }
        }
    }
}

package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests when a token is read again.
final class RenewedCredentialsTest {
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;

    @TempDir
    private Path folder;

    private final Queue<CompletableFuture<?>> whiles = new ArrayDeque<>();
    private HttpServer server;
    private volatile String accepted = "";
    private volatile String sent = "";

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            sent = exchange.getRequestHeaders().getFirst("Authorization");
            byte[] answer = "{\"kind\":\"Thing\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(sent.equals("Bearer " + accepted) ? OK : UNAUTHORIZED, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aTokenIsReadAgainOnceAWhileIsOver() throws IOException {
        writeToken("one");
        CompletableFuture<Void> first = new CompletableFuture<>();
        CompletableFuture<Void> second = new CompletableFuture<>();
        whiles.add(first);
        whiles.add(second);
        whiles.add(new CompletableFuture<>());
        try (Connection connection = connect()) {
            connection.get("/api");
            writeToken("two");
            accepted = "one";
            connection.get("/api");
            assertThat(sent).isEqualTo("Bearer one");

            first.complete(null);
            accepted = "two";
            connection.get("/api");
            assertThat(sent).isEqualTo("Bearer two");

            // The next while has begun, also though the token stays the same from now on.
            Files.delete(folder.resolve("kubeconfig"));
            connection.get("/api");
            assertThat(sent).isEqualTo("Bearer two");
            writeToken("three");
            second.complete(null);
            accepted = "three";
            connection.get("/api");
            assertThat(sent).isEqualTo("Bearer three");
        }
    }

    @Test
    void aTokenThatDoesNotChangeIsReadOnceAWhile() throws IOException {
        writeToken("one");
        CompletableFuture<Void> first = new CompletableFuture<>();
        whiles.add(first);
        whiles.add(new CompletableFuture<>());
        try (Connection connection = connect()) {
            first.complete(null);
            connection.get("/api");

            // Reading it here would show.
            writeToken("two");
            accepted = "one";
            connection.get("/api");

            assertThat(sent).isEqualTo("Bearer one");
        }
    }

    @Test
    void aRefusedTokenIsReadAgainAtOnce() throws IOException {
        writeToken("one");
        whiles.add(new CompletableFuture<>());
        try (Connection connection = connect()) {
            writeToken("two");
            accepted = "two";

            assertThat(connection.get("/api").text("kind")).isEqualTo("Thing");
        }
    }

    private void writeToken(String token) throws IOException {
        accepted = token;
        Files.writeString(
                folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: here, cluster: {server: "http://localhost:%d"}}]
                users: [{name: me, user: {token: %s}}]
                contexts: [{name: near, context: {cluster: here, user: me}}]
                current-context: near
                """.formatted(server.getAddress().getPort(), token));
    }

    private Connection connect() {
        Config config =
                Credentials.ofKubeconfig(folder.resolve("kubeconfig"), "").config();
        return new Connection(config, whiles::remove);
    }
}

package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.WatchEvent;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests servers that stop in the middle of a response.
final class ConnectionTest {
    private static final long SHORT_MILLIS = 200;

    private static final long PATIENCE_SECONDS = 60;
    private static final String WATCH = "/api/v1/pods?watch=true";

    private final BlockingQueue<Socket> clients = new LinkedBlockingQueue<>();
    private final Semaphore gone = new Semaphore(0);
    private ServerSocket port;
    private Connection connection;

    @BeforeEach
    void connect() throws IOException {
        port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        String address = "http://localhost:" + port.getLocalPort();
        connection = new Connection(
                new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl(address)
                        .withRequestRetryBackoffLimit(0)
                        .build(),
                SHORT_MILLIS);
    }

    @AfterEach
    void disconnect() throws IOException {
        connection.close();
        port.close();
    }

    @Test
    void anIncompleteResponseTimesOut() throws InterruptedException {
        answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"kind\":");

        assertThatThrownBy(() -> connection.get("/api"))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseInstanceOf(TimeoutException.class);
        assertThatTheClientGoes();
    }

    @Test
    void aWatchWithoutAResponseTimesOut() throws InterruptedException {
        answer("");

        assertThatThrownBy(() -> connection.stream(WATCH, () -> {})).isInstanceOf(UncheckedIOException.class);
        assertThatTheClientGoes();
    }

    @Test
    void aRejectedWatchHasTheServersError() {
        String status = """
                {"kind":"Status","code":403,"reason":"Forbidden","message":"not you"}
                """;
        answer("HTTP/1.1 403 Forbidden\r\nContent-Length: %d\r\n\r\n%s".formatted(status.length(), status));

        assertThatThrownBy(() -> connection.stream(WATCH, () -> {}))
                .isInstanceOfSatisfying(ApiException.class, refusal -> {
                    assertThat(refusal.reason()).isEqualTo("Forbidden");
                    assertThat(refusal).hasMessageContaining("not you");
                });
    }

    @Test
    void aWatchMayBeSilentForLongerThanTheResponseTimeout() throws InterruptedException, IOException {
        answer("HTTP/1.1 200 OK\r\n\r\n");
        Semaphore news = new Semaphore(0);
        try (WatchStream watch = connection.stream(WATCH, news::release)) {
            Socket client = clients.take();
            answer("");
            assertThatThrownBy(() -> connection.get("/api")).isInstanceOf(UncheckedIOException.class);

            client.getOutputStream().write("""
                    {"type":"ADDED","object":{"kind":"Pod"}}
                    """.getBytes(StandardCharsets.UTF_8));

            assertThat(news.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(watch.poll()).map(WatchEvent::type).contains(WatchEvent.Type.ADDED);
        }
        assertThatTheClientGoes();
    }

    /// Sends this text to the next client, and then nothing until it disconnects.
    private void answer(String text) {
        Thread.ofVirtual().start(() -> {
            try (Socket client = port.accept()) {
                client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
                clients.add(client);
                client.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // The client has disconnected.
            }
            gone.release();
        });
    }

    private void assertThatTheClientGoes() throws InterruptedException {
        assertThat(gone.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("the connection is closed")
                .isTrue();
    }
}

package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Servers that stop in the middle.
final class ConnectionTest {
    private static final long SHORT_MILLIS = 200;

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
    void anAnswerThatStopsHalfWayIsGivenUp() {
        answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"kind\":");

        assertThatThrownBy(() -> connection.get("/api"))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void aWatchThatIsNeverAnsweredDoesNotBegin() {
        answer("");

        assertThatThrownBy(() -> connection.stream("/api/v1/pods?watch=true", () -> {}))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseInstanceOf(TimeoutException.class);
    }

    /// Says so much to whoever comes, and then nothing until he goes.
    private void answer(String text) {
        Thread.ofVirtual().start(() -> {
            try (Socket client = port.accept()) {
                client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
                client.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // The test is over.
            }
        });
    }
}

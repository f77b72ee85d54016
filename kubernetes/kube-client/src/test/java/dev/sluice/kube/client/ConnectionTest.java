package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ListOptions;
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

    /// For answers that come at once, if the machine is not too busy.
    private Connection patient;

    @BeforeEach
    void connect() throws IOException {
        port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        connection = connect(SHORT_MILLIS, WatchStream.SILENCE_MILLIS_MAX);
        patient = connect(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS), SHORT_MILLIS);
    }

    private Connection connect(long answerMillisMax, long silenceMillisMax) {
        String address = "http://localhost:" + port.getLocalPort();
        return new Connection(
                new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl(address)
                        .withRequestRetryBackoffLimit(0)
                        .build(),
                answerMillisMax,
                silenceMillisMax);
    }

    @AfterEach
    void disconnect() throws IOException {
        connection.close();
        patient.close();
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

        assertThatThrownBy(() -> patient.stream(WATCH, () -> {}))
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

    @Test
    void aPageOfAProxyIsNoAnswer() {
        answer("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 20\r\n\r\n<html>log in</html>\r\n");

        assertThatThrownBy(() -> patient.get("/api/v1/pods"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("text/html");
    }

    @Test
    void bytesThatAreNoProtobufAreNoAnswer() {
        answer("HTTP/1.1 200 OK\r\nContent-Type: application/vnd.kubernetes.protobuf\r\n"
                + "Content-Length: 7\r\n\r\nk8s\0\u007f\u007f\u007f");

        assertThatThrownBy(() -> patient.get("/api/v1/pods"))
                .as("the server has refused nothing")
                .isInstanceOf(UncheckedIOException.class);
    }

    /// Informers would take it for an empty list.
    @Test
    void anObjectThatIsNoListIsNoAnswerToAList() {
        answer("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{\"status\":\"up\"}");
        KubeClient client = KubeClient.over(patient);

        assertThatThrownBy(() -> client.list(KubeTypes.PODS, "", ListOptions.ALL))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no list");
    }

    @Test
    void aWatchThatIsSilentForTooLongEnds() throws InterruptedException {
        answer("HTTP/1.1 200 OK\r\n\r\n");
        Semaphore news = new Semaphore(0);
        try (WatchStream watch = patient.stream(WATCH, news::release)) {
            assertThat(news.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

            assertThat(watch.isOver()).isTrue();
            assertThatTheClientGoes();
        }
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

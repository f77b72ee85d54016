package dev.sluice.kube.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConnectionsTest {
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration LOOKS = Duration.ofMillis(20);
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    /// Far longer than a busy machine takes.
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Clock machine = new SystemClock();

    /// Where the clock stops. It stands still except while a test waits for a close: no connection is idle only because
    /// a
    /// busy machine is slow.
    private volatile long clockEndNanos = machine.nowNanos();

    /// One permit for each reading of the clock: when a connection is opened, when a request ends, and whenever the
    /// server
    /// checks whether a connection is idle.
    private final Semaphore readings = new Semaphore(0);

    private final Connections connections = new Connections(this::nowNanos, new PendingConnections(machine, LIMIT));
    private final CountDownLatch answer = new CountDownLatch(1);
    private final CountDownLatch asked = new CountDownLatch(1);
    private final WebServer server = WebServer.builder()
            .address(InetAddress.getLoopbackAddress())
            .port(0)
            .shutdownHook(false)
            .connectionSelectors(connections.selectors())
            .idleConnectionTimeout(IDLE)
            .idleConnectionPeriod(LOOKS)
            .routing(HttpRouting.builder()
                    .addFilter(connections::filter)
                    .get("/slow", this::slowly)
                    .any((_, response) -> response.send("ok")))
            .build()
            .start();

    private long nowNanos() {
        long nowNanos = Math.min(machine.nowNanos(), clockEndNanos);
        readings.release();
        return nowNanos;
    }

    private void slowly(ServerRequest request, ServerResponse response) throws InterruptedException {
        asked.countDown();
        boolean _ = answer.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
        response.send("at last");
    }

    @AfterEach
    void stop() {
        answer.countDown();
        server.stop();
    }

    @ParameterizedTest
    @EnumSource
    void stayOpenWhileARequestIsInFlight(HttpClient.Version version)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        HttpClient client = HttpClient.newBuilder().version(version).build();
        client.send(request("/"), BodyHandlers.ofString());
        CompletableFuture<HttpResponse<String>> slow = client.sendAsync(request("/slow"), BodyHandlers.ofString());
        assertThat(asked.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        // Connections that become idle now are closed; the slow request has been quiet for longer.
        awaitEndOf("GET /");
        awaitEndOf("GET /");
        assertThat(client.send(request("/"), BodyHandlers.ofString()).body()).isEqualTo("ok");
        answer.countDown();

        HttpResponse<String> answered = slow.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(answered.body()).isEqualTo("at last");
        assertThat(answered.version()).isEqualTo(version);
    }

    @ParameterizedTest
    @MethodSource("beginnings")
    void closeWhereTheClientStops(String sent) throws IOException {
        awaitEndOf(sent);
    }

    @ParameterizedTest
    @MethodSource("beginnings")
    void stayOpenUntilTheyAreIdle(String sent, String rest) throws IOException, InterruptedException {
        try (Socket client = connect()) {
            send(client, sent);
            awaitIdleChecks();
            send(client, rest);
            assertThat(client.getInputStream().read()).isNotNegative();
        }
    }

    static Stream<Arguments> beginnings() {
        String request = "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n";
        String preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
        String settings = "\0\0\0\4\0\0\0\0\0";
        return Stream.of(
                split(request, "GE"),
                split(request, "GET / HTTP/1.1\r\n"),
                split(request, "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: "),
                split(preface + settings, preface));
    }

    private static Arguments split(String text, String beginning) {
        return Arguments.of(beginning, text.substring(beginning.length()));
    }

    /// The library identifies the protocol with the second byte; until then it closes idle connections
    /// by its own clock.
    @Test
    void closeAfterASingleByte() throws IOException {
        awaitEndOf("G");
    }

    @Test
    void closeWhenTheNextRequestDoesNotCome() throws IOException {
        awaitEndOf(REQUEST);
    }

    @Test
    void stayOpenForTheNextRequest() throws IOException, InterruptedException {
        try (Socket client = connect()) {
            send(client, REQUEST);
            assertThat(response(client)).endsWith("ok");
            awaitIdleChecks();
            send(client, REQUEST);
            assertThat(response(client)).endsWith("ok");
        }
    }

    /// Reads until the body's end, or the connection's.
    private static String response(Socket client) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int next = 0; next >= 0 && !text.toString().endsWith("\r\n\r\nok"); ) {
            next = client.getInputStream().read();
            text.append(next < 0 ? "" : (char) next);
        }
        return text.toString();
    }

    /// Waits until the server has checked the only connection at least once since this call.
    private void awaitIdleChecks() throws InterruptedException {
        readings.drainPermits();
        // One may be for its opening, and one for a check that had begun.
        assertThat(readings.tryAcquire(3, LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private Socket connect() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
        client.setSoTimeout((int) LIMIT.toMillis());
        return client;
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void awaitEndOf(String sent) throws IOException {
        clockEndNanos = Long.MAX_VALUE;
        try (Socket client = connect()) {
            send(client, sent);
            client.getInputStream().readAllBytes();
        }
        clockEndNanos = machine.nowNanos();
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(LIMIT)
                .build();
    }
}

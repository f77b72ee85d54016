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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionsTest {
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration LOOKS = Duration.ofMillis(20);

    /// Far longer than a busy machine takes.
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Clock machine = new SystemClock();

    /// Where the clock stops. It stands still unless somebody's end is awaited: nobody is idle only because a busy
    /// machine is slow.
    private volatile long clockEndNanos = machine.nowNanos();

    private final Connections connections =
            new Connections(() -> Math.min(machine.nowNanos(), clockEndNanos), new PendingConnections(machine, LIMIT));
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
    void areKeptWhileARequestIsAnsweredThoughNothingElseComes(HttpClient.Version version)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        HttpClient client = HttpClient.newBuilder().version(version).build();
        client.send(request("/"), BodyHandlers.ofString());
        CompletableFuture<HttpResponse<String>> slow = client.sendAsync(request("/slow"), BodyHandlers.ofString());
        assertThat(asked.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        // Who is idle from now on is ended; the slow request has been quiet for longer.
        awaitEndOf("GET /");
        awaitEndOf("GET /");
        assertThat(client.send(request("/"), BodyHandlers.ofString()).body()).isEqualTo("ok");
        answer.countDown();

        HttpResponse<String> answered = slow.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(answered.body()).isEqualTo("at last");
        assertThat(answered.version()).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "G",
                "GET / HTTP/1.1\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: ",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
            })
    void endWhereTheClientStops(String sent) throws IOException {
        awaitEndOf(sent);
    }

    @Test
    void endWhenNothingMoreComes() throws IOException {
        awaitEndOf("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    private void awaitEndOf(String sent) throws IOException {
        clockEndNanos = Long.MAX_VALUE;
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.setSoTimeout((int) LIMIT.toMillis());
            client.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
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

package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.KubectlProxy;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Watches over web sockets, as fabric8's client asks for them.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class WebSocketIT {
    private static final String CONFIG_MAPS = "/api/v1/namespaces/web-sockets/configmaps";
    private static final long PATIENCE_SECONDS = 20;
    private static final int LARGE = 100_000;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final EmbeddedApiServer ours = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0);

    @SuppressWarnings("NullAway.Init") // before each
    private KubectlProxy real;

    /// What one server says, in order.
    private static final class Listener implements WebSocket.Listener {
        private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        private final StringBuilder message = new StringBuilder();
        private final CompletableFuture<String> pong = new CompletableFuture<>();
        private final CompletableFuture<Void> closed = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean isLast) {
            message.append(text);
            if (isLast) {
                messages.add(message.toString());
                message.setLength(0);
            }
            socket.request(1);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<?> onPong(WebSocket socket, ByteBuffer data) {
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            pong.complete(new String(bytes, java.nio.charset.StandardCharsets.US_ASCII));
            socket.request(1);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(null);
            return CompletableFuture.completedStage(null);
        }

        String next() throws InterruptedException {
            String next = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                return "nothing";
            }
            JsonObject event = (JsonObject) JsonText.read(next);
            JsonObject object = event.object("object");
            return event.text("type") + " " + object.object("metadata").text("name") + " "
                    + object.object("data").toString().length();
        }
    }

    @BeforeEach
    void begin(Kubectl kubectl) throws IOException, InterruptedException {
        real = KubectlProxy.start(kubectl);
        for (URI server : List.of(real.address(), ours.address())) {
            send(server, "POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"web-sockets\"}}");
        }
    }

    @AfterEach
    void end() {
        real.close();
        ours.close();
    }

    @Test
    void bothServersTellTheSameEvents() throws IOException, InterruptedException {
        assertThat(told(ours.address())).isEqualTo(told(real.address())).hasSize(4);
    }

    @Test
    void bothServersRefuseTheSame() {
        for (String query : List.of("watch=1&labelSelector=a!!", "watch=1&fieldSelector=spec.nowhere=1")) {
            assertThat(refusal(ours.address(), query)).as(query).isEqualTo(refusal(real.address(), query));
        }
    }

    private List<String> told(URI server) throws IOException, InterruptedException {
        Listener listener = new Listener();
        WebSocket socket = open(server, "watch=1&timeoutSeconds=60", listener);
        List<String> told = new ArrayList<>();
        send(server, "POST", CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"a\":\"1\"}}");
        told.add(listener.next());
        String large = "{\"metadata\":{\"name\":\"a\"},\"data\":{\"a\":\"" + "x".repeat(LARGE) + "\"}}";
        send(server, "PUT", CONFIG_MAPS + "/a", large);
        told.add(listener.next());
        socket.sendPing(ByteBuffer.wrap(new byte[] {'p'})).join();
        told.add(listener.pong.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join());
        send(server, "DELETE", CONFIG_MAPS + "/a", "");
        told.add(listener.next());
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        listener.closed.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        return told;
    }

    private int refusal(URI server, String query) {
        try {
            open(server, query, new Listener()).abort();
            return 101;
        } catch (CompletionException e) {
            return e.getCause() instanceof WebSocketHandshakeException refused
                    ? refused.getResponse().statusCode()
                    : 0;
        }
    }

    private WebSocket open(URI server, String query, Listener listener) {
        URI address = URI.create("ws://" + server.getAuthority() + CONFIG_MAPS + "?" + query);
        return http.newWebSocketBuilder()
                .header("Origin", server.toString())
                .buildAsync(address, listener)
                .join();
    }

    private void send(URI server, String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        http.send(request, BodyHandlers.discarding());
    }
}

package dev.sluice.server;

import dev.sluice.controller.intake.Admission;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.server.client.ServerAddress;
import dev.sluice.server.http.QueueService;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// Serves the webhook of intake over HTTPS. It answers from the request alone: no I/O, no locks, no state.
public final class WebhookServer implements AutoCloseable {
    /// Where the webhook's configuration sends reviews.
    public static final String PATH = "/intake";

    private static final Logger LOGGER = System.getLogger(WebhookServer.class.getName());

    /// The API server takes objects of 3 MiB; a review has an object and the one before, and some words about both.
    private static final int REVIEW_LENGTH_MAX = 8 << 20;

    /// The API server keeps its connections, and opens a new one if it finds that one is gone.
    private static final Duration IDLE = Duration.ofMinutes(10);

    private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    private final Admission admission;
    private final WebServer server;

    private WebhookServer(Admission admission, ServingKeys keys, InetAddress address, int port, HttpService... queue) {
        this.admission = admission;
        this.server = WebServer.builder()
                .address(address)
                .port(port)
                .shutdownHook(false)
                .maxPayloadSize(REVIEW_LENGTH_MAX)
                .idleConnectionTimeout(IDLE)
                .connectionOptions(SocketOptions.builder()
                        .tcpNoDelay(true)
                        .socketKeepAlive(true)
                        .build())
                .tls(Tls.builder()
                        .sslContext(keys.context())
                        .enabledProtocols(PROTOCOLS)
                        .clientAuth(TlsClientAuth.NONE)
                        .build())
                .routing(HttpRouting.builder().post(PATH, this::review).register(ServerAddress.API, queue))
                .build()
                .start();
        if (!server.isRunning()) {
            throw new IllegalStateException("port (%d) of the webhook cannot be listened on".formatted(port));
        }
    }

    /// Starts to listen.
    ///
    /// @param keys must have a certificate before the first connection
    /// @param port 0 for any that is free
    /// @throws IllegalStateException if the port is taken
    public static WebhookServer start(Admission admission, ServingKeys keys, InetAddress address, int port) {
        return new WebhookServer(admission, keys, address, port);
    }

    /// Starts to listen, and shows the queue as well.
    ///
    /// @throws IllegalStateException if the port is taken
    public static WebhookServer start(
            Admission admission, ServingKeys keys, InetAddress address, int port, QueueService queue) {
        return new WebhookServer(admission, keys, address, port, queue);
    }

    public int port() {
        return server.port();
    }

    private void review(ServerRequest request, ServerResponse response) throws IOException {
        byte[] body;
        try (InputStream stream = request.content().inputStream()) {
            body = stream.readAllBytes();
        }
        try {
            Json review = JsonText.read(body);
            if (!(review instanceof JsonObject object) || !object.has("request")) {
                refuse(response, "the body must be an AdmissionReview with a request");
                return;
            }
            send(response, Status.OK_200, "application/json", JsonText.writeBytes(admission.review(object)));
        } catch (JsonSyntaxException e) {
            refuse(response, "the body must be an AdmissionReview in JSON: " + e.getMessage());
        } catch (RuntimeException e) {
            // The API server goes on without an answer (failurePolicy: Ignore).
            LOGGER.log(Level.ERROR, "a review could not be answered", e);
            send(response, Status.INTERNAL_SERVER_ERROR_500, "text/plain", new byte[0]);
        }
    }

    private static void refuse(ServerResponse response, String why) {
        send(response, Status.BAD_REQUEST_400, "text/plain", (why + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void send(ServerResponse response, Status status, String type, byte[] body) {
        response.status(status).header(HeaderNames.CONTENT_TYPE, type).send(body);
    }

    @Override
    public void close() {
        server.stop();
    }
}

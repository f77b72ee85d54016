package dev.sluice.kube.apiserver.contract;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.sluice.kube.apiserver.tls.ServerTls;
import dev.sluice.kube.certificate.Authority;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// A webhook over HTTPS, whose path says what it does.
public final class TestWebhook implements AutoCloseable {
    /// After this long it goes on where it has stopped.
    private static final long STOP_SECONDS = 30;

    private final Authority authority = Authority.generate();
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch isClosed = new CountDownLatch(1);

    /// Done before it answers `/busy`.
    public volatile Runnable work = () -> {};

    /// What it was asked, without what differs from server to server.
    public final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();

    public TestWebhook() throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        server = HttpsServer.create(new InetSocketAddress(loopback, 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(
                ServerTls.context(authority.server(List.of("localhost"), List.of(loopback)), authority.certificate())));
        // A connection that stays open does not keep others waiting.
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public String url(String path) {
        return "https://127.0.0.1:" + server.getAddress().getPort() + "/" + path;
    }

    public String caBundle() {
        return Base64.getEncoder().encodeToString(authority.certificatePem().getBytes(StandardCharsets.US_ASCII));
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonObject review = (JsonObject) JsonText.read(exchange.getRequestBody().readAllBytes());
        JsonObject request = review.object("request");
        if (review.text("kind").equals("ConversionReview")) {
            send(exchange, 200, Converter.answer(exchange.getRequestURI().getPath(), review));
            return;
        }
        asked.add("%s %s %s %s"
                .formatted(
                        exchange.getRequestURI(),
                        request.text("operation"),
                        request.object("kind"),
                        request.text("name")));
        JsonObject response = JsonObject.builder()
                .put("uid", request.text("uid"))
                .put("allowed", true)
                .build();
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/wait") || path.equals("/stop")) {
            stop(exchange, path.equals("/stop"));
            return;
        }
        JsonObject answered = switch (path) {
            case "/deny" ->
                response.with("allowed", Json.of(false))
                        .with("status", JsonText.read("{\"message\":\"no such luck\"}"));
            case "/deny-plainly" -> response.with("allowed", Json.of(false));
            case "/deny-409" ->
                response.with("allowed", Json.of(false))
                        .with("status", JsonText.read("{\"code\":409,\"reason\":\"Conflict\",\"message\":\"busy\"}"));
            case "/label" -> patched(response, labelling(request, "hooked", "yes"));
            case "/label-again" -> patched(response, labelling(request, "again", "yes"));
            case "/break" -> patched(response, "[{\"op\":\"replace\",\"path\":\"/nowhere/at/all\",\"value\":1}]");
            case "/invalid" -> patched(response, labelling(request, "odd", "not a value!"));
            case "/busy" -> {
                work.run();
                yield response;
            }
            case "/warn" -> response.with("warnings", JsonArray.of(Json.of("mind the gap")));
            default -> response;
        };
        int code = path.equals("/error") ? 500 : 200;
        send(
                exchange,
                code,
                JsonObject.builder()
                        .put("kind", "AdmissionReview")
                        .put("apiVersion", "admission.k8s.io/v1")
                        .put("response", answered)
                        .build());
    }

    private static void send(HttpExchange exchange, int code, JsonObject review) throws IOException {
        byte[] body = JsonText.writeBytes(review);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void stop(HttpExchange exchange, boolean hasBegun) throws IOException {
        if (hasBegun) {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
        }
        try {
            isClosed.await(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    private static JsonObject patched(JsonObject response, String patch) {
        return response.with("patchType", "JSONPatch")
                .with("patch", Base64.getEncoder().encodeToString(patch.getBytes(StandardCharsets.UTF_8)));
    }

    private static String labelling(JsonObject request, String key, String value) {
        boolean hasLabels = request.object("object", "metadata").has("labels");
        return hasLabels
                ? "[{\"op\":\"add\",\"path\":\"/metadata/labels/%s\",\"value\":\"%s\"}]".formatted(key, value)
                : "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"%s\":\"%s\"}}]".formatted(key, value);
    }

    @Override
    public void close() {
        isClosed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}

package dev.sluice.benchmarks.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.benchmarks.apiserver.Kubeconfig;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Requests to an API server. Any thread may send one.
final class Api implements AutoCloseable {
    private static final int FIRST_FAILURE = 300;
    private static final int FIRST_SERVER_FAILURE = 500;
    private static final int TOO_MANY = 429;

    private final Kubeconfig access;
    private final HttpClient client;
    private final AtomicLong refused = new AtomicLong();

    Api(Kubeconfig access) {
        this.access = access;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(access.tls())
                .build();
    }

    /// Returns how many requests were refused: an object was gone or there already, which chance brings about.
    long refused() {
        return refused.get();
    }

    Optional<JsonObject> get(String path) {
        return send(request(path).GET());
    }

    Optional<JsonObject> create(String path, String body) {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    Optional<JsonObject> patch(String path, String body) {
        return send(request(path)
                .header("Content-Type", "application/merge-patch+json")
                .method("PATCH", BodyPublishers.ofString(body)));
    }

    Optional<JsonObject> delete(String path) {
        return send(request(path).DELETE());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(access.server().resolve(path));
    }

    /// Empty if it is refused.
    private Optional<JsonObject> send(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
        try {
            HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            int code = response.statusCode();
            if (code >= FIRST_SERVER_FAILURE || code == TOO_MANY) {
                throw new IllegalStateException(
                        request.uri() + " is answered " + code + ": " + new String(response.body(), UTF_8));
            }
            if (code >= FIRST_FAILURE) {
                refused.incrementAndGet();
                return Optional.empty();
            }
            return Optional.of((JsonObject) JsonText.read(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}

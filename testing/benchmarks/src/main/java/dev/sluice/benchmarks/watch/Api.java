package dev.sluice.benchmarks.watch;

import dev.sluice.benchmarks.apiserver.ApiClient;
import dev.sluice.benchmarks.apiserver.Kubeconfig;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Requests to an API server. Any thread may send one.
final class Api implements AutoCloseable {
    private static final int FIRST_FAILURE = 300;
    private static final int FIRST_SERVER_FAILURE = 500;
    private static final int TOO_MANY = 429;

    private final ApiClient client;
    private final AtomicLong refused = new AtomicLong();

    Api(Kubeconfig access) {
        this.client = new ApiClient(access);
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
        return client.request(path);
    }

    /// Empty if it is refused.
    private Optional<JsonObject> send(HttpRequest.Builder builder) {
        HttpResponse<byte[]> response = client.send(builder.build());
        int code = response.statusCode();
        if (code >= FIRST_SERVER_FAILURE || code == TOO_MANY) {
            throw ApiClient.failure(response);
        }
        if (code >= FIRST_FAILURE) {
            refused.incrementAndGet();
            return Optional.empty();
        }
        return Optional.of((JsonObject) JsonText.read(response.body()));
    }

    @Override
    public void close() {
        client.close();
    }
}

package dev.sluice.benchmarks.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/// HTTP/1.1 over TLS to an API server. Any thread may send a request.
public final class ApiClient implements AutoCloseable {
    private final Kubeconfig access;
    private final HttpClient client;

    public ApiClient(Kubeconfig access) {
        this.access = access;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(access.tls())
                .build();
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(access.server().resolve(path));
    }

    public HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return client.sendAsync(request, handler);
    }

    public static IllegalStateException failure(HttpResponse<byte[]> response) {
        return new IllegalStateException(
                response.uri() + " is answered " + response.statusCode() + ": " + new String(response.body(), UTF_8));
    }

    void shutdownNow() {
        client.shutdownNow();
    }

    @Override
    public void close() {
        client.close();
    }
}

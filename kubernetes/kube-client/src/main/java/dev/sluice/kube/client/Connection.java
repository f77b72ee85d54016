package dev.sluice.kube.client;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// HTTP requests to one server, with credentials.
final class Connection implements AutoCloseable {
    private static final String JSON = "application/json";
    private static final int FIRST_FAILURE = 400;

    /// kube-apiserver's own limit for requests other than watches.
    private static final long ANSWER_MILLIS_MAX = TimeUnit.SECONDS.toMillis(60);

    /// kube-apiserver allows 100 streams on a connection of HTTP/2, and the transport fails requests beyond them. The
    /// others are left to watches.
    private static final int REQUESTS_MAX = 64;

    private final Semaphore free = new Semaphore(REQUESTS_MAX);
    private final String server;
    private final HttpClient http;
    private final long answerMillisMax;
    private final long silenceMillisMax;

    Connection(Config config) {
        this(config, ANSWER_MILLIS_MAX, WatchStream.SILENCE_MILLIS_MAX);
    }

    /// @param aWhile as for [RenewedCredentials]
    Connection(Config config, Supplier<CompletableFuture<?>> aWhile) {
        this(
                config,
                ANSWER_MILLIS_MAX,
                WatchStream.SILENCE_MILLIS_MAX,
                new RenewedCredentials(config, HttpClientUtils.getHttpClientFactory(), aWhile));
    }

    /// @param answerMillisMax the time limit of a response, its last byte included; for a watch, of its
    ///     headers
    /// @param silenceMillisMax how long a watch may send nothing
    Connection(Config config, long answerMillisMax, long silenceMillisMax) {
        this(
                config,
                answerMillisMax,
                silenceMillisMax,
                new RenewedCredentials(config, HttpClientUtils.getHttpClientFactory()));
    }

    private Connection(Config config, long answerMillisMax, long silenceMillisMax, RenewedCredentials credentials) {
        this.answerMillisMax = answerMillisMax;
        this.silenceMillisMax = silenceMillisMax;
        String master = config.getMasterUrl();
        this.server = master.endsWith("/") ? master.substring(0, master.length() - 1) : master;
        this.http = HttpClientUtils.getHttpClientFactory()
                .newBuilder(config)
                .addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, credentials)
                .build();
    }

    JsonObject get(String path) {
        return answer(request(path).build());
    }

    /// @param method one that takes a body
    JsonObject send(String method, String path, String mediaType, Json body) {
        return answer(
                request(path).method(method, mediaType, JsonText.write(body)).build());
    }

    JsonObject send(String method, String path, Json body) {
        return send(method, path, JSON, body);
    }

    /// Opens a watch; returns when the server has accepted it.
    WatchStream stream(String path, Runnable wake) {
        WatchStream stream = new WatchStream(wake, silenceMillisMax);
        BodyCollector refusal = new BodyCollector();
        // The transport delivers no byte before it is asked to, when the status is known.
        HttpResponse<AsyncBody> response = await(http.consumeBytes(
                request(path).forStreaming().build(),
                (parts, from) -> (stream.hasBegun() ? stream : refusal).consume(parts, from)));
        if (response.code() >= FIRST_FAILURE) {
            throw refusal(response.code(), contentType(response), whole(response.body(), refusal));
        }
        stream.begin(response.body(), Formats.events(contentType(response)));
        return stream;
    }

    private HttpRequest.Builder request(String path) {
        return http.newHttpRequestBuilder()
                .uri(server + path)
                .header("Accept", Formats.ACCEPTED)
                .timeout(answerMillisMax, TimeUnit.MILLISECONDS);
    }

    private JsonObject answer(HttpRequest request) {
        awaitFree();
        try {
            return answerNow(request);
        } finally {
            free.release();
        }
    }

    private void awaitFree() {
        try {
            if (!free.tryAcquire(answerMillisMax, TimeUnit.MILLISECONDS)) {
                throw new UncheckedIOException(
                        new IOException(REQUESTS_MAX + " requests are unanswered after " + answerMillisMax + " ms"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted before the server was asked"));
        }
    }

    private JsonObject answerNow(HttpRequest request) {
        BodyCollector answer = new BodyCollector();
        HttpResponse<AsyncBody> response = await(http.consumeBytes(request, answer));
        byte[] body = whole(response.body(), answer);
        if (response.code() >= FIRST_FAILURE) {
            throw refusal(response.code(), contentType(response), body);
        }
        if (Formats.read(contentType(response), body) instanceof JsonObject object) {
            return object;
        }
        throw new UncheckedIOException(new IOException(request.uri() + " answers no object"));
    }

    /// Waits for the rest of a response; the transport itself has no time limit for it.
    private byte[] whole(AsyncBody body, BodyCollector answer) {
        body.consume();
        try {
            await(body.done());
            return answer.bytes();
        } finally {
            // No effect if the body is complete.
            body.cancel();
        }
    }

    private static String contentType(HttpResponse<AsyncBody> response) {
        String type = response.header("Content-Type");
        return type == null ? JSON : type;
    }

    /// Parses the error response: a `Status`, or the text of a proxy.
    private static ApiException refusal(int code, String contentType, byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        try {
            if (Formats.read(contentType, body) instanceof JsonObject status
                    && status.text("kind").equals("Status")) {
                return ApiStatus.of(status).exception();
            }
        } catch (UncheckedIOException e) {
            // Neither JSON nor protobuf: use it as plain text.
        }
        return new ApiStatus(code, "", text.strip(), null).exception();
    }

    private <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.orTimeout(answerMillisMax, TimeUnit.MILLISECONDS).get();
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted while the server was asked"));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new UncheckedIOException(cause instanceof IOException io ? io : new IOException(cause));
        }
    }

    @Override
    public void close() {
        http.close();
    }
}

package dev.sluice.kube.client;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/// One server, reached with somebody's credentials.
final class Connection implements AutoCloseable {
    private static final String JSON = "application/json";
    private static final int FIRST_FAILURE = 400;

    /// As the real server's own limit for requests that are no watches.
    private static final long ANSWER_MILLIS_MAX = TimeUnit.SECONDS.toMillis(60);

    private final String server;
    private final HttpClient http;
    private final long answerMillisMax;

    Connection(Config config) {
        this(config, ANSWER_MILLIS_MAX);
    }

    /// @param answerMillisMax how long an answer may take, its last byte included; for a watch, its beginning
    Connection(Config config, long answerMillisMax) {
        this.answerMillisMax = answerMillisMax;
        String master = config.getMasterUrl();
        this.server = master.endsWith("/") ? master.substring(0, master.length() - 1) : master;
        this.http = HttpClientUtils.getHttpClientFactory().newBuilder(config).build();
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

    /// Opens a watch; returns when the server has agreed to it.
    WatchStream stream(String path, Runnable wake) {
        WatchStream stream = new WatchStream(wake);
        HttpRequest request = http.newHttpRequestBuilder()
                .uri(server + path)
                .header("Accept", JSON)
                .forStreaming()
                .build();
        HttpResponse<?> response =
                await(http.consumeBytes(request, stream::take).thenApply(begun -> {
                    stream.begin(begun.body());
                    return begun;
                }));
        if (response.code() >= FIRST_FAILURE) {
            throw refusal(response.code(), stream.wholeText());
        }
        return stream;
    }

    private HttpRequest.Builder request(String path) {
        return http.newHttpRequestBuilder()
                .uri(server + path)
                .header("Accept", JSON)
                .timeout(answerMillisMax, TimeUnit.MILLISECONDS);
    }

    private JsonObject answer(HttpRequest request) {
        HttpResponse<byte[]> response = await(http.sendAsync(request, byte[].class));
        byte[] body = response.body();
        if (response.code() >= FIRST_FAILURE) {
            throw refusal(response.code(), new String(body, StandardCharsets.UTF_8));
        }
        if (JsonText.read(body) instanceof JsonObject object) {
            return object;
        }
        throw new UncheckedIOException(new IOException(request.uri() + " answers no object"));
    }

    /// What the server says, or what stands between it and us: proxies do not speak JSON.
    private static ApiException refusal(int code, String text) {
        try {
            if (JsonText.read(text) instanceof JsonObject body
                    && body.text("kind").equals("Status")) {
                return ApiStatus.of(body).exception();
            }
        } catch (JsonSyntaxException e) {
            // Then it is a text for people.
        }
        return new ApiStatus(code, "", text.strip(), null).exception();
    }

    /// The transport's own limit ends with an answer's head; a server that stops in the middle of the rest would be
    /// waited for without end.
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

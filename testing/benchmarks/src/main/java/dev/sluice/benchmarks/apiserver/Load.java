package dev.sluice.benchmarks.apiserver;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/// The same requests for whichever server: JSON over HTTPS with HTTP/1.1, sixteen connections with one request at a
/// time each; a watch has one of its own.
final class Load implements AutoCloseable {
    private static final int CONNECTIONS = 16;
    private static final int FIRST_FAILURE = 300;
    private static final long PATIENCE_SECONDS = 300;

    private final Kubeconfig access;
    private final ApiClient client;
    private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);

    Load(Kubeconfig access) {
        this.access = access;
        this.client = new ApiClient(access);
    }

    void createNamespace(String name) {
        send(post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + name + "\"}}"));
    }

    void createPods(String namespace, int from, int to) {
        String path = "/api/v1/namespaces/" + namespace + "/pods";
        together(from, to, i -> post(path, Pods.text("pod-" + i)));
    }

    void bindPods(String namespace, int from, int to) {
        String path = "/api/v1/namespaces/" + namespace + "/pods/pod-";
        together(from, to, i -> post(path + i + "/binding", Pods.bindingText("pod-" + i, "node-" + i % 100)));
    }

    /// Lists all pods of a namespace.
    ///
    /// @return the bytes of the answer
    int listPods(String namespace) {
        return send(get("/api/v1/namespaces/" + namespace + "/pods")).length;
    }

    void deletePods(String namespace) {
        String path = "/api/v1/namespaces/" + namespace + "/pods?gracePeriodSeconds=0";
        send(client.request(path).DELETE().build());
    }

    /// Opens watches, makes pods, and waits until all watches have told of all of them.
    ///
    /// @return the nanoseconds from the first request to the last event
    long fanOut(String namespace, int watchers, int pods) {
        AtomicLong lines = new AtomicLong();
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(watchers);
        long wanted = (long) watchers * pods;
        List<CompletableFuture<?>> watches = new ArrayList<>();
        try (ApiClient own = new ApiClient(access)) {
            HttpRequest request = get("/api/v1/namespaces/" + namespace + "/pods?watch=true");
            for (int i = 0; i < watchers; i++) {
                watches.add(own.sendAsync(request, info -> {
                    open.countDown();
                    return BodyHandlers.ofByteArrayConsumer(bytes -> bytes.ifPresent(some -> {
                                if (lines.addAndGet(linesIn(some)) >= wanted) {
                                    told.countDown();
                                }
                            }))
                            .apply(info);
                }));
            }
            await(open);
            long begin = System.nanoTime();
            createPods(namespace, 0, pods);
            await(told);
            long nanos = System.nanoTime() - begin;
            watches.forEach(watch -> watch.cancel(true));
            own.shutdownNow();
            return nanos;
        }
    }

    private static long linesIn(byte[] bytes) {
        long lines = 0;
        for (byte each : bytes) {
            lines += each == '\n' ? 1 : 0;
        }
        return lines;
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("watches are not told within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void together(int from, int to, IntFunction<HttpRequest> request) {
        AtomicInteger next = new AtomicInteger(from);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            all.add(threads.submit(() -> {
                for (int number = next.getAndIncrement(); number < to; number = next.getAndIncrement()) {
                    send(request.apply(number));
                }
            }));
        }
        try {
            for (Future<?> each : all) {
                each.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("the load generator failed", e);
        }
    }

    private HttpRequest get(String path) {
        return client.request(path).build();
    }

    private HttpRequest post(String path, String body) {
        return client.request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private byte[] send(HttpRequest request) {
        HttpResponse<byte[]> response = client.send(request);
        if (response.statusCode() >= FIRST_FAILURE) {
            throw ApiClient.failure(response);
        }
        return response.body();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        client.close();
    }
}

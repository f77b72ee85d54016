package dev.sluice.benchmarks.webhook;

import dev.sluice.benchmarks.Times;
import dev.sluice.controller.intake.Admission;
import dev.sluice.controller.intake.IntakeOptions;
import dev.sluice.kube.certificate.Authority;
import dev.sluice.server.ServingKeys;
import dev.sluice.server.WebhookServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// The time of a review over HTTPS, as a client on the same machine sees it: from the request until its whole answer.
///
/// Client and server share one process and its processors, so the figures are upper limits.
public final class WebhookBenchmark {
    /// What the API server may be made to wait for in 99 of 100 reviews.
    private static final double AIM_MILLIS = 5;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int SAMPLES = 20_000;
    private static final int CONNECTIONS = 64;

    /// 500 Jobs of 20 pods, all created within 20 s.
    private static final int JOBS_PER_SECOND = 500;

    /// About as many bytes a second as the pods of a busy cluster have.
    private static final int PODS_PER_SECOND = 100;

    private final URI address;
    private final SSLContext tls;

    private WebhookBenchmark(URI address, SSLContext tls) {
        this.address = address;
        this.tls = tls;
    }

    /// Measures and prints a table.
    ///
    /// @param arguments the number of reviews of each row, if it is not the usual one
    public static void main(String... arguments) throws Exception {
        int samples = arguments.length > 0 ? Integer.parseInt(arguments[0]) : SAMPLES;
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        Authority authority = Authority.generate();
        ServingKeys keys = new ServingKeys();
        keys.use(authority.server(List.of("localhost"), List.of(loopback)), authority.certificate());
        try (WebhookServer server = WebhookServer.start(new Admission(IntakeOptions.DEFAULT), keys, loopback, 0)) {
            URI address = URI.create("https://127.0.0.1:" + server.port() + WebhookServer.PATH);
            new WebhookBenchmark(address, trusting(authority)).run(samples);
        }
    }

    private static SSLContext trusting(Authority authority) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, new char[0]);
        store.setCertificateEntry("ca", authority.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private record Measured(Times times, double seconds) {}

    private void run(int samples) throws Exception {
        String job = Reviews.job();
        String pod = Reviews.largePod();
        int warmUp = measure(job, CONNECTIONS, 0, samples).times().count()
                + measure(pod, CONNECTIONS, 0, samples / 10).times().count();
        System.out.printf(
                "%n%-52s %10s %10s %10s %12s%n", warmUp + " reviews before", "a second", "median", "p99", "aim: p99");
        row("Job, %d bytes, one at a time", job, measure(job, 1, 0, samples), true);
        row("Job, %d bytes, 64 connections", job, measure(job, CONNECTIONS, JOBS_PER_SECOND, samples), true);
        row("pod, %d bytes, one at a time", pod, measure(pod, 1, 0, samples / 10), true);
        row("pod, %d bytes, 64 connections", pod, measure(pod, CONNECTIONS, PODS_PER_SECOND, samples / 10), true);
        row("Job, %d bytes, 64 connections without a pause", job, measure(job, CONNECTIONS, 0, samples), false);
    }

    private static void row(String what, String review, Measured measured, boolean hasAim) {
        double p99 = measured.times().quantile(0.99) / 1e3;
        System.out.printf(
                Locale.ROOT,
                "%-52s %10.0f %7.2f ms %7.2f ms %12s%n",
                what.formatted(review.getBytes(StandardCharsets.UTF_8).length),
                measured.times().count() / measured.seconds(),
                measured.times().quantile(0.5) / 1e3,
                p99,
                hasAim ? "< %.0f: %s".formatted(AIM_MILLIS, p99 < AIM_MILLIS ? "met" : "missed") : "");
    }

    /// Sends reviews over so many connections, which are made before: the API server keeps its own, too.
    ///
    /// @param perSecond of all connections together; 0 for as many as they can
    private Measured measure(String review, int connections, int perSecond, int samples) throws Exception {
        AtomicInteger left = new AtomicInteger(samples);
        AtomicLong begin = new AtomicLong();
        CyclicBarrier connected = new CyclicBarrier(connections, () -> begin.set(System.nanoTime()));
        List<Callable<Times>> senders = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            senders.add(() -> {
                try (HttpClient client = HttpClient.newBuilder().sslContext(tls).build()) {
                    HttpRequest request = HttpRequest.newBuilder(address)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(review))
                            .build();
                    ask(client, request);
                    int place = connected.await();
                    return place < connections
                            ? send(client, request, left, number -> begin.get() + due(samples - number, perSecond))
                            : new Times();
                }
            });
        }
        Times all = new Times();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Times> each : threads.invokeAll(senders)) {
                each.get().addTo(all);
            }
        }
        return new Measured(all, (System.nanoTime() - begin.get()) / 1e9);
    }

    private static long due(int number, int perSecond) {
        return perSecond == 0 ? 0 : number * NANOS_PER_SECOND / perSecond;
    }

    /// Sends reviews over one connection, each not before its time.
    private static Times send(HttpClient client, HttpRequest request, AtomicInteger left, IntToLongFunction due)
            throws IOException, InterruptedException {
        Times times = new Times();
        for (int number = left.getAndDecrement(); number > 0; number = left.getAndDecrement()) {
            long at = due.applyAsLong(number);
            for (long now = System.nanoTime(); now < at; now = System.nanoTime()) {
                LockSupport.parkNanos(at - now);
            }
            long sent = System.nanoTime();
            ask(client, request);
            times.add(System.nanoTime() - sent);
        }
        return times;
    }

    private static void ask(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200 || !answer.body().contains("\"patch\"")) {
            throw new IllegalStateException("the webhook said " + answer.statusCode() + ": " + answer.body());
        }
    }
}

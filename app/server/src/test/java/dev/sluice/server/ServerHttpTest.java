package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.server.client.QueueClient;
import dev.sluice.server.client.ServerAddress;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.ServerConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What probes, Prometheus and users get over HTTP.
class ServerHttpTest {
    private static final long PATIENCE_SECONDS = 60;
    private static final long POLL_MILLIS = 20;
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final Stoppable clock = new Stoppable();
    private final EmbeddedApiServer api =
            EmbeddedApiServer.start(new SystemClock(), new Seeds(1), ServerOptions.plain(0));
    private final HttpClient http = HttpClient.newHttpClient();
    private final Semaphore never = new Semaphore(0);

    @TempDir
    private Path folder;

    /// A clock that goes faster when it is told to, and at which the engine's thread can be held.
    private static final class Stoppable implements Clock {
        private final SystemClock now = new SystemClock();
        private final ReentrantLock engine = new ReentrantLock();
        private final AtomicLong aheadNanos = new AtomicLong();

        @Override
        public long nowNanos() {
            if (!Thread.currentThread().getName().equals("engine")) {
                return now.nowNanos() + aheadNanos.get();
            }
            engine.lock();
            try {
                return now.nowNanos() + aheadNanos.get();
            } finally {
                engine.unlock();
            }
        }

        void advance(long nanos) {
            long _ = aheadNanos.addAndGet(nanos);
        }
    }

    @BeforeEach
    void createReader() {
        create(KubeTypes.NAMESPACES, "", ServerAddress.NAMESPACE);
        create(KubeTypes.SERVICE_ACCOUNTS, ServerAddress.NAMESPACE, ServerAddress.READER);
    }

    @AfterEach
    void stop() {
        http.close();
        api.close();
    }

    private void create(ResourceType type, String namespace, String name) {
        JsonObject object = JsonObject.of("metadata", JsonObject.EMPTY.with("name", name));
        assertThat(api.kube()
                        .create(type, namespace, object, WriteOptions.PLAIN)
                        .isEmpty())
                .isFalse();
    }

    private EmbeddedPostgres database() {
        return EmbeddedPostgres.keptIn(folder.resolve("database"), OptionalInt.empty());
    }

    private LiveServer start(String name, EmbeddedPostgres postgres) {
        ServerConfig config = ServerConfig.of(Configuration.of(
                null,
                "",
                Map.of("SLUICE_HTTP_PORT", "0", "SLUICE_SECURE_PORT", "0", "SLUICE_HTTP_ADDRESS", "127.0.0.1"),
                Map.of("secure.address", "127.0.0.1")));
        return LiveServer.start(
                api.kube(),
                config,
                new LiveServer.Identity(name, postgres.database(), true, _ -> {}),
                new SchedulerProcess.Surroundings(clock, new Seeds(2), new FailRunOnFault()));
    }

    private HttpResponse<String> get(LiveServer server, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.httpPort() + path);
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    /// Waits for an answer.
    private void await(LiveServer server, String path, Predicate<HttpResponse<String>> condition)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        HttpResponse<String> answer = get(server, path);
        while (!condition.test(answer)) {
            assertThat(System.nanoTime())
                    .as(path + " answers " + answer.statusCode() + " " + answer.body())
                    .isLessThan(deadline);
            assertThat(never.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
            answer = get(server, path);
        }
    }

    private void awaitReady(LiveServer server) throws IOException, InterruptedException {
        await(server, "/readyz", answer -> answer.statusCode() == OK);
    }

    private static QueueClient client(LiveServer server, String token) {
        return new QueueClient(
                new ServerAddress("https://127.0.0.1:" + server.securePort(), server.authorityPem()), token);
    }

    @Test
    void theQueueIsShownToUsersWhomTheApiServerKnows() throws IOException, InterruptedException {
        try (EmbeddedPostgres postgres = database();
                LiveServer server = start("one", postgres);
                QueueClient known = client(server, QueueClient.requestToken(api.kube()));
                QueueClient unknown = client(server, "wrong");
                QueueClient without = client(server, "")) {
            awaitReady(server);

            assertThat(known.queue("", 10).number(-1, "total")).isZero();
            for (QueueClient each : new QueueClient[] {unknown, without}) {
                assertThatThrownBy(() -> each.queue("", 10))
                        .isInstanceOf(QueueClient.RefusedException.class)
                        .hasMessage("401: a bearer token that the API server knows is needed");
            }
        }
    }

    @Test
    void aServerThatWaitsForAnotherShowsNoQueue() throws IOException, InterruptedException {
        try (EmbeddedPostgres postgres = database();
                LiveServer first = start("first", postgres)) {
            awaitReady(first);
            try (LiveServer second = start("second", postgres);
                    QueueClient client = client(second, QueueClient.requestToken(api.kube()))) {
                await(second, "/readyz", answer -> answer.body().contains("another process holds"));

                assertThat(get(second, "/readyz").statusCode()).isEqualTo(UNAVAILABLE);
                assertThat(get(second, "/healthz").statusCode()).isEqualTo(OK);
                assertThat(get(second, "/metrics").body()).contains("sluice_not_ready{reason=\"lock\"} 1.0");
                assertThatThrownBy(() -> client.queue("", 10))
                        .isInstanceOf(QueueClient.RefusedException.class)
                        .hasMessage("503: this server does not schedule now; see /readyz");
            }
        }
    }

    @Test
    void anOutageOfTheDatabaseIsToldOfAndTheQueueIsShownFurther() throws IOException, InterruptedException {
        EmbeddedPostgres postgres = database();
        try (LiveServer server = start("one", postgres);
                QueueClient client = client(server, QueueClient.requestToken(api.kube()))) {
            awaitReady(server);
            assertThat(get(server, "/metrics").body())
                    .contains("sluice_ready 1.0", "sluice_not_ready{reason=\"database\"} 0.0");

            postgres.close();
            await(server, "/readyz", answer -> answer.body().contains("follows the cluster, and starts nothing"));

            assertThat(get(server, "/readyz").statusCode()).isEqualTo(UNAVAILABLE);
            assertThat(get(server, "/healthz").statusCode()).isEqualTo(OK);
            assertThat(get(server, "/metrics").body())
                    .contains("sluice_ready 0.0", "sluice_not_ready{reason=\"database\"} 1.0");
            assertThat(client.queue("", 10).number(-1, "total")).isZero();
        }
    }

    @Test
    void aHangingEngineIsNotHealthy() throws IOException, InterruptedException {
        try (EmbeddedPostgres postgres = database();
                LiveServer server = start("one", postgres)) {
            awaitReady(server);
            clock.advance(2 * EnginePulse.SILENCE_NANOS_MAX);
            await(server, "/healthz", answer -> answer.statusCode() == OK);

            clock.engine.lock();
            try {
                assertThat(get(server, "/healthz").statusCode()).isEqualTo(OK);
                clock.advance(EnginePulse.SILENCE_NANOS_MAX / 2);
                assertThat(get(server, "/healthz").statusCode()).isEqualTo(OK);
                clock.advance(EnginePulse.SILENCE_NANOS_MAX);
                await(server, "/healthz", answer -> answer.statusCode() == UNAVAILABLE);
                assertThat(get(server, "/healthz").body()).startsWith(EnginePulse.STUCK);
            } finally {
                clock.engine.unlock();
            }
            await(server, "/healthz", answer -> answer.statusCode() == OK);
        }
    }
}

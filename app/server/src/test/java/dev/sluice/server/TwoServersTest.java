package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.server.client.ServerAddress;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.ServerConfig;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Two processes for one cluster: only the one that schedules says whose webhook is called and where the queue is
/// shown.
class TwoServersTest {
    private static final long PATIENCE_SECONDS = 60;
    private static final long POLL_MILLIS = 20;

    private final SystemClock clock = new SystemClock();
    private final EmbeddedApiServer api = EmbeddedApiServer.start(clock, new Seeds(1), ServerOptions.plain(0));
    private final EmbeddedPostgres postgres = EmbeddedPostgres.throwaway();
    private final Semaphore never = new Semaphore(0);

    /// Notes the names of the objects that a process writes.
    private static final class Writes extends ForwardingKube {
        private final List<String> names = new CopyOnWriteArrayList<>();

        Writes(Kube kube) {
            super(kube);
        }

        @Override
        public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
            names.add(object.text("metadata", "name"));
            return super.create(type, namespace, object, options);
        }

        @Override
        public JsonObject update(
                ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
            names.add(key.name());
            return super.update(type, key, subresource, object, options);
        }

        @Override
        public JsonObject patch(
                ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
            names.add(key.name());
            return super.patch(type, key, subresource, patch, options);
        }
    }

    private LiveServer start(String name, Kube kube) {
        ServerConfig config = ServerConfig.of(Configuration.of(
                null,
                "",
                Map.of(),
                Map.of(
                        "http.address", "127.0.0.1",
                        "http.port", "0",
                        "secure.address", "127.0.0.1",
                        "secure.port", "0",
                        "secure.url", "https://" + name + ":9443")));
        return LiveServer.start(
                kube,
                config,
                new LiveServer.Identity(name, postgres.database(), true, _ -> {}),
                new SchedulerProcess.Surroundings(clock, new Seeds(2), new FailRunOnFault()));
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            assertThat(never.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
        }
    }

    private boolean isTrusted(LiveServer server) {
        String bundle = Base64.getEncoder().encodeToString(server.authorityPem().getBytes(StandardCharsets.US_ASCII));
        return api
                .kube()
                .get(KubeTypes.MUTATING_WEBHOOKS, new ObjectKey("", WebhookTrust.CONFIGURATION))
                .array("webhooks")
                .toList()
                .stream()
                .allMatch(hook ->
                        ((JsonObject) hook).text("clientConfig", "caBundle").equals(bundle));
    }

    private boolean isPublished(LiveServer server, String name) {
        return ServerAddress.of(api.kube())
                .filter(new ServerAddress("https://" + name + ":9443", server.authorityPem())::equals)
                .isPresent();
    }

    @AfterEach
    void stop() {
        postgres.close();
        api.close();
    }

    @Test
    void theOneThatWaitsWritesNothingUntilItTakesOver() throws InterruptedException {
        api.kube()
                .create(
                        KubeTypes.NAMESPACES,
                        "",
                        JsonObject.of("metadata", JsonObject.EMPTY.with("name", ServerAddress.NAMESPACE)),
                        WriteOptions.PLAIN);
        api.kube()
                .create(
                        KubeTypes.MUTATING_WEBHOOKS,
                        "",
                        Manifests.read("intake-webhook.yaml").getFirst(),
                        WriteOptions.PLAIN);
        Writes writes = new Writes(api.kube());
        LiveServer first = start("first", api.kube());
        await("the first is trusted", () -> isTrusted(first) && isPublished(first, "first"));

        try (LiveServer second = start("second", writes)) {
            await(
                    "the second waits",
                    () -> second.host()
                            .notReady()
                            .filter(it -> it.kind() == Trouble.Kind.LOCK)
                            .isPresent());
            assertThat(writes.names).isEmpty();
            assertThat(isTrusted(first)).isTrue();
            assertThat(isPublished(first, "first")).isTrue();

            first.close();

            await("the second is trusted", () -> isTrusted(second) && isPublished(second, "second"));
            assertThat(second.authorityPem())
                    .as("so that it was trusted all the time")
                    .isEqualTo(first.authorityPem());
        }
    }
}

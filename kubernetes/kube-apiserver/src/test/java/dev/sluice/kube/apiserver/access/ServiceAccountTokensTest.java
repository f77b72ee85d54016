package dev.sluice.kube.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ServiceAccountTokensTest {
    private static final ResourceType ACCOUNTS = new ResourceType("", "v1", "serviceaccounts", "ServiceAccount", true);
    private static final ObjectKey BUILDER = new ObjectKey("default", "builder");

    @Test
    void oneThreadAtATimeDrawsAnId() throws InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            server.kube()
                    .create(
                            ACCOUNTS,
                            BUILDER.namespace(),
                            JsonObject.of("metadata", JsonObject.of("name", Json.of(BUILDER.name()))),
                            WriteOptions.PLAIN);
            Draws draws = new Draws();
            ServiceAccountTokens tokens = new ServiceAccountTokens(server.kube(), new SystemClock(), draws);
            draws.other = new Thread(() -> tokens.issue(BUILDER, JsonObject.EMPTY));

            tokens.issue(BUILDER, JsonObject.EMPTY);

            assertThat(draws.other.join(Duration.ofMinutes(1))).isTrue();
            assertThat(draws.count).hasValue(4);
            assertThat(draws.haveMet).isFalse();
        }
    }

    @Test
    void anUnsetExpirationIsOneHour() {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            server.kube()
                    .create(
                            ACCOUNTS,
                            BUILDER.namespace(),
                            JsonObject.of("metadata", JsonObject.of("name", Json.of(BUILDER.name()))),
                            WriteOptions.PLAIN);
            JsonObject request = JsonObject.of("spec", JsonObject.of("expirationSeconds", JsonNull.NULL));

            JsonObject token = server.kube().act(ACCOUNTS, BUILDER, "token", request, WriteOptions.PLAIN);

            assertThat(token.number(0, "spec", "expirationSeconds")).isEqualTo(3600);
        }
    }

    /// The first thread waits for the second, or until that one cannot come.
    private static final class Draws implements RandomGenerator {
        private final AtomicInteger count = new AtomicInteger();
        private final AtomicBoolean isDrawing = new AtomicBoolean();
        private final AtomicBoolean haveMet = new AtomicBoolean();
        private Thread other = Thread.currentThread();

        @Override
        public long nextLong() {
            if (!isDrawing.compareAndSet(false, true)) {
                haveMet.set(true);
            }
            if (count.incrementAndGet() == 1) {
                other.start();
                while (!haveMet.get() && other.getState() == Thread.State.RUNNABLE) {
                    Thread.onSpinWait();
                }
            }
            isDrawing.set(false);
            return count.get();
        }
    }
}

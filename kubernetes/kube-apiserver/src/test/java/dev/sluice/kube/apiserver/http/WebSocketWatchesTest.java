package dev.sluice.kube.apiserver.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.cel.AdmissionExpressions;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.table.Tables;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.ServedType;
import dev.sluice.kube.schema.protobuf.ProtobufWriter;
import dev.sluice.kube.validation.Strategies;
import dev.sluice.kube.validation.print.HumanDuration;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import io.helidon.common.concurrency.limits.FixedLimit;
import io.helidon.webserver.spi.ServerConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebSocketWatchesTest {
    /// Longer than a busy machine keeps a thread from a write that does not wait.
    private static final long PATIENCE_MILLIS = 1_000;

    private static final byte[] PING = {(byte) 0x89, (byte) 0x80, 0, 0, 0, 0};

    private final SystemClock clock = new SystemClock();
    private final SlowClients slowClients = new SlowClients(clock, new FailRunOnFault(), PATIENCE_MILLIS);
    private final ResourceRegistry registry = new ResourceRegistry(Schema.kubernetes());
    private final ServedType configMaps = requireNonNull(registry.type("", "v1", "configmaps"));
    private final EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), 0);
    private final WatchStreams watches =
            new WatchStreams(clock, new ProtobufWriter(registry.schema()), slowClients, new GracefulShutdown(clock));

    @AfterEach
    void stop() {
        server.close();
        slowClients.close();
    }

    private WatchStreams.Telling telling() {
        return watches.begin(
                server.kube(),
                configMaps.type(),
                ApiPath.parse("/api/v1/namespaces/default/configmaps").orElseThrow(),
                new QueryParameters(Map.of()),
                new ResponseViews(
                        configMaps,
                        Accept.negotiate("", Accept.WATCHES),
                        new Tables(registry, new Strategies(AdmissionExpressions::error), new HumanDuration(clock)),
                        ""),
                Format.JSON);
    }

    @Test
    void aClientThatIsGoneBeforeItIsAnsweredIsToldNothing() {
        TestConnection gone = new TestConnection(() -> null, () -> {
            throw new UncheckedIOException(new IOException("Broken pipe"));
        });

        assertThatThrownBy(() -> WebSocketWatches.begin(gone, "key", telling())).hasMessageContaining("Broken pipe");

        assertNobodyFollows();
    }

    @Test
    void aWatchEndsHoweverItsClientLeaves() throws Exception {
        TestConnection reset = new TestConnection(
                () -> {
                    throw new UncheckedIOException(new IOException("Connection reset"));
                },
                () -> {});

        awaitEnd(WebSocketWatches.begin(reset, "key", telling()));

        assertNobodyFollows();
    }

    @Test
    void whoReadsNoAnswersToItsPingsIsCutOff() throws Exception {
        TestConnection deaf = new TestConnection(() -> PING, TestConnection.untilInterrupted(1));

        awaitEnd(WebSocketWatches.begin(deaf, "key", telling()));

        assertNobodyFollows();
    }

    private static void awaitEnd(ServerConnection connection) throws Exception {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                connection.handle(FixedLimit.create());
                ended.complete(null);
            } catch (InterruptedException | RuntimeException e) {
                ended.completeExceptionally(e);
            }
        });
        ended.get(30, TimeUnit.SECONDS);
    }

    private void assertNobodyFollows() {
        server.kube()
                .create(
                        configMaps.type(),
                        "default",
                        JsonObject.of("metadata", JsonObject.of("name", Json.of("a"))),
                        WriteOptions.PLAIN);
        assertThat(server.eventsInFlight()).isZero();
    }
}

package dev.sluice.server;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.wire.Yaml;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.postgres.History;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.server.client.ServerAddress;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.ServerConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A server for a cluster in this process, with a PostgreSQL of its own. Everything is gone when it is closed.
public final class EmbeddedServer implements AutoCloseable {
    /// A namespace whose Jobs and pods are managed from the start.
    public static final String MANAGED_NAMESPACE = "lab";

    private static final String MANIFEST = "deploy/intake-webhook.yaml";

    private final EmbeddedPostgres postgres;
    private final LiveServer server;

    private EmbeddedServer(EmbeddedPostgres postgres, LiveServer server) {
        this.postgres = postgres;
        this.server = server;
    }

    /// Starts a server that listens on this machine only, and registers its webhook.
    ///
    /// @param settings by their keys, such as `policy`
    /// @param audits is told of each audit, on the auditor's thread
    /// @throws dev.sluice.queue.postgres.embedded.EmbeddedPostgresException if there is no database to be had
    /// @throws dev.sluice.server.config.ConfigException if a setting is wrong
    public static EmbeddedServer start(
            Kube kube,
            Map<String, String> settings,
            SchedulerProcess.Surroundings surroundings,
            Consumer<AuditReport> audits) {
        ServerConfig config = ServerConfig.of(Configuration.of(null, "", local(), settings));
        EmbeddedPostgres postgres = EmbeddedPostgres.throwaway();
        LiveServer server = LiveServer.start(
                kube,
                config.withViews(),
                new LiveServer.Identity("sluice up", postgres.database(), true, audits),
                surroundings);
        EmbeddedServer embedded = new EmbeddedServer(postgres, server);
        embedded.register(kube);
        return embedded;
    }

    /// As an environment, so that settings may say otherwise.
    private static Map<String, String> local() {
        return Map.of(
                "SLUICE_HTTP_ADDRESS", "127.0.0.1",
                "SLUICE_HTTP_PORT", "0",
                "SLUICE_SECURE_ADDRESS", "127.0.0.1",
                "SLUICE_SECURE_PORT", "0",
                "SLUICE_AUDIT_EVERY", "1m");
    }

    private void register(Kube kube) {
        String url = "https://127.0.0.1:" + server.securePort();
        namespace(kube, ServerAddress.NAMESPACE, JsonObject.EMPTY);
        namespace(kube, MANAGED_NAMESPACE, JsonObject.EMPTY.with(SluiceNames.MANAGED, "true"));
        JsonObject reader = JsonObject.of("metadata", JsonObject.EMPTY.with("name", ServerAddress.READER));
        kube.create(KubeTypes.SERVICE_ACCOUNTS, ServerAddress.NAMESPACE, reader, WriteOptions.PLAIN);
        new ServerAddress(url, server.authorityPem()).publish(kube);
        kube.create(KubeTypes.MUTATING_WEBHOOKS, "", webhook(url, server.authorityPem()), WriteOptions.PLAIN);
    }

    private static void namespace(Kube kube, String name, JsonObject labels) {
        JsonObject metadata = JsonObject.EMPTY.with("name", name).with("labels", labels);
        kube.create(KubeTypes.NAMESPACES, "", JsonObject.of("metadata", metadata), WriteOptions.PLAIN);
    }

    /// Returns the operators' manifest, with an address instead of a Service.
    private static JsonObject webhook(String url, String authorityPem) {
        String bundle = Base64.getEncoder().encodeToString(authorityPem.getBytes(StandardCharsets.US_ASCII));
        JsonObject client =
                JsonObject.EMPTY.with("url", url + WebhookServer.PATH).with("caBundle", bundle);
        try (InputStream stream = EmbeddedServer.class.getResourceAsStream(MANIFEST)) {
            if (stream == null) {
                throw new IllegalStateException(MANIFEST + " is missing in the program");
            }
            JsonObject configuration =
                    (JsonObject) Yaml.read(stream.readAllBytes()).value();
            List<Json> hooks = new ArrayList<>();
            for (Json hook : configuration.array("webhooks")) {
                hooks.add(((JsonObject) hook).with("clientConfig", client));
            }
            return configuration.with("webhooks", JsonArray.of(hooks));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public LiveServer server() {
        return server;
    }

    /// Returns how psql reaches the database.
    public String psqlUrl() {
        return postgres.psqlUrl();
    }

    /// Returns a reader of the records' history.
    public History history() {
        return server.host().history();
    }

    @Override
    public void close() {
        server.close();
        postgres.close();
    }
}

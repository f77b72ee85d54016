package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.DecisionListener;
import dev.sluice.controller.LiveScheduler;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.postgres.StoreOptions;
import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.ServerConfig;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Which of several processes schedules.
class SchedulerHostTest {
    private static final long PATIENCE_SECONDS = 60;
    private static final long POLL_MILLIS = 20;

    private final SystemClock clock = new SystemClock();
    private final EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), ServerOptions.plain(0));
    private final EmbeddedPostgres postgres = EmbeddedPostgres.throwaway();

    private final Semaphore never = new Semaphore(0);

    private SchedulerHost host(String name, Database database) {
        return host(name, database, server.kube());
    }

    private SchedulerHost host(String name, Database database, Kube kube) {
        ServerConfig config = ServerConfig.of(Configuration.of(null, "", Map.of(), Map.of()));
        return SchedulerHost.start(
                kube,
                new SchedulerHost.Settings(database, StoreOptions.KUBERNETES, name, true, config.scheduler()),
                new SchedulerProcess.Surroundings(clock, new Seeds(2), new FailRunOnFault()),
                new LiveScheduler.Listeners(_ -> {}, DecisionListener.NONE));
    }

    /// Waits until a host is ready, or says this.
    private void await(SchedulerHost host, String trouble) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!host.trouble().orElse("").startsWith(trouble) || host.trouble().isPresent() == trouble.isEmpty()) {
            assertThat(System.nanoTime())
                    .as(() -> "it says (" + trouble + "), not " + host.trouble())
                    .isLessThan(deadline);
            assertThat(never.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
        }
    }

    /// A server that denies lists and watches of some types, and those that are open end.
    private static final class Denying extends ForwardingKube {
        private volatile Set<ResourceType> denied = Set.of();

        Denying(Kube kube) {
            super(kube);
        }

        private void check(ResourceType type) {
            if (denied.contains(type)) {
                throw ApiStatus.forbidden(type, "", "User cannot list");
            }
        }

        @Override
        public KubeList list(ResourceType type, String namespace, ListOptions options) {
            check(type);
            return super.list(type, namespace, options);
        }

        @Override
        public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
            check(type);
            return new ForwardingWatch(super.watch(type, namespace, options, wake)) {
                @Override
                public boolean isOver() {
                    return denied.contains(type) || super.isOver();
                }
            };
        }
    }

    @Test
    void whatIsNotListedKeepsItFromBeingReady() throws InterruptedException {
        Denying kube = new Denying(server.kube());
        kube.denied = Set.of(KubeTypes.NODES, KubeTypes.JOBS);
        try (SchedulerHost host = host("waiting", postgres.database(), kube)) {
            assertThat(host.awaitScheduling(PATIENCE_SECONDS)).isTrue();

            await(host, "waits for the lists of: nodes, jobs; cannot follow: jobs (403 Forbidden: ");
            assertThat(host.notReady().map(Trouble::kind)).hasValue(Trouble.Kind.LISTS);

            kube.denied = Set.of();
            await(host, "");
        }
    }

    @Test
    void anApiServerThatEndsAWatchAndRefusesTheNextKeepsItFromBeingReady() throws InterruptedException {
        Denying kube = new Denying(server.kube());
        try (SchedulerHost host = host("following", postgres.database(), kube)) {
            await(host, "");

            kube.denied = Set.of(KubeTypes.NODES);
            // An event makes the informer look at its watch.
            kube.create(
                    KubeTypes.NODES,
                    "",
                    JsonObject.of("metadata", JsonObject.EMPTY.with("name", "new")),
                    WriteOptions.PLAIN);
            await(host, "the cluster cannot be followed: nodes (403 Forbidden: ");
            assertThat(host.notReady().map(Trouble::kind)).hasValue(Trouble.Kind.API_SERVER);

            kube.denied = Set.of();
            await(host, "");
        }
    }

    @AfterEach
    void stop() {
        postgres.close();
        server.close();
    }

    @Test
    void aSecondProcessWaitsAndTakesOverWhenTheFirstEnds() throws InterruptedException {
        SchedulerHost first = host("first", postgres.database());
        assertThat(first.awaitScheduling(PATIENCE_SECONDS)).isTrue();
        await(first, "");

        try (SchedulerHost second = host("second", postgres.database())) {
            assertThat(second.awaitScheduling(2)).isFalse();
            assertThat(second.trouble())
                    .hasValueSatisfying(
                            why -> assertThat(why).contains("another process holds the writer's lock: first"));
            assertThat(second.notReady().map(Trouble::kind)).hasValue(Trouble.Kind.LOCK);
            assertThat(second.queue()).isEmpty();

            first.close();

            assertThat(second.awaitScheduling(PATIENCE_SECONDS)).isTrue();
            await(second, "");
        }
    }

    private static final String SCHEMA_VERSION =
            "SELECT max(version::int) FROM sluice.flyway_schema_history WHERE success";

    /// The version before does not know what a newer one changes, and may be writing.
    @Test
    void aProcessThatWaitsLeavesTheSchemaAsItIs() throws InterruptedException, SQLException {
        Database database = postgres.database();
        try (Connection connection = Connections.own(database, "test", 60)) {
            SchedulerHost first = host("first", database);
            assertThat(first.awaitScheduling(PATIENCE_SECONDS)).isTrue();
            execute(connection, "ALTER TABLE sluice.run DROP COLUMN exit_code CASCADE");
            execute(connection, "DELETE FROM sluice.flyway_schema_history WHERE version = '2'");

            try (SchedulerHost second = host("second", database)) {
                await(second, "waits: another process holds the writer's lock: first");
                assertThat(number(connection, SCHEMA_VERSION)).isEqualTo(1);

                first.close();

                assertThat(second.awaitScheduling(PATIENCE_SECONDS)).isTrue();
                assertThat(number(connection, SCHEMA_VERSION)).isEqualTo(2);
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void withoutADatabaseNothingIsScheduledAndTheReasonIsTold() throws InterruptedException {
        Database nowhere = new Database("jdbc:postgresql://127.0.0.1:1/sluice", "sluice", null, true);
        try (SchedulerHost host = host("lonely", nowhere)) {
            assertThat(host.awaitScheduling(1)).isFalse();
            assertThat(host.notReady().map(Trouble::kind)).hasValue(Trouble.Kind.DATABASE);
        }
    }
}

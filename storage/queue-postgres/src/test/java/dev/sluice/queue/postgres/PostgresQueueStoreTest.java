package dev.sluice.queue.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.queue.postgres.embedded.InstalledPostgres;
import dev.sluice.queue.store.QueueStore;
import dev.sluice.testkit.queue.QueueStoreContract;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The contract of all stores, on real databases: the embedded one and, where a machine has another, that.
// All other tests of the process use the embedded server, too.
@ParameterizedClass(name = "PostgreSQL {0}", autoCloseArguments = false)
@MethodSource("servers")
class PostgresQueueStoreTest extends QueueStoreContract {
    private static Optional<EmbeddedPostgres> installed = Optional.empty();

    @Parameter(0)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    String version;

    @Parameter(1)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    EmbeddedPostgres server;

    private @Nullable DrivenStore driven;

    static Stream<Arguments> servers() {
        EmbeddedPostgres embedded = TestDatabases.embedded();
        // The first connection of a process takes long, and the template of a new version's cluster does not wait.
        Arguments first = Arguments.of(versionOf(embedded), embedded);
        installed = InstalledPostgres.start();
        if (installed.isEmpty()) {
            System.err.println("[WARNING] The store was NOT tested on an installed PostgreSQL, as there is none.");
        }
        return Stream.concat(Stream.of(first), installed.stream().map(each -> Arguments.of(versionOf(each), each)));
    }

    private static String versionOf(EmbeddedPostgres server) {
        return TestDatabases.query(server.database(), "SHOW server_version").getFirst();
    }

    @Override
    protected QueueStore newStore() {
        assertThat(versionOf(server)).isEqualTo(version);
        driven = DrivenStore.on(TestDatabases.createMigratedOn(server));
        return driven.store;
    }

    @Override
    protected void awaitDurable(QueueStore store, long position) {
        Objects.requireNonNull(driven).write();
        super.awaitDurable(store, position);
    }

    @AfterEach
    void close() {
        if (driven != null) {
            driven.close();
        }
    }

    @AfterAll
    static void stop() {
        installed.ifPresent(EmbeddedPostgres::close);
    }
}

package dev.sluice.queue.postgres;

import static dev.sluice.queue.postgres.Records.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.postgres.CuttingProxy.Cut;
import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.postgres.connect.Database;
import java.io.IOException;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A connection that breaks during a commit leaves open whether the database has committed.
class UnknownOutcomeTest {
    private final Database database = TestDatabases.createMigrated();

    @ParameterizedTest
    @EnumSource(value = Cut.class, names = "NEVER", mode = EnumSource.Mode.EXCLUDE)
    void recordsAreThereOnceWhereverTheConnectionIsCut(Cut cut) throws IOException {
        try (CuttingProxy proxy = new CuttingProxy(port());
                DrivenStore driven = DrivenStore.on(through(proxy))) {
            driven.store.append(1, List.of(Records.submitted(1, 10)));
            driven.write();

            proxy.cutNext(cut);
            driven.store.append(
                    1, List.of(Records.started(1, 20, Records.shares("n1", 1000, 1, 0)), Records.submitted(2, 20)));
            driven.write();
            assertThat(proxy.pending()).isEqualTo(Cut.NEVER);
            assertThat(driven.store.durable()).isEqualTo(1);
            assertThat(driven.store.health()).isInstanceOf(StoreHealth.Retrying.class);
            assertThat(TestDatabases.query(database, "SELECT position FROM sluice.writer"))
                    .containsExactly(cut == Cut.AFTER_COMMIT ? "3" : "1");

            driven.store.append(1, List.of(Records.submitted(3, 30)));
            driven.run(10 * SECOND);
            assertThat(driven.store.durable()).isEqualTo(4);
            assertThat(driven.store.health()).isEqualTo(new StoreHealth.Working());
            assertThat(driven.store.read(0)).hasSize(4);
            assertThat(TestDatabases.query(database, "SELECT id, state FROM sluice.jobs ORDER BY id"))
                    .containsExactly("1|running", "2|waiting", "3|waiting");
            assertThat(TestDatabases.query(database, "SELECT what, job FROM sluice.decisions"))
                    .containsExactly("started|1");
        }
    }

    /// The database still works on a commit whose connection has broken.
    @Test
    void aCommitThatIsStillUnderWayIsWaitedFor() throws Exception {
        try (DrivenStore driven = DrivenStore.on(database);
                Connection old = Connections.own(database, "old", 60)) {
            old.setAutoCommit(false);
            assertThat(WriterRow.advance(old, 1, 0, 1)).isTrue();
            driven.store.append(1, List.of(Records.held(1)));
            Thread writer = Thread.ofVirtual().start(driven::write);
            awaitBlocked();
            assertThat(driven.store.durable()).isZero();

            old.commit();
            writer.join();
            assertThat(driven.store.durable()).isEqualTo(1);
            assertThat(driven.store.health()).isEqualTo(new StoreHealth.Working());
        }
    }

    /// Asks the database, which says when a transaction waits for another.
    private void awaitBlocked() {
        String waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'";
        while (TestDatabases.query(database, waiting).equals(List.of("0"))) {
            Thread.onSpinWait();
        }
    }

    private int port() {
        String rest = database.url().substring("jdbc:postgresql://127.0.0.1:".length());
        return Integer.parseInt(rest.substring(0, rest.indexOf('/')));
    }

    /// Statements are not prepared, so that the proxy sees the text of each commit.
    private Database through(CuttingProxy proxy) {
        return new Database(
                database.url().replace(":" + port() + "/", ":" + proxy.port() + "/") + "?prepareThreshold=0",
                database.user(),
                database.password(),
                false);
    }
}

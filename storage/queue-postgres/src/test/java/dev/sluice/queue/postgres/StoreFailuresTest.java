package dev.sluice.queue.postgres;

import static dev.sluice.queue.postgres.Records.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.postgres.connect.Schema;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.store.QueueStore.Snapshot;
import dev.sluice.queue.store.StoreException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StoreFailuresTest {
    private final Database database = TestDatabases.createMigrated();

    @Test
    void recordsAreDurableOnlyWhenTheDatabaseHasThem() {
        try (DrivenStore driven = DrivenStore.on(database)) {
            AtomicInteger wakesOfEngine = new AtomicInteger();
            AtomicInteger wakesOfWriter = new AtomicInteger();
            driven.store.onProgress(wakesOfEngine::incrementAndGet);
            driven.store.wakeWritersBy(wakesOfWriter::incrementAndGet);

            assertThat(driven.store.append(1, List.of(Records.held(1)))).isEqualTo(1);
            assertThat(driven.store.durable()).isZero();
            assertThat(wakesOfWriter).hasValue(1);
            assertThat(wakesOfEngine).hasValue(0);

            driven.write();
            assertThat(driven.store.durable()).isEqualTo(1);
            assertThat(wakesOfEngine).hasValue(1);
        }
    }

    @Test
    void manyAppendsShareATransaction() {
        try (DrivenStore driven = DrivenStore.on(database)) {
            for (long i = 1; i <= 12_000; i++) {
                driven.store.append(1, List.of(Records.held(i)));
            }
            driven.write();

            assertThat(driven.store.read(0)).isEqualTo(held(1, 12_000));
            assertThat(TestDatabases.query(database, "SELECT count(DISTINCT xmin::text) FROM sluice.record"))
                    .containsExactly("3");
        }
    }

    private static List<QueueRecord> held(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(Records::held).toList();
    }

    @Test
    void aStoreThatIsBehindSaysSo() {
        try (DrivenStore driven = DrivenStore.on(database)) {
            driven.store.append(1, Collections.nCopies(49_999, Records.held(1)));
            assertThat(driven.store.health()).isEqualTo(new StoreHealth.Working());
            driven.store.append(1, List.of(Records.held(1)));
            assertThat(driven.store.health()).isEqualTo(new StoreHealth.Behind(50_000));

            driven.write();
            assertThat(driven.store.health()).isEqualTo(new StoreHealth.Working());
            assertThat(driven.store.durable()).isEqualTo(50_000);
        }
    }

    @Test
    void moreRecordsThanMemoryHasPlaceForAreRefused() {
        try (DrivenStore driven = DrivenStore.on(database)) {
            driven.store.append(1, Collections.nCopies(1_000_000, Records.held(1)));

            assertThatThrownBy(() -> driven.store.append(1, List.of(Records.held(2))))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("more than (1000000) records wait for the database");
        }
    }

    @Test
    void aDatabaseThatIsGoneIsUsedAgainWhenItIsBack() {
        try (DrivenStore driven = DrivenStore.on(database)) {
            driven.store.append(1, List.of(Records.held(1)));
            driven.write();
            close();

            driven.store.append(1, List.of(Records.held(2)));
            driven.run(SECOND);
            assertThat(driven.store.durable()).isEqualTo(1);
            assertThat(driven.store.health())
                    .isInstanceOfSatisfying(
                            StoreHealth.Retrying.class,
                            it -> assertThat(it.why()).isNotEmpty());
            driven.store.append(1, List.of(Records.held(3)));

            open();
            driven.run(10 * SECOND);
            assertThat(driven.store.health()).isEqualTo(new StoreHealth.Working());
            assertThat(driven.store.durable()).isEqualTo(3);
            assertThat(driven.store.read(0)).isEqualTo(held(1, 3));
        }
    }

    private void close() {
        String name = database.url().substring(database.url().lastIndexOf('/') + 1);
        Database server = TestDatabases.server();
        TestDatabases.execute(server, "ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
        TestDatabases.execute(
                server, "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '" + name + "'");
    }

    private void open() {
        String name = database.url().substring(database.url().lastIndexOf('/') + 1);
        TestDatabases.execute(TestDatabases.server(), "ALTER DATABASE " + name + " ALLOW_CONNECTIONS true");
    }

    @Test
    void aWriterWhoseTermHasPassedFailsForGood() {
        try (DrivenStore first = DrivenStore.on(database);
                DrivenStore second = DrivenStore.on(database)) {
            first.store.append(1, List.of(Records.held(1)));
            first.write();
            first.store.append(1, List.of(Records.held(2)));
            TestDatabases.execute(database, "UPDATE sluice.writer SET term = 2");
            first.write();

            assertThat(first.store.durable()).isEqualTo(1);
            assertThat(first.store.health()).isInstanceOf(StoreHealth.Failed.class);
            assertThatThrownBy(() -> first.store.append(1, List.of(Records.held(3))))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("term (1) is lower than (2): another writer has taken over");
            assertThatThrownBy(() -> first.store.snapshot(new Snapshot(1, List.of())))
                    .isInstanceOf(StoreException.class);

            assertThat(second.store.durable()).isZero();
        }
        try (DrivenStore next = DrivenStore.on(database)) {
            next.store.append(2, List.of(Records.held(4)));
            next.write();
            assertThat(next.store.read(0)).containsExactly(Records.held(1), Records.held(4));
        }
    }

    @Test
    void aWriterThatMissedRecordsOfItsTermFails() {
        try (DrivenStore first = DrivenStore.on(database);
                DrivenStore second = DrivenStore.on(database)) {
            first.store.append(1, held(1, 3));
            first.write();
            second.store.append(1, List.of(Records.held(9)));
            second.write();

            assertThat(second.store.health())
                    .isInstanceOfSatisfying(
                            StoreHealth.Failed.class,
                            it -> assertThat(it.why())
                                    .hasMessage(
                                            "the database is at position (3) in term (1), instead of (0) in term (1):"
                                                    + " another program has written"));
            assertThat(first.store.read(0)).isEqualTo(held(1, 3));
        }
    }

    @Test
    void aSnapshotOfAnEarlierWriterIsNotWritten() {
        try (DrivenStore first = DrivenStore.on(database)) {
            first.store.append(1, held(1, 3));
            first.write();
            TestDatabases.execute(database, "UPDATE sluice.writer SET term = 2");
            first.store.snapshot(new Snapshot(2, List.of()));
            first.write();

            assertThat(first.store.health()).isInstanceOf(StoreHealth.Failed.class);
            assertThat(first.store.latestSnapshot()).isEmpty();
            assertThat(first.store.read(0)).hasSize(3);
        }
    }

    @Test
    void aSnapshotThatFailsIsCountedAndTriedAgain() {
        try (DrivenStore driven = DrivenStore.on(database)) {
            driven.store.append(1, held(1, 3));
            driven.write();
            assertThat(driven.store.snapshotFailures()).isZero();
            TestDatabases.execute(database, "ALTER TABLE sluice.snapshot RENAME TO away");
            driven.store.snapshot(new Snapshot(3, List.of()));
            driven.run(SECOND);
            long failures = driven.store.snapshotFailures();
            assertThat(failures).isGreaterThan(1);

            TestDatabases.execute(database, "ALTER TABLE sluice.away RENAME TO snapshot");
            driven.run(10 * SECOND);

            assertThat(driven.store.latestSnapshot()).contains(new Snapshot(3, List.of()));
            assertThat(driven.store.snapshotFailures()).isEqualTo(failures);
        }
    }

    @Test
    void aNewStoreGoesOnFromSnapshotAndTail() {
        try (DrivenStore first = DrivenStore.on(database)) {
            first.store.append(1, held(1, 5));
            first.write();
            first.store.snapshot(new Snapshot(3, held(100, 2_600)));
            first.write();
        }
        try (DrivenStore second = DrivenStore.on(database)) {
            assertThat(second.store.latestSnapshot()).contains(new Snapshot(3, held(100, 2_600)));
            assertThat(second.store.read(3)).isEqualTo(held(4, 5));
            assertThat(second.store.durable()).isEqualTo(5);
            assertThatThrownBy(() -> second.store.read(2))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("position (2): only records from (3) to (5) are kept");

            second.store.append(2, List.of(Records.held(6)));
            second.store.snapshot(new Snapshot(5, List.of()));
            second.write();
            assertThat(second.store.latestSnapshot()).contains(new Snapshot(5, List.of()));
            assertThat(second.store.read(5)).containsExactly(Records.held(6));
        }
    }

    @Test
    void theVersionOfTheSchemaIsThatOfTheLastMigration() {
        assertThat(TestDatabases.query(
                        database,
                        "SELECT version FROM sluice.flyway_schema_history WHERE version IS NOT NULL"
                                + " ORDER BY installed_rank DESC LIMIT 1"))
                .containsExactly(Schema.VERSION);
    }

    @Test
    void aDatabaseThatCannotBeReachedIsNamed() {
        Database nowhere = new Database("jdbc:postgresql://127.0.0.1:1/sluice", "sluice", "secret", true);
        try (Connections connections = new Connections(nowhere, "test")) {
            assertThatThrownBy(() -> Schema.migrate(connections))
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith(
                            "database (sluice@jdbc:postgresql://127.0.0.1:1/sluice) cannot be reached: ")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void aUrlOfAnotherDatabaseIsRefused() {
        assertThatThrownBy(() -> new Database("mysql://db/x", "sluice", null, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("database URL (mysql://db/x) must begin with (jdbc:postgresql:),"
                        + " as in jdbc:postgresql://host:5432/name");
    }
}

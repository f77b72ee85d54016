package dev.sluice.queue.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.postgres.PostgresQueueStore;
import dev.sluice.queue.postgres.Records;
import dev.sluice.queue.postgres.StoreHealth;
import dev.sluice.queue.postgres.StoreOptions;
import dev.sluice.queue.postgres.TestDatabases;
import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.postgres.connect.Schema;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kills PostgreSQL in the middle of writing, again and again, while the store goes on.
class CrashTest {
    private static final int CRASHES = 3;
    private static final int APPENDS_BETWEEN = 200;
    private static final int RECORDS_PER_APPEND = 50;

    @Test
    void nothingAcknowledgedIsLostAndNothingIsDoubled(@TempDir Path directory) throws Exception {
        EmbeddedPostgres postgres = EmbeddedPostgres.keptIn(directory.resolve("db"), OptionalInt.empty());
        Semaphore progress = new Semaphore(0);
        TimerQueue timers = new TimerQueue();
        try (Connections connections = new Connections(postgres.database(), "crash")) {
            Schema.migrate(connections);
            PostgresQueueStore store =
                    PostgresQueueStore.open(connections, StoreOptions.KUBERNETES, timers, new TimerQueue());
            store.onProgress(progress::release);
            try (ThreadCrank crank = new ThreadCrank(
                    "writer", new SystemClock(), timers, List.of(store.recordWriter()), new FailRunOnFault())) {
                store.wakeWritersBy(crank::wake);
                crank.start();
                long appended = 0;
                for (int crash = 0; crash < CRASHES; crash++) {
                    long before = store.durable();
                    appended = append(store, appended);
                    await(progress, () -> store.durable() > before);
                    kill(postgres);
                    long acknowledged = store.durable();
                    appended = append(store, appended);
                    await(progress, () -> store.health() instanceof StoreHealth.Retrying);
                    postgres.close();
                    postgres = EmbeddedPostgres.keptIn(directory.resolve("db"), OptionalInt.of(postgres.port()));
                    assertThat(lastPosition(postgres)).isGreaterThanOrEqualTo(acknowledged);
                }
                long all = appended;
                await(progress, () -> store.durable() == all);
                assertThat(store.read(0)).isEqualTo(records(1, all));
                assertThat(store.health()).isEqualTo(new StoreHealth.Working());
            }
        } finally {
            postgres.close();
        }
    }

    private static long append(PostgresQueueStore store, long appended) {
        long position = appended;
        for (int i = 0; i < APPENDS_BETWEEN; i++) {
            position = store.append(1, records(position + 1, position + RECORDS_PER_APPEND));
        }
        return position;
    }

    private static List<QueueRecord> records(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(Records::held).toList();
    }

    /// Waits for what the store reports.
    private static void await(Semaphore progress, BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            progress.acquire();
        }
    }

    private static long lastPosition(EmbeddedPostgres postgres) {
        return Long.parseLong(TestDatabases.query(postgres.database(), "SELECT position FROM sluice.writer")
                .getFirst());
    }

    /// Every process at once, by the signal that none can handle.
    private static void kill(EmbeddedPostgres postgres) throws IOException {
        ProcessHandle postmaster = postgres.postmaster();
        List<ProcessHandle> backends = postmaster.descendants().toList();
        postmaster.destroyForcibly();
        backends.forEach(ProcessHandle::destroyForcibly);
    }
}

package dev.sluice.scheduling.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.Job;
import dev.sluice.queue.store.QueueStore;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.Fixture;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import org.junit.jupiter.api.Test;

/// When the engine's state is kept.
class SnapshotStepTest {
    private static final long S = 1_000_000_000L;
    private static final long RECORDS_BETWEEN = 10;

    private final TestStore store = new TestStore();
    private EngineDriver driver = start(1);
    private SnapshotStep step = new SnapshotStep(driver, RECORDS_BETWEEN);
    private long jobs;

    private EngineDriver start(long term) {
        EngineOptions options =
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE);
        return EngineDriver.restarted(new Engine(options, Fixture.pool(10), true), store, term, _ -> {});
    }

    private void restart(long term) {
        driver = start(term);
        step = new SnapshotStep(driver, RECORDS_BETWEEN);
    }

    /// Appends at least one record.
    private void submit() {
        jobs++;
        long now = jobs * S;
        driver.handle(new Event.JobSubmitted(Job.of(jobs, Fixture.cores(10), 100 * S)), now);
        driver.settle(now);
    }

    private long snapshotPosition() {
        return store.latestSnapshot().map(QueueStore.Snapshot::position).orElse(0L);
    }

    @Test
    void aSnapshotFollowsSoManyRecordsAfterTheLastOne() {
        while (driver.position() < RECORDS_BETWEEN) {
            assertThat(step.work(S)).isZero();
            submit();
        }
        assertThat(step.work(S)).isEqualTo(1);
        long first = snapshotPosition();
        assertThat(first).isEqualTo(driver.position());

        submit();
        assertThat(step.work(S)).isZero();
        while (driver.position() < first + RECORDS_BETWEEN) {
            submit();
        }

        assertThat(step.work(S)).isEqualTo(1);
        assertThat(snapshotPosition()).isEqualTo(driver.position());
    }

    @Test
    void recordsOfEarlierProcessesCount() {
        for (long term = 2; driver.position() < RECORDS_BETWEEN; term++) {
            long before = driver.position();
            submit();
            assertThat(driver.position() - before).as("records of one process").isLessThan(RECORDS_BETWEEN);
            restart(term);
        }

        assertThat(step.work(S)).isEqualTo(1);
        assertThat(snapshotPosition()).isEqualTo(driver.position());
        restart(1_000);
        assertThat(step.work(S)).as("right after a snapshot").isZero();
    }
}

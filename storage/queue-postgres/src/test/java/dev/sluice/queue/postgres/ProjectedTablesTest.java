package dev.sluice.queue.postgres;

import static dev.sluice.queue.postgres.Records.GIB;
import static dev.sluice.queue.postgres.Records.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.queue.EndCause;
import dev.sluice.queue.JobState;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.Share;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What psql shows.
class ProjectedTablesTest {
    private final Database database = TestDatabases.createMigrated();

    private void store(QueueRecord... records) {
        try (DrivenStore driven = DrivenStore.on(database)) {
            driven.store.append(1, List.of(records));
            driven.write();
            assertThat(driven.store.health()).isEqualTo(new StoreHealth.Working());
        }
    }

    @Test
    void aJobIsShownThroughoutItsLife() {
        String job = "SELECT id, state, \"user\", account, queue, priority, name, namespace, submitted, started,"
                + " ended, wall_time, nodes, lost_runs FROM sluice.jobs";
        store(Records.submitted(7, 10));
        assertThat(TestDatabases.query(database, job))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("7|waiting|alice|physics|batch|5|job-7|lab|1970-01-01 ");

        store(Records.started(7, 20, both("n3", "n4")));
        assertThat(TestDatabases.query(database, "SELECT state, nodes FROM sluice.jobs"))
                .containsExactly("running|n[3-4]");

        store(new QueueRecord.Ended(7, JobState.COMPLETED, 50 * SECOND));
        assertThat(TestDatabases.query(
                        database, "SELECT state, extract(epoch FROM ended)::int, wall_time, nodes FROM sluice.jobs"))
                .containsExactly("completed|50|01:00:00|n[3-4]");
    }

    private static Share[] both(String one, String other) {
        return Stream.of(Records.shares(one, 2000, 4, 1), Records.shares(other, 2000, 4, 1))
                .flatMap(Arrays::stream)
                .toArray(Share[]::new);
    }

    @Test
    void useIsCountedFromStartToEndWithEveryChangeBetween() {
        store(Records.submitted(1, 0), Records.started(1, 10, both("n1", "n2")));
        store(
                new QueueRecord.Reduced(1, 1, List.of(Records.shares("n2", 2000, 4, 1)), 40 * SECOND),
                new QueueRecord.Extended(1, 1, List.of(Records.shares("n9", 500, 1, 0)), 50 * SECOND),
                new QueueRecord.Ended(1, JobState.FAILED, 70 * SECOND));

        // 30 s of two nodes, 10 s of one, 20 s of one and a half.
        assertThat(TestDatabases.query(
                        database,
                        "SELECT run, \"user\", account, exit, nodes, core_seconds," + " memory_byte_seconds / " + GIB
                                + ", gpu_seconds FROM sluice.usage"))
                .containsExactly("1|alice|physics|failed|n[1-2,9]|190|380|90");
    }

    @Test
    void aLostRunIsChargedAndTheNextIsAnother() {
        store(
                Records.submitted(1, 0),
                Records.started(1, 10, Records.shares("n1", 1000, 1, 0)),
                new QueueRecord.Requeued(1, 1, 15 * SECOND, List.of("n1"), 15 * SECOND),
                Records.started(1, 20, Records.shares("n2", 1000, 1, 0)));
        store(new QueueRecord.Ended(1, JobState.COMPLETED, 30 * SECOND));

        assertThat(TestDatabases.query(
                        database, "SELECT job, run, exit, nodes, core_seconds FROM sluice.usage ORDER BY run"))
                .containsExactly("1|1|lost|n1|5", "1|2|completed|n2|10");
        assertThat(TestDatabases.query(database, "SELECT state, lost_runs FROM sluice.jobs"))
                .containsExactly("completed|1");
    }

    @Test
    void aJobThatNeverRanIsNotCharged() {
        store(Records.submitted(1, 0), new QueueRecord.Ended(1, JobState.CANCELLED, 5 * SECOND));

        assertThat(TestDatabases.query(database, "SELECT state FROM sluice.jobs"))
                .containsExactly("cancelled");
        assertThat(TestDatabases.query(database, "SELECT * FROM sluice.usage")).isEmpty();
    }

    @Test
    void decisionsHaveReasons() {
        store(
                Records.submitted(1, 0),
                Records.submitted(2, 0),
                Records.submitted(3, 0),
                new QueueRecord.Refused(3, "asks for 9 nodes; 8 there", 0),
                new QueueRecord.Planned(1, new QueueRecord.Span(60 * SECOND, 90 * SECOND), List.of(), SECOND),
                new QueueRecord.Started(2, 9 * SECOND, List.of(Records.shares("n1", 1000, 1, 0)), true, SECOND),
                new QueueRecord.Stopping(2, StopReason.WALL_TIME, 9 * SECOND, 9 * SECOND),
                new QueueRecord.Requeued(2, 1, 10 * SECOND, List.of("n1", "n2"), 10 * SECOND),
                new QueueRecord.Quarantined("/cluster0/rack1/n1", 600 * SECOND, 11 * SECOND));

        assertThat(TestDatabases.query(
                        database, "SELECT position, what, job, node, reason FROM sluice.decisions ORDER BY position"))
                .containsExactly(
                        "4|refused|3|null|asks for 9 nodes; 8 there",
                        "5|planned|1|null|to start at 1970-01-01T00:01:00Z",
                        "6|backfilled|2|null|ahead of an earlier job, on n1",
                        "7|stopped|2|null|its wall time is over",
                        "8|requeued|2|null|run 1 was lost: failed on n1, n2",
                        "9|quarantined|null|/cluster0/rack1/n1|failed too many jobs; until 1970-01-01T00:10:00Z");
    }

    @Test
    void aLostRunSaysWhy() {
        store(
                Records.submitted(1, 0),
                Records.started(1, 1, Records.shares("n1", 1000, 1, 0)),
                new QueueRecord.Requeued(
                        1, 1, 2 * SECOND, List.of("n1"), Optional.of("node n1 refused pod a: OutOfcpu"), 2 * SECOND),
                Records.started(1, 3, Records.shares("n2", 1000, 1, 0)),
                new QueueRecord.Requeued(1, 2, 4 * SECOND, List.of(), Optional.of("no container started"), 4 * SECOND));

        assertThat(TestDatabases.query(
                        database, "SELECT reason FROM sluice.decisions WHERE what = 'requeued' ORDER BY position"))
                .containsExactly(
                        "run 1 was lost: node n1 refused pod a: OutOfcpu; avoids n1",
                        "run 2 was lost: no container started");
        assertThat(TestDatabases.query(database, "SELECT reason FROM sluice.jobs"))
                .containsExactly("run 2 was lost: no container started");
    }

    @Test
    void aPodThatMovesIsADecisionAndOneThatEndsIsNone() {
        List<Share> first = List.of(Records.shares("n1", 1000, 1, 0));
        List<Share> second = List.of(Records.shares("n2", 1000, 1, 0));
        store(
                Records.submitted(1, 0),
                Records.started(1, 1, Records.shares("n1", 1000, 1, 0)),
                new QueueRecord.Reduced(1, 1, first, Optional.of("node n1 takes no more pods"), 2 * SECOND),
                new QueueRecord.Extended(1, 1, second, 2 * SECOND),
                new QueueRecord.Extended(1, 2, List.of(), 2 * SECOND),
                new QueueRecord.Reduced(1, 1, second, 3 * SECOND));

        assertThat(TestDatabases.query(
                        database, "SELECT position, what, job, reason FROM sluice.decisions ORDER BY position"))
                .containsExactly(
                        "2|started|1|on n1",
                        "3|reduced|1|1 pod less: node n1 takes no more pods",
                        "4|extended|1|1 pod more, on n2");
    }

    @Test
    void aHeldJobSaysWhyUntilItIsReleased() {
        String reason = "SELECT state, reason FROM sluice.jobs";
        store(Records.submitted(1, 0), new QueueRecord.Held(1, Optional.of("no container started"), SECOND));
        assertThat(TestDatabases.query(database, reason)).containsExactly("held|no container started");
        assertThat(TestDatabases.query(database, "SELECT what, job, reason FROM sluice.decisions"))
                .containsExactly("held|1|no container started");

        store(new QueueRecord.Released(1, 2 * SECOND));
        assertThat(TestDatabases.query(database, reason)).containsExactly("waiting|");
    }

    @Test
    void anEndSaysWhy() {
        EndCause outOfMemory = new EndCause("BackoffLimitExceeded: OOMKilled", Optional.of(137));
        store(
                Records.submitted(1, 0),
                Records.started(1, 1, Records.shares("n1", 1000, 1, 0)),
                new QueueRecord.Ended(1, JobState.FAILED, Optional.of(outOfMemory), 9 * SECOND));

        assertThat(TestDatabases.query(database, "SELECT state, reason FROM sluice.jobs"))
                .containsExactly("failed|BackoffLimitExceeded: OOMKilled");
        assertThat(TestDatabases.query(database, "SELECT exit, exit_code FROM sluice.usage"))
                .containsExactly("failed|137");
    }

    /// Ends of a job that was told to stop at its wall time.
    @ParameterizedTest
    @CsvSource({"TIMED_OUT, timed_out|its wall time is over", "COMPLETED, completed|"})
    void aStoppedJobKeepsThatReasonUnlessItCompletes(JobState how, String expected) {
        store(
                Records.submitted(1, 0),
                Records.started(1, 1, Records.shares("n1", 1000, 1, 0)),
                new QueueRecord.Stopping(1, StopReason.WALL_TIME, 9 * SECOND, 9 * SECOND),
                new QueueRecord.Ended(1, how, 10 * SECOND));

        assertThat(TestDatabases.query(database, "SELECT state, reason FROM sluice.jobs"))
                .containsExactly(expected);
        assertThat(TestDatabases.query(database, "SELECT exit_code FROM sluice.usage"))
                .containsExactly("null");
    }

    @Test
    void aPlanForTheSameTimeIsToldOnce() {
        QueueRecord plan =
                new QueueRecord.Planned(1, new QueueRecord.Span(60 * SECOND, 90 * SECOND), List.of(), SECOND);
        QueueRecord later =
                new QueueRecord.Planned(1, new QueueRecord.Span(70 * SECOND, 90 * SECOND), List.of(), 2 * SECOND);
        store(Records.submitted(1, 0), plan, new QueueRecord.PlanDropped(1, SECOND), plan, later);

        assertThat(TestDatabases.query(database, "SELECT position, what FROM sluice.decisions ORDER BY position"))
                .containsExactly("2|planned", "5|planned");
    }

    @Test
    void strangeTextsDoNotKeepRecordsFromBeingWritten() {
        QueueRecord strange = new QueueRecord.Submitted(
                Records.job(1, "a\u0000b", "lone \ud800 half", "'; DROP TABLE job; --"), SECOND, SECOND);
        store(strange, Records.started(1, 2, Records.shares("node with, [brackets", 1000, 1, 0)));

        assertThat(TestDatabases.query(database, "SELECT \"user\", account, name, nodes FROM sluice.jobs"))
                .containsExactly("a\ufffdb|lone \ufffd half|'; DROP TABLE job; --|node with, [brackets");
    }

    @Test
    void theViewsAreReadOnly() {
        store(Records.submitted(1, 0));

        for (String view : List.of("jobs", "usage", "decisions")) {
            assertThatThrownBy(() -> TestDatabases.execute(database, "DELETE FROM sluice." + view))
                    .hasStackTraceContaining("cannot delete from view");
        }
    }

    private List<String> endedJobs() {
        return TestDatabases.query(database, "SELECT id FROM sluice.jobs WHERE ended IS NOT NULL ORDER BY id");
    }

    /// A small cluster takes snapshots rarely.
    @Test
    void historyIsDroppedEachHourWithoutSnapshots() {
        StoreOptions hour = StoreOptions.KUBERNETES.keepingHistory(3600 * SECOND);
        try (DrivenStore driven = new DrivenStore(database, hour, 10_000 * SECOND)) {
            driven.store.append(
                    1,
                    List.of(
                            Records.submitted(1, 0),
                            Records.started(1, 10, Records.shares("n1", 1000, 1, 0)),
                            new QueueRecord.Ended(1, JobState.COMPLETED, 6_399 * SECOND),
                            Records.submitted(2, 0),
                            Records.started(2, 6_400, Records.shares("n1", 1000, 1, 0)),
                            new QueueRecord.Ended(2, JobState.COMPLETED, 6_400 * SECOND),
                            Records.submitted(3, 0)));
            driven.write();
            assertThat(endedJobs()).containsExactly("2");
            assertThat(TestDatabases.query(database, "SELECT job FROM sluice.usage"))
                    .containsExactly("2");
            assertThat(TestDatabases.query(database, "SELECT job FROM sluice.decisions"))
                    .containsExactly("2");

            driven.run(3599 * SECOND);
            assertThat(endedJobs()).containsExactly("2");
            driven.run(SECOND);
            assertThat(endedJobs()).isEmpty();
        }
        assertThat(TestDatabases.query(database, "SELECT id FROM sluice.jobs")).containsExactly("3");
        assertThat(TestDatabases.query(database, "SELECT count(*) FROM sluice.record"))
                .containsExactly("7");
    }
}

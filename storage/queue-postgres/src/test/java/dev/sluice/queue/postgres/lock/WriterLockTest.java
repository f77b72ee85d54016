package dev.sluice.queue.postgres.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.postgres.TestDatabases;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.store.StoreException;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriterLockTest {
    private static final long SECOND = 1_000_000_000L;

    private final Database database = TestDatabases.createMigrated();

    /// A process with a clock of its own; what its lock reports is kept.
    private final class Contender implements WriterLock.Listener, AutoCloseable {
        final List<String> heard = new ArrayList<>();
        final VirtualClock clock = new VirtualClock(0);
        final WriterLock lock;
        private final VirtualCrank crank;
        Runnable preparation = () -> {};

        Contender(String name) {
            TimerQueue timers = new TimerQueue();
            lock = new WriterLock(database, name, clock, timers, this);
            crank = new VirtualCrank(clock, timers, List.of(lock), new FailRunOnFault());
        }

        void run(long seconds) {
            crank.runUntil(clock.nowNanos() + seconds * SECOND);
        }

        boolean mayAct() {
            return lock.mayAct(clock.nowNanos());
        }

        void leave() {
            lock.close();
        }

        @Override
        public void waits(boolean isTaken, String why) {
            heard.add((isTaken ? "waits for the lock: " : "waits: ") + why.replaceAll("since .*", "since …"));
        }

        @Override
        public void prepares() {
            preparation.run();
        }

        @Override
        public void holds(long term, long effectsFromNanos) {
            heard.add("holds: term " + term + ", effects from " + effectsFromNanos / SECOND + " s");
        }

        @Override
        public void lost(String why) {
            heard.add("lost");
        }

        @Override
        public void close() {
            lock.close();
        }
    }

    @Test
    void takingTheLockRaisesTheTermAndTheFirstEffectWaits() {
        try (Contender only = new Contender("sluice on host a")) {
            only.run(4);
            assertThat(only.heard).containsExactly("holds: term 1, effects from 5 s");
            assertThat(only.mayAct()).isFalse();

            only.run(1);
            assertThat(only.mayAct()).isTrue();
            assertThat(TestDatabases.query(database, "SELECT term FROM sluice.writer"))
                    .containsExactly("1");
        }
    }

    @Test
    void aSecondProcessWaitsAndSaysForWhom() {
        try (Contender first = new Contender("sluice on host a");
                Contender second = new Contender("sluice on host b")) {
            first.run(10);
            second.run(10);
            assertThat(second.heard)
                    .containsExactly(
                            "waits for the lock: another process holds the writer's lock: sluice on host a from"
                                    + " 127.0.0.1, connected since …");
            assertThat(second.mayAct()).isFalse();

            first.leave();
            second.run(1);
            assertThat(second.heard).hasSize(2).last().isEqualTo("holds: term 2, effects from 16 s");
            assertThat(first.mayAct()).isFalse();
            second.run(5);
            assertThat(second.mayAct()).isTrue();
        }
    }

    /// Such as a change of the schema, which an earlier version that writes would not understand.
    @Test
    void aProcessPreparesOnceItHoldsTheLockAndBeforeItsTermIsRaised() {
        try (Contender first = new Contender("sluice on host a");
                Contender second = new Contender("sluice on host b")) {
            String term = "SELECT 'prepares in term ' || term FROM sluice.writer";
            second.preparation = () -> second.heard.addAll(TestDatabases.query(database, term));
            first.run(10);
            second.run(10);
            assertThat(second.heard).hasSize(1);

            first.leave();
            second.run(1);
            assertThat(second.heard).hasSize(3).endsWith("prepares in term 1", "holds: term 2, effects from 16 s");
        }
    }

    @Test
    void aProcessThatCannotPrepareGivesTheLockBackAndTriesAgain() {
        try (Contender first = new Contender("sluice on host a");
                Contender second = new Contender("sluice on host b")) {
            first.preparation = () -> {
                throw new StoreException("no right to create tables");
            };
            first.run(2);
            assertThat(first.heard).containsExactly("waits: no right to create tables");
            assertThat(TestDatabases.query(database, "SELECT term FROM sluice.writer"))
                    .containsExactly("0");

            first.preparation = () -> {};
            first.run(1);
            assertThat(first.heard).last().isEqualTo("holds: term 1, effects from 8 s");
            second.run(1);
            assertThat(second.heard).singleElement().asString().startsWith("waits for the lock: ");
        }
    }

    @Test
    void aProcessThatLosesItsConnectionStopsAndTakesTheLockAnew() {
        try (Contender only = new Contender("sluice on host a")) {
            only.run(10);
            assertThat(only.mayAct()).isTrue();

            TestDatabases.execute(
                    database,
                    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                            + " WHERE application_name = 'sluice on host a' AND datname = current_database()");
            only.run(1);
            assertThat(only.mayAct()).isFalse();
            assertThat(only.heard).contains("lost");

            only.run(1);
            assertThat(only.heard).last().isEqualTo("holds: term 2, effects from 17 s");
            assertThat(only.mayAct()).isFalse();
            only.run(5);
            assertThat(only.mayAct()).isTrue();
        }
    }

    @Test
    void aHolderThatCannotCheckItsConnectionStopsByItself() {
        try (Contender stalled = new Contender("sluice on host a")) {
            stalled.run(10);
            long lastCheck = stalled.clock.nowNanos();

            assertThat(stalled.lock.mayAct(lastCheck + WriterLock.CONFIRMED_NANOS_MAX))
                    .isTrue();
            assertThat(stalled.lock.mayAct(lastCheck + WriterLock.CONFIRMED_NANOS_MAX + 1))
                    .isFalse();
        }
    }

    @Test
    void aProcessWithoutADatabaseWaitsForIt() {
        Database nowhere = new Database("jdbc:postgresql://127.0.0.1:1/sluice", "sluice", null, true);
        List<String> heard = new ArrayList<>();
        VirtualClock clock = new VirtualClock(0);
        TimerQueue timers = new TimerQueue();
        WriterLock.Listener listener = new WriterLock.Listener() {
            @Override
            public void waits(boolean isTaken, String why) {
                heard.add(why);
            }

            @Override
            public void holds(long term, long effectsFromNanos) {
                heard.add("holds");
            }

            @Override
            public void lost(String why) {
                heard.add("lost");
            }
        };
        try (WriterLock lock = new WriterLock(nowhere, "sluice", clock, timers, listener)) {
            new VirtualCrank(clock, timers, List.of(lock), new FailRunOnFault()).runUntil(3 * SECOND);
            assertThat(heard).hasSize(1).first().asString().startsWith("the database does not answer: ");
        }
    }
}

package dev.sluice.server;

import dev.sluice.controller.LiveScheduler;
import dev.sluice.kube.port.Kube;
import dev.sluice.queue.postgres.PostgresQueueStore;
import dev.sluice.queue.postgres.StoreHealth;
import dev.sluice.queue.postgres.StoreOptions;
import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.server.config.SchedulerSettings;
import java.util.List;
import java.util.function.LongPredicate;

/// What runs while this process holds the writer's lock: the store, the steps that write it, and the scheduler.
final class SchedulerTerm implements AutoCloseable {
    private final PostgresQueueStore store;
    private final SchedulerProcess scheduler;
    private final List<ThreadCrank> writers;

    private SchedulerTerm(PostgresQueueStore store, SchedulerProcess scheduler, List<ThreadCrank> writers) {
        this.store = store;
        this.scheduler = scheduler;
        this.writers = writers;
    }

    /// Loads the queue and starts to schedule.
    ///
    /// @throws dev.sluice.queue.store.StoreException if the database cannot be read
    static SchedulerTerm start(
            Kube kube,
            SchedulerSettings settings,
            Connections connections,
            StoreOptions options,
            long term,
            LongPredicate mayAct,
            SchedulerProcess.Surroundings surroundings,
            LiveScheduler.Listeners listeners) {
        TimerQueue recordTimers = new TimerQueue();
        TimerQueue snapshotTimers = new TimerQueue();
        PostgresQueueStore store = PostgresQueueStore.open(connections, options, recordTimers, snapshotTimers);
        ThreadCrank records = new ThreadCrank(
                "records", surroundings.clock(), recordTimers, List.of(store.recordWriter()), surroundings.faults());
        ThreadCrank snapshots = new ThreadCrank(
                "snapshots",
                surroundings.clock(),
                snapshotTimers,
                List.of(store.snapshotWriter(), store.oldHistory()),
                surroundings.faults());
        store.wakeWritersBy(() -> {
            records.wake();
            snapshots.wake();
        });
        SchedulerProcess scheduler = SchedulerProcess.start(
                kube, settings, new SchedulerProcess.Tenure(store, term, mayAct), surroundings, listeners);
        store.onProgress(scheduler::wakeEngine);
        records.start();
        snapshots.start();
        return new SchedulerTerm(store, scheduler, List.of(records, snapshots));
    }

    SchedulerProcess scheduler() {
        return scheduler;
    }

    StoreHealth health() {
        return store.health();
    }

    /// Returns how many records wait for the database.
    int unwritten() {
        return store.unwritten();
    }

    /// Returns how many times the database has not taken a snapshot.
    long snapshotFailures() {
        return store.snapshotFailures();
    }

    /// Ends the scheduler first, so that nothing is appended that no writer takes.
    @Override
    public void close() {
        scheduler.close();
        writers.forEach(ThreadCrank::close);
    }
}

package dev.sluice.queue.postgres;

import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import java.util.List;

/// A store whose writers the test drives in virtual time.
final class DrivenStore implements AutoCloseable {
    final Connections connections;
    final PostgresQueueStore store;
    final VirtualClock clock;
    private final VirtualCrank crank;

    DrivenStore(Database database, StoreOptions options, long startNanos) {
        connections = new Connections(database, "store");
        TimerQueue timers = new TimerQueue();
        clock = new VirtualClock(startNanos);
        store = PostgresQueueStore.open(connections, options, timers, timers);
        crank = new VirtualCrank(
                clock,
                timers,
                List.of(store.recordWriter(), store.snapshotWriter(), store.oldHistory()),
                new FailRunOnFault());
    }

    static DrivenStore on(Database database) {
        return new DrivenStore(database, StoreOptions.KUBERNETES, 0);
    }

    /// Lets the writers work for so long in virtual time.
    void run(long nanos) {
        crank.runUntil(clock.nowNanos() + nanos);
    }

    /// Lets the writers work at the present moment.
    void write() {
        run(0);
    }

    @Override
    public void close() {
        connections.close();
    }
}

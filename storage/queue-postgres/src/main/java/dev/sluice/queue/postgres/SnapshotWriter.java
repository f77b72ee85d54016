package dev.sluice.queue.postgres;

import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.store.QueueStore.Snapshot;
import dev.sluice.queue.store.StoreException;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Writes snapshots and drops what they replace. On a crank of its own, beside the records' writer: a large snapshot
/// takes seconds, in which decisions must not wait.
///
/// The row that all writers change is touched last, so the transaction holds it for a moment only.
final class SnapshotWriter implements Step {
    private static final Logger LOG = System.getLogger(SnapshotWriter.class.getName());

    private final Connections connections;
    private final Unwritten unwritten;
    private final Progress progress;
    private final Retry retry;
    private final AtomicReference<@Nullable Snapshot> waiting = new AtomicReference<>();
    private final AtomicLong failures = new AtomicLong();
    private boolean isFailing;

    SnapshotWriter(Connections connections, Unwritten unwritten, Progress progress, Timers timers) {
        this.connections = connections;
        this.unwritten = unwritten;
        this.progress = progress;
        this.retry = new Retry(timers);
    }

    /// Any thread may hand in a snapshot. An earlier one that has not been written yet is replaced.
    void handIn(Snapshot snapshot) {
        waiting.set(snapshot);
    }

    /// Returns how many times the database has not taken a snapshot. Any thread may ask.
    long failures() {
        return failures.get();
    }

    @Override
    public String name() {
        return "snapshot writer";
    }

    @Override
    public int work(long nowNanos) {
        Snapshot snapshot = waiting.get();
        if (snapshot == null || retry.isPausing() || progress.failure() != null) {
            return 0;
        }
        try {
            write(snapshot);
        } catch (SQLException e) {
            if (!isFailing) {
                LOG.log(
                        Level.WARNING,
                        "the database does not take a snapshot, trying again and again: " + Failures.describe(e));
            }
            isFailing = true;
            failures.incrementAndGet();
            retry.failed(nowNanos);
            return 0;
        } catch (StoreException e) {
            progress.failed(e);
            return 0;
        }
        isFailing = false;
        retry.succeeded();
        waiting.compareAndSet(snapshot, null);
        return 1;
    }

    private void write(Snapshot snapshot) throws SQLException {
        try (Connection connection = connections.pooled()) {
            connection.setAutoCommit(false);
            try {
                RecordRows.insertSnapshot(connection, snapshot.position(), snapshot.state());
                dropReplaced(connection, snapshot.position());
                long term = unwritten.term();
                if (!WriterRow.drop(connection, term, snapshot.position())) {
                    connection.rollback();
                    throw StoreException.staleTerm(
                            term, WriterRow.read(connection).term());
                }
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                Failures.rollback(connection, e);
                throw e;
            }
        }
    }

    private static void dropReplaced(Connection connection, long position) throws SQLException {
        try (PreparedStatement snapshots =
                        connection.prepareStatement("DELETE FROM sluice.snapshot WHERE position < ?");
                PreparedStatement records =
                        connection.prepareStatement("DELETE FROM sluice.record WHERE position <= ?")) {
            snapshots.setLong(1, position);
            snapshots.executeUpdate();
            records.setLong(1, position);
            records.executeUpdate();
        }
    }
}

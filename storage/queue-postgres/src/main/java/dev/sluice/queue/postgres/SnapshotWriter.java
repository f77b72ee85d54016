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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Writes snapshots and drops what they replace, with history that is too old. On a crank of its own, beside the
/// records' writer: a large snapshot takes seconds, in which decisions must not wait.
///
/// The row that all writers change is touched last, so the transaction holds it for a moment only.
final class SnapshotWriter implements Step {
    private static final Logger LOG = System.getLogger(SnapshotWriter.class.getName());

    /// Rows of one table dropped with one snapshot. More are left for the next ones, so that a shorter retention does
    /// not become one giant transaction.
    private static final int HISTORY_ROWS_DROPPED_MAX = 100_000;

    private final Connections connections;
    private final Unwritten unwritten;
    private final Progress progress;
    private final long retentionNanos;
    private final Retry retry;
    private final AtomicReference<@Nullable Snapshot> waiting = new AtomicReference<>();

    SnapshotWriter(
            Connections connections, Unwritten unwritten, Progress progress, long retentionNanos, Timers timers) {
        this.connections = connections;
        this.unwritten = unwritten;
        this.progress = progress;
        this.retentionNanos = retentionNanos;
        this.retry = new Retry(timers);
    }

    /// Any thread may hand in a snapshot. An earlier one that has not been written yet is replaced.
    void handIn(Snapshot snapshot) {
        waiting.set(snapshot);
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
            write(snapshot, nowNanos - retentionNanos);
        } catch (SQLException e) {
            LOG.log(Level.WARNING, "the database does not take a snapshot, trying again: " + Failures.describe(e));
            retry.failed(nowNanos);
            return 0;
        } catch (StoreException e) {
            progress.failed(e);
            return 0;
        }
        retry.succeeded();
        waiting.compareAndSet(snapshot, null);
        return 1;
    }

    private void write(Snapshot snapshot, long historyFromNanos) throws SQLException {
        try (Connection connection = connections.pooled()) {
            connection.setAutoCommit(false);
            try {
                RecordRows.insertSnapshot(connection, snapshot.position(), snapshot.state());
                dropReplaced(connection, snapshot.position());
                dropHistory(connection, "job", "ended", historyFromNanos);
                dropHistory(connection, "run", "ended", historyFromNanos);
                dropHistory(connection, "decision", "time", historyFromNanos);
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

    private static void dropHistory(Connection connection, String table, String column, long before)
            throws SQLException {
        String delete =
                "DELETE FROM sluice.%s WHERE ctid = ANY (ARRAY (SELECT ctid FROM sluice.%s WHERE %s < ? LIMIT ?))"
                        .formatted(table, table, column);
        try (PreparedStatement statement = connection.prepareStatement(delete)) {
            statement.setLong(1, before);
            statement.setInt(2, HISTORY_ROWS_DROPPED_MAX);
            statement.executeUpdate();
        }
    }
}

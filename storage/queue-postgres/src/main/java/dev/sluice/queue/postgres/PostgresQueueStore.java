package dev.sluice.queue.postgres;

import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.store.QueueStore;
import dev.sluice.queue.store.StoreException;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Timers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Keeps records in PostgreSQL, with tables of jobs, use and decisions beside them.
///
/// Appending and taking a snapshot only hand over: they never wait for the database. Two steps write, each on a crank
/// that may block: [#recordWriter] and [#snapshotWriter]; [#oldHistory] works beside the second. While the database
/// is gone they try again; what was appended waits in memory, and [#health] says when it is too much. A writer whose
/// term has passed fails for good.
///
/// [#read] and [#latestSnapshot] wait for the database. They are for the start, before the engine runs.
public final class PostgresQueueStore implements QueueStore {
    private final Connections connections;
    private final Unwritten unwritten;
    private final Progress progress;
    private final RecordWriter recordWriter;
    private final SnapshotWriter snapshotWriter;
    private final OldHistory oldHistory;
    private volatile Runnable wakeWriters = () -> {};

    private PostgresQueueStore(
            Connections connections, WriterRow row, StoreOptions options, Timers recordTimers, Timers snapshotTimers) {
        this.connections = connections;
        this.unwritten = new Unwritten(row.position(), row.term());
        this.progress = new Progress(row.position());
        this.recordWriter = new RecordWriter(connections, unwritten, progress, options.meter(), recordTimers);
        this.snapshotWriter = new SnapshotWriter(connections, unwritten, progress, snapshotTimers);
        this.oldHistory = new OldHistory(connections, unwritten, progress, options.historyNanos(), snapshotTimers);
    }

    /// Opens the store of a database whose schema is up to date. A writer that has taken the lock opens it
    /// afterwards: an earlier one may have written until then.
    ///
    /// @param recordTimers of the crank that drives the records' writer
    /// @param snapshotTimers of the crank that drives the snapshots' writer
    /// @throws StoreException if the database cannot be read
    public static PostgresQueueStore open(
            Connections connections, StoreOptions options, Timers recordTimers, Timers snapshotTimers) {
        try (Connection connection = connections.pooled()) {
            return new PostgresQueueStore(
                    connections, WriterRow.read(connection), options, recordTimers, snapshotTimers);
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    /// The step that writes records. Its crank needs a wake when records were appended.
    public Step recordWriter() {
        return recordWriter;
    }

    /// The step that writes snapshots, on the crank of the other or on one of its own.
    public Step snapshotWriter() {
        return snapshotWriter;
    }

    /// The step that drops old history, on the same crank as [#snapshotWriter].
    public Step oldHistory() {
        return oldHistory;
    }

    /// Returns how many times the database has not taken a snapshot. Any thread may ask.
    public long snapshotFailures() {
        return snapshotWriter.failures();
    }

    /// Sets what is called, on the appending thread, when there is something to write.
    public void wakeWritersBy(Runnable wake) {
        wakeWriters = wake;
    }

    /// Sets what is called, on the writers' threads, when [#durable] or [#health] has changed: it wakes the engine,
    /// which then carries out decisions.
    public void onProgress(Runnable listener) {
        progress.onChange(listener);
    }

    @Override
    public long append(long term, List<QueueRecord> records) {
        checkNotFailed();
        long position = unwritten.add(term, records);
        wakeWriters.run();
        return position;
    }

    @Override
    public long durable() {
        return progress.durable();
    }

    /// Returns how many records wait for a transaction.
    public int unwritten() {
        return unwritten.size();
    }

    public StoreHealth health() {
        StoreException failure = progress.failure();
        if (failure != null) {
            return new StoreHealth.Failed(failure);
        }
        String trouble = progress.trouble();
        if (trouble != null) {
            return new StoreHealth.Retrying(trouble);
        }
        int waiting = unwritten.size();
        return waiting >= Unwritten.BEHIND_RECORDS_MIN ? new StoreHealth.Behind(waiting) : new StoreHealth.Working();
    }

    @Override
    public void snapshot(Snapshot snapshot) {
        checkNotFailed();
        if (snapshot.position() > durable()) {
            throw new StoreException("a snapshot at position (%d) is ahead of the last record (%d)"
                    .formatted(snapshot.position(), durable()));
        }
        snapshotWriter.handIn(snapshot);
        wakeWriters.run();
    }

    @Override
    public Optional<Snapshot> latestSnapshot() {
        try (Connection connection = connections.pooled()) {
            connection.setAutoCommit(false);
            try (PreparedStatement statement =
                            connection.prepareStatement("SELECT max(position) FROM sluice.snapshot");
                    ResultSet row = statement.executeQuery()) {
                row.next();
                long position = row.getLong(1);
                if (row.wasNull()) {
                    return Optional.empty();
                }
                return Optional.of(new Snapshot(position, RecordRows.readSnapshot(connection, position)));
            }
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    @Override
    public List<QueueRecord> read(long from) {
        try (Connection connection = connections.pooled()) {
            connection.setAutoCommit(false);
            // One picture for both statements, also while a snapshot drops records.
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            WriterRow row = WriterRow.read(connection);
            if (from < row.dropped() || from > row.position()) {
                throw new StoreException("position (%d): only records from (%d) to (%d) are kept"
                        .formatted(from, row.dropped(), row.position()));
            }
            return RecordRows.readAfter(connection, from);
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private void checkNotFailed() {
        StoreException failure = progress.failure();
        if (failure != null) {
            throw new StoreException(String.valueOf(failure.getMessage()), failure);
        }
    }

    private static StoreException unreadable(SQLException cause) {
        return new StoreException("the database cannot be read: " + cause.getMessage(), cause);
    }
}

package dev.sluice.queue.postgres;

import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.postgres.project.ShareMeter;
import dev.sluice.queue.store.StoreException;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Writes appended records, a batch in each transaction, on a crank of its own: it blocks on the database.
///
/// A batch whose transaction failed is tried again until the database has it. If the connection broke during the
/// commit, the batch may be there already: the last position, read back, tells. That position and the term lie in one
/// row, which every transaction changes, so an old commit that is still under way is waited for.
final class RecordWriter implements Step {
    private static final Logger LOG = System.getLogger(RecordWriter.class.getName());

    private final Connections connections;
    private final Unwritten unwritten;
    private final Progress progress;
    private final ShareMeter meter;
    private final Retry retry;
    private Unwritten.@Nullable Batch batch;

    RecordWriter(Connections connections, Unwritten unwritten, Progress progress, ShareMeter meter, Timers timers) {
        this.connections = connections;
        this.unwritten = unwritten;
        this.progress = progress;
        this.meter = meter;
        this.retry = new Retry(timers);
    }

    @Override
    public String name() {
        return "record writer";
    }

    @Override
    public int work(long nowNanos) {
        if (retry.isPausing() || progress.failure() != null) {
            return 0;
        }
        if (batch == null) {
            batch = unwritten.take();
        }
        if (batch == null) {
            return 0;
        }
        try {
            write(batch);
        } catch (SQLException e) {
            String why = Failures.describe(e);
            if (progress.trouble() == null) {
                LOG.log(Level.WARNING, "the database does not take records, trying again and again: " + why);
            }
            progress.troubled(why);
            retry.failed(nowNanos);
            return 0;
        } catch (StoreException e) {
            progress.failed(e);
            return 0;
        }
        int written = batch.records().size();
        retry.succeeded();
        progress.reached(batch.end());
        batch = null;
        return written;
    }

    private void write(Unwritten.Batch current) throws SQLException {
        try (Connection connection = connections.pooled()) {
            connection.setAutoCommit(false);
            try {
                if (WriterRow.advance(connection, current.term(), current.start(), current.end())) {
                    RecordRows.insert(connection, current);
                    ProjectionRows.write(connection, current, meter);
                    connection.commit();
                } else {
                    connection.rollback();
                    settle(connection, current);
                }
            } catch (SQLException | RuntimeException e) {
                Failures.rollback(connection, e);
                throw e;
            }
        }
    }

    /// The row was not as expected: another writer has taken over, or the batch is there.
    private static void settle(Connection connection, Unwritten.Batch current) throws SQLException {
        WriterRow row = WriterRow.read(connection);
        connection.commit();
        if (row.term() > current.term()) {
            throw StoreException.staleTerm(current.term(), row.term());
        }
        if (row.term() != current.term() || row.position() != current.end()) {
            throw new StoreException(
                    "the database is at position (%d) in term (%d), instead of (%d) in term (%d): another program has written"
                            .formatted(row.position(), row.term(), current.start(), current.term()));
        }
    }
}

package dev.sluice.queue.postgres;

import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.store.StoreException;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// Drops ended jobs, use and decisions that are older than they are kept. On the crank of the snapshots' writer: it
/// blocks on the database. Not with snapshots: on a small cluster weeks pass between them.
///
/// The row that all writers change is touched last, so the transaction holds it for a moment only.
final class OldHistory implements Step {
    private static final Logger LOG = System.getLogger(OldHistory.class.getName());

    /// History may be so much older than it is kept. Looking for it costs three searches in indexes.
    private static final long EVERY_NANOS = 3_600 * Clock.NANOS_PER_SECOND;

    /// Rows of one table dropped in one transaction: a shorter retention must not become one giant transaction.
    private static final int ROWS_MAX = 100_000;

    /// The pause before the next transaction while there are more rows.
    private static final long MORE_NANOS = Clock.NANOS_PER_SECOND;

    private final Connections connections;
    private final Unwritten unwritten;
    private final Progress progress;
    private final long retentionNanos;
    private final Timers timers;
    private final Retry retry;
    private boolean isPausing;
    private boolean isFailing;

    OldHistory(Connections connections, Unwritten unwritten, Progress progress, long retentionNanos, Timers timers) {
        this.connections = connections;
        this.unwritten = unwritten;
        this.progress = progress;
        this.retentionNanos = retentionNanos;
        this.timers = timers;
        this.retry = new Retry(timers);
    }

    @Override
    public String name() {
        return "old history";
    }

    @Override
    public int work(long nowNanos) {
        if (isPausing || retry.isPausing() || progress.failure() != null) {
            return 0;
        }
        boolean isMore;
        try {
            isMore = drop(nowNanos - retentionNanos);
        } catch (SQLException e) {
            if (!isFailing) {
                LOG.log(Level.WARNING, "old history is not dropped, trying again and again: " + Failures.describe(e));
            }
            isFailing = true;
            retry.failed(nowNanos);
            return 0;
        } catch (StoreException e) {
            progress.failed(e);
            return 0;
        }
        isFailing = false;
        retry.succeeded();
        isPausing = true;
        timers.schedule(nowNanos + (isMore ? MORE_NANOS : EVERY_NANOS), (_, _) -> isPausing = false, 0);
        return 1;
    }

    /// @return whether there may be more
    private boolean drop(long beforeNanos) throws SQLException {
        try (Connection connection = connections.pooled()) {
            connection.setAutoCommit(false);
            try {
                boolean isMoreOfJobs = drop(connection, "job", "ended", beforeNanos);
                boolean isMoreOfRuns = drop(connection, "run", "ended", beforeNanos);
                boolean isMoreOfDecisions = drop(connection, "decision", "time", beforeNanos);
                long term = unwritten.term();
                if (!WriterRow.drop(connection, term, 0)) {
                    connection.rollback();
                    throw StoreException.staleTerm(
                            term, WriterRow.read(connection).term());
                }
                connection.commit();
                return isMoreOfJobs || isMoreOfRuns || isMoreOfDecisions;
            } catch (SQLException | RuntimeException e) {
                Failures.rollback(connection, e);
                throw e;
            }
        }
    }

    private static boolean drop(Connection connection, String table, String column, long beforeNanos)
            throws SQLException {
        String delete =
                "DELETE FROM sluice.%s WHERE ctid = ANY (ARRAY (SELECT ctid FROM sluice.%s WHERE %s < ? LIMIT ?))"
                        .formatted(table, table, column);
        try (PreparedStatement statement = connection.prepareStatement(delete)) {
            statement.setLong(1, beforeNanos);
            statement.setInt(2, ROWS_MAX);
            return statement.executeUpdate() == ROWS_MAX;
        }
    }
}

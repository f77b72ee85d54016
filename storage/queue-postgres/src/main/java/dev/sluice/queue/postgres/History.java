package dev.sluice.queue.postgres;

import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Reads what was decided and what became of jobs, as the views show it.
public final class History {
    /// A job without a time for this.
    public static final long NEVER = -1;

    private final Connections connections;

    public History(Connections connections) {
        this.connections = connections;
    }

    /// A job.
    ///
    /// @param state in lower case, such as `completed`
    /// @param startedNanos [#NEVER] if it did not start; so with its end
    /// @param nodes of its last run, as a hostlist
    public record PastJob(
            long id,
            String namespace,
            String name,
            String state,
            long submittedNanos,
            long startedNanos,
            long endedNanos,
            String nodes,
            boolean isBackfilled,
            int lostRuns,
            String reason) {}

    /// A decision.
    ///
    /// @param job 0 if it is about none
    /// @param node empty if it is about none
    public record PastDecision(long atNanos, String what, long job, String node, String reason) {}

    /// Returns jobs in the order of their submission.
    ///
    /// @throws StoreException if the database cannot be read
    public List<PastJob> jobs(int most) {
        List<PastJob> jobs = new ArrayList<>();
        try (Connection connection = connections.pooled();
                PreparedStatement statement = connection.prepareStatement("""
                        SELECT id, namespace, name, lower(state), submitted, started, ended, nodes, backfilled,
                               lost_runs, reason
                        FROM sluice.job ORDER BY submitted, id LIMIT ?""")) {
            statement.setInt(1, most);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    jobs.add(new PastJob(
                            row.getLong(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4),
                            row.getLong(5),
                            time(row, 6),
                            time(row, 7),
                            row.getString(8),
                            row.getBoolean(9),
                            row.getInt(10),
                            row.getString(11)));
                }
            }
        } catch (SQLException e) {
            throw unreadable(e);
        }
        return jobs;
    }

    /// Returns decisions in their order.
    ///
    /// @throws StoreException if the database cannot be read
    public List<PastDecision> decisions(int most) {
        List<PastDecision> decisions = new ArrayList<>();
        try (Connection connection = connections.pooled();
                PreparedStatement statement = connection.prepareStatement("""
                        SELECT time, what, coalesce(job, 0), coalesce(node, ''), reason
                        FROM sluice.decision ORDER BY position LIMIT ?""")) {
            statement.setInt(1, most);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    decisions.add(new PastDecision(
                            row.getLong(1), row.getString(2), row.getLong(3), row.getString(4), row.getString(5)));
                }
            }
        } catch (SQLException e) {
            throw unreadable(e);
        }
        return decisions;
    }

    private static long time(ResultSet row, int column) throws SQLException {
        long nanos = row.getLong(column);
        return row.wasNull() ? NEVER : nanos;
    }

    private static StoreException unreadable(SQLException cause) {
        return new StoreException("the history cannot be read: " + cause.getMessage(), cause);
    }
}

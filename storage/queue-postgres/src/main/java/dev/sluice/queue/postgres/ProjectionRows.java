package dev.sluice.queue.postgres;

import dev.sluice.queue.JobState;
import dev.sluice.queue.postgres.project.Amounts;
import dev.sluice.queue.postgres.project.DecisionRow;
import dev.sluice.queue.postgres.project.JobRow;
import dev.sluice.queue.postgres.project.Projection;
import dev.sluice.queue.postgres.project.RunRow;
import dev.sluice.queue.postgres.project.ShareMeter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes what a batch of records changes in the tables that people read: jobs, runs and decisions.
final class ProjectionRows {
    private static final String JOB_COLUMNS = "id, state, user_name, account, queue, priority, name, namespace, wall,"
            + " submitted, planned, started, ended, backfilled, nodes, lost_runs, reason, since, milli_cores,"
            + " memory_bytes, gpus, core_seconds, memory_byte_seconds, gpu_seconds";

    private static final String UPSERT_JOB = "INSERT INTO sluice.job (" + JOB_COLUMNS + ") VALUES ("
            + "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET ("
            + JOB_COLUMNS + ") = ROW (excluded.*)";

    private static final String INSERT_RUN = "INSERT INTO sluice.run (job, number, user_name, account, queue, name,"
            + " namespace, nodes, started, ended, exit, core_seconds, memory_byte_seconds, gpu_seconds,"
            + " exit_code) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " ON CONFLICT DO NOTHING"; // of a job whose id was used before, within the history

    private static final String INSERT_DECISION =
            "INSERT INTO sluice.decision (position, time, what, job, node, reason)" + " VALUES (?, ?, ?, ?, ?, ?)";

    private ProjectionRows() {}

    static void write(Connection connection, Unwritten.Batch batch, ShareMeter meter) throws SQLException {
        Set<Long> jobs = new LinkedHashSet<>();
        batch.records().forEach(record -> Projection.jobOf(record).ifPresent(jobs::add));
        Projection projection = new Projection(meter, read(connection, jobs));
        for (int i = 0; i < batch.records().size(); i++) {
            projection.apply(batch.start() + i + 1, batch.records().get(i));
        }
        writeJobs(connection, projection.jobs());
        writeRuns(connection, projection.runs());
        writeDecisions(connection, projection.decisions());
    }

    private static Map<Long, JobRow> read(Connection connection, Set<Long> jobs) throws SQLException {
        Map<Long, JobRow> rows = new LinkedHashMap<>();
        if (jobs.isEmpty()) {
            return rows;
        }
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT " + JOB_COLUMNS + " FROM sluice.job WHERE id = ANY (?)")) {
            statement.setArray(1, connection.createArrayOf("bigint", jobs.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    JobRow job = job(row);
                    rows.put(job.id, job);
                }
            }
        }
        return rows;
    }

    private static JobRow job(ResultSet row) throws SQLException {
        JobRow job = new JobRow(row.getLong(1));
        job.state = JobState.valueOf(row.getString(2));
        job.user = row.getString(3);
        job.account = row.getString(4);
        job.queue = row.getString(5);
        job.priority = row.getLong(6);
        job.name = row.getString(7);
        job.namespace = row.getString(8);
        job.wallNanos = row.getLong(9);
        job.submittedNanos = row.getLong(10);
        job.plannedNanos = optional(row, 11);
        job.startedNanos = optional(row, 12);
        job.endedNanos = optional(row, 13);
        job.backfilled = row.getBoolean(14);
        job.nodes = row.getString(15);
        job.lostRuns = row.getInt(16);
        job.reason = row.getString(17);
        job.sinceNanos = optional(row, 18);
        job.held = new Amounts(row.getLong(19), row.getLong(20), row.getLong(21));
        job.coreSeconds = row.getDouble(22);
        job.memoryByteSeconds = row.getDouble(23);
        job.gpuSeconds = row.getDouble(24);
        return job;
    }

    private static @Nullable Long optional(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    private static void writeJobs(Connection connection, Collection<JobRow> jobs) throws SQLException {
        if (jobs.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(UPSERT_JOB)) {
            for (JobRow job : jobs) {
                statement.setLong(1, job.id);
                statement.setString(2, job.state.name());
                statement.setString(3, job.user);
                statement.setString(4, job.account);
                statement.setString(5, job.queue);
                statement.setLong(6, job.priority);
                statement.setString(7, job.name);
                statement.setString(8, job.namespace);
                statement.setLong(9, job.wallNanos);
                statement.setLong(10, job.submittedNanos);
                set(statement, 11, job.plannedNanos);
                set(statement, 12, job.startedNanos);
                set(statement, 13, job.endedNanos);
                statement.setBoolean(14, job.backfilled);
                statement.setString(15, job.nodes);
                statement.setInt(16, job.lostRuns);
                statement.setString(17, job.reason);
                set(statement, 18, job.sinceNanos);
                statement.setLong(19, job.held.milliCores());
                statement.setLong(20, job.held.memoryBytes());
                statement.setLong(21, job.held.gpus());
                statement.setDouble(22, job.coreSeconds);
                statement.setDouble(23, job.memoryByteSeconds);
                statement.setDouble(24, job.gpuSeconds);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static void set(PreparedStatement statement, int at, @Nullable Long value) throws SQLException {
        if (value == null) {
            statement.setNull(at, Types.BIGINT);
        } else {
            statement.setLong(at, value);
        }
    }

    private static void writeRuns(Connection connection, List<RunRow> runs) throws SQLException {
        if (runs.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(INSERT_RUN)) {
            for (RunRow run : runs) {
                statement.setLong(1, run.job());
                statement.setInt(2, run.number());
                statement.setString(3, run.user());
                statement.setString(4, run.account());
                statement.setString(5, run.queue());
                statement.setString(6, run.name());
                statement.setString(7, run.namespace());
                statement.setString(8, run.nodes());
                statement.setLong(9, run.startedNanos());
                statement.setLong(10, run.endedNanos());
                statement.setString(11, run.exit());
                statement.setDouble(12, run.coreSeconds());
                statement.setDouble(13, run.memoryByteSeconds());
                statement.setDouble(14, run.gpuSeconds());
                statement.setObject(15, run.exitCode(), Types.INTEGER);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static void writeDecisions(Connection connection, List<DecisionRow> decisions) throws SQLException {
        if (decisions.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(INSERT_DECISION)) {
            for (DecisionRow decision : decisions) {
                statement.setLong(1, decision.position());
                statement.setLong(2, decision.timeNanos());
                statement.setString(3, decision.what());
                set(statement, 4, decision.job());
                statement.setString(5, decision.node());
                statement.setString(6, decision.reason());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}

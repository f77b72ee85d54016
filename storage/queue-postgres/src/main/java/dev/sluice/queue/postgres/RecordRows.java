package dev.sluice.queue.postgres;

import dev.sluice.queue.codec.RecordCodec;
import dev.sluice.queue.record.QueueRecord;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Records as rows of JSON.
final class RecordRows {

    /// Rows that the driver holds at a time while it reads.
    private static final int FETCHED_MAX = 1_000;

    private RecordRows() {}

    static void insert(Connection connection, Unwritten.Batch batch) throws SQLException {
        Array bodies = connection.createArrayOf("text", encoded(batch.records()));
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO sluice.record (position, term, body)"
                        + " SELECT ? + number, ?, text::json FROM unnest(?::text[]) WITH ORDINALITY AS it(text, number)")) {
            statement.setLong(1, batch.start());
            statement.setLong(2, batch.term());
            statement.setArray(3, bodies);
            statement.executeUpdate();
        } finally {
            bodies.free();
        }
    }

    private static Object[] encoded(List<QueueRecord> records) {
        Object[] texts = new Object[records.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = RecordCodec.encode(records.get(i));
        }
        return texts;
    }

    static void insertSnapshot(Connection connection, long position, List<QueueRecord> state) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM sluice.snapshot WHERE position = ?");
                PreparedStatement mark =
                        connection.prepareStatement("INSERT INTO sluice.snapshot (position, number) VALUES (?, 0)");
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO sluice.snapshot (position, number, body)"
                                + " SELECT ?, ? + number, text::json FROM unnest(?::text[])"
                                + " WITH ORDINALITY AS it(text, number)")) {
            delete.setLong(1, position);
            delete.executeUpdate();
            mark.setLong(1, position);
            mark.executeUpdate();
            for (int from = 0; from < state.size(); from += FETCHED_MAX) {
                int to = Math.min(from + FETCHED_MAX, state.size());
                insert.setLong(1, position);
                insert.setLong(2, from);
                insert.setArray(3, connection.createArrayOf("text", encoded(state.subList(from, to))));
                insert.executeUpdate();
            }
        }
    }

    static List<QueueRecord> readAfter(Connection connection, long position) throws SQLException {
        return read(connection, "SELECT body FROM sluice.record WHERE position > ? ORDER BY position", position);
    }

    static List<QueueRecord> readSnapshot(Connection connection, long position) throws SQLException {
        return read(
                connection,
                "SELECT body FROM sluice.snapshot WHERE position = ? AND number > 0 ORDER BY number",
                position);
    }

    private static List<QueueRecord> read(Connection connection, String query, long position) throws SQLException {
        List<QueueRecord> records = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setFetchSize(FETCHED_MAX);
            statement.setLong(1, position);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    records.add(RecordCodec.decode(rows.getString(1)));
                }
            }
        }
        return records;
    }
}

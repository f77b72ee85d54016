package dev.sluice.queue.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// The one row of the table `writer`. Its lock puts all writing transactions in a row.
///
/// @param term of the latest writer
/// @param position of the last record
/// @param dropped records up to this position are gone
public record WriterRow(long term, long position, long dropped) {

    public static WriterRow read(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement("SELECT term, position, dropped FROM sluice.writer");
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("the table sluice.writer is empty: it was changed by hand");
            }
            return new WriterRow(row.getLong(1), row.getLong(2), row.getLong(3));
        }
    }

    /// Moves the position, if it is as expected and no higher term has written.
    static boolean advance(Connection connection, long term, long from, long to) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE sluice.writer SET term = ?, position = ? WHERE term <= ? AND position = ?")) {
            statement.setLong(1, term);
            statement.setLong(2, to);
            statement.setLong(3, term);
            statement.setLong(4, from);
            return statement.executeUpdate() == 1;
        }
    }

    /// Notes that records are gone, if no higher term has written.
    static boolean drop(Connection connection, long term, long dropped) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE sluice.writer SET dropped = greatest(dropped, ?) WHERE term <= ? AND position >= ?")) {
            statement.setLong(1, dropped);
            statement.setLong(2, term);
            statement.setLong(3, dropped);
            return statement.executeUpdate() == 1;
        }
    }

    /// Begins a new term; the writers of all earlier ones are refused from now on.
    public static long raiseTerm(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement("UPDATE sluice.writer SET term = term + 1 RETURNING term");
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("the table sluice.writer is empty: it was changed by hand");
            }
            return row.getLong(1);
        }
    }
}

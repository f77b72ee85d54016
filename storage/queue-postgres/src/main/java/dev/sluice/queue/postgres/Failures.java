package dev.sluice.queue.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/// What to say and do about a transaction that has failed.
final class Failures {
    private Failures() {}

    /// Returns the messages of the exception and of its cause: the pool's exception says only that it waited.
    static String describe(SQLException failure) {
        Throwable cause = failure.getCause();
        String first = String.valueOf(failure.getMessage());
        return cause == null || first.equals(cause.getMessage()) ? first : first + " (" + cause + ")";
    }

    static void rollback(Connection connection, Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}

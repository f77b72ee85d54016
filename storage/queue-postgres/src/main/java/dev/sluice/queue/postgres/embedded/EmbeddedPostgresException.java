package dev.sluice.queue.postgres.embedded;

/// The embedded PostgreSQL cannot be started; the message says what to do.
public final class EmbeddedPostgresException extends RuntimeException {
    private static final long serialVersionUID = 1;

    EmbeddedPostgresException(String message) {
        super(message);
    }

    EmbeddedPostgresException(String message, Throwable cause) {
        super(message, cause);
    }
}

package dev.sluice.queue.store;

/// A store refuses a write or a read, or cannot carry it out.
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    /// The writer has been replaced by one with a higher term.
    public static StoreException staleTerm(long term, long seen) {
        return new StoreException("term (%d) is lower than (%d): another writer has taken over".formatted(term, seen));
    }
}

package dev.sluice.queue.codec;

/// A text is not a record that this program can read.
public final class CodecException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CodecException(String message) {
        super(message);
    }

    CodecException(String message, Throwable cause) {
        super(message, cause);
    }
}

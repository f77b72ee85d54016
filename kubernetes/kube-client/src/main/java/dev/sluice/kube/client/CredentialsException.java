package dev.sluice.kube.client;

/// Thrown if credentials cannot be loaded; the message names the file and the error.
public final class CredentialsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CredentialsException(String message, Throwable cause) {
        super(message, cause);
    }

    CredentialsException(String message) {
        super(message);
    }
}

package dev.sluice.kube.client;

/// Why a cluster cannot be spoken to: it names the file and what is wrong with it.
public final class CredentialsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CredentialsException(String message, Throwable cause) {
        super(message, cause);
    }

    CredentialsException(String message) {
        super(message);
    }
}

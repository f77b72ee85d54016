package dev.sluice.kube.apiserver.http;

/// A port that is not to be had: another program has it, or this one may not.
public final class ListenException extends RuntimeException {
    private final int port;

    ListenException(int port) {
        super("port (" + port + ") cannot be listened on");
        this.port = port;
    }

    public int port() {
        return port;
    }
}

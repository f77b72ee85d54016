package dev.sluice.kube.apiserver.http;

/// A port cannot be opened: it is in use, or this process may not open it.
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

package dev.sluice.kube.port;

import dev.sluice.kube.json.JsonObject;

/// An error response of the server, with its `Status`.
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ApiStatus status;

    public ApiException(ApiStatus status) {
        super(status.message(), null, false, false);
        this.status = status;
    }

    public ApiStatus status() {
        return status;
    }

    public int code() {
        return status.code();
    }

    public String reason() {
        return status.reason();
    }

    public JsonObject body() {
        return status.toJson();
    }
}

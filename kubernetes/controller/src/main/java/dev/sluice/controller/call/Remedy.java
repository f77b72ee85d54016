package dev.sluice.controller.call;

import dev.sluice.kube.port.ApiStatus;

/// What a failed call means. One table for all calls:
///
/// | answer | meaning | remedy |
/// |---|---|---|
/// | 404, 410 | the object is gone, or another one has its name | its watch reports the end; nothing is repeated |
/// | 409 | the object has changed: a precondition failed, or it is already so | read it, then decide anew |
/// | 408, 429, 5xx | the server is overloaded or restarts | the same call again, after a back-off |
/// | 400, 401, 403, 413, 422 | the server, a policy or a webhook will not have it | undo, with a back-off for the job |
/// | no answer | it may have happened | read the object, then decide anew |
/// | not made | this process could not act | decide anew |
public enum Remedy {
    /// The call succeeded.
    NONE,
    DROP,
    READ_AGAIN,
    RETRY,
    UNDO,
    DECIDE_AGAIN;

    static Remedy of(ApiStatus status) {
        return switch (status.code()) {
            case 404, 410 -> DROP;
            case 409 -> READ_AGAIN;
            case 408, 429 -> RETRY;
            default -> status.code() >= 500 ? RETRY : UNDO;
        };
    }
}

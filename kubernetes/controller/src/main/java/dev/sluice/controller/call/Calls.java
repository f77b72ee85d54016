package dev.sluice.controller.call;

import java.util.function.Consumer;

/// Starts requests to the API server. Belongs to the engine's thread; so do the answers.
///
/// A call may be repeated after a restart or an unknown outcome, so each must be idempotent: it names the UID or the
/// resource version that it is about.
public interface Calls {

    /// Starts a call.
    ///
    /// @param then gets the answer, once
    void start(Call call, Consumer<Answer> then);

    /// Returns since when calls have been started at once, as far as that was noticed; now, if they are not.
    default long openSinceNanos() {
        return Long.MIN_VALUE;
    }
}

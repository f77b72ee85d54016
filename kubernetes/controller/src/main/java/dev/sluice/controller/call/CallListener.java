package dev.sluice.controller.call;

/// Told of calls that did not succeed, on the engine's thread. What they mean for jobs is decided elsewhere.
@FunctionalInterface
public interface CallListener {
    CallListener NONE = (_, _) -> {};

    /// Takes note of a call that did not succeed.
    ///
    /// @param answer anything but [Answer.Done]
    void failed(Call call, Answer answer);
}

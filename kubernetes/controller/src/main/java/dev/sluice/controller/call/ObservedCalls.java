package dev.sluice.controller.call;

import java.util.function.Consumer;

/// Tells a listener of calls that did not succeed.
public record ObservedCalls(Calls calls, CallListener listener) implements Calls {

    @Override
    public void start(Call call, Consumer<Answer> then) {
        calls.start(call, answer -> {
            if (answer.remedy() != Remedy.NONE) {
                listener.failed(call, answer);
            }
            then.accept(answer);
        });
    }

    @Override
    public long openSinceNanos() {
        return calls.openSinceNanos();
    }
}

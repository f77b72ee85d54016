package dev.sluice.kube.apiserver;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// A value that is made on a thread of its own, by the time that it is needed.
///
/// Keys for TLS take a fifth of a second in a JVM that has just started, which a server can use otherwise.
final class BackgroundValue<T> {
    private final FutureTask<T> task;

    private BackgroundValue(FutureTask<T> task) {
        this.task = task;
    }

    /// Begins to make it.
    static <T> BackgroundValue<T> of(String name, Supplier<T> value) {
        FutureTask<T> task = new FutureTask<>(value::get);
        Thread.ofPlatform().daemon().name(name).start(task);
        return new BackgroundValue<>(task);
    }

    /// Waits for it.
    T get() {
        boolean wasInterrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException _) {
                    wasInterrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

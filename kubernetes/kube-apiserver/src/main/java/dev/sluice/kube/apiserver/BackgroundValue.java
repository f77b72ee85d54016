package dev.sluice.kube.apiserver;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// A value computed on a background thread, so that it is ready when it is first needed.
///
/// TLS keys take a fifth of a second in a JVM that has just started.
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

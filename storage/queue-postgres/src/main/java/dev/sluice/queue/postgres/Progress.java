package dev.sluice.queue.postgres;

import dev.sluice.queue.store.StoreException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// How far the database is; written by the writers' threads, read by any.
final class Progress {
    private volatile long durable;
    private volatile @Nullable String trouble;
    private final AtomicReference<@Nullable StoreException> failure = new AtomicReference<>();
    private volatile Runnable onChange = () -> {};

    Progress(long durable) {
        this.durable = durable;
    }

    void onChange(Runnable listener) {
        onChange = listener;
    }

    long durable() {
        return durable;
    }

    void reached(long position) {
        durable = position;
        trouble = null;
        onChange.run();
    }

    /// The database does not answer or refuses; the writer tries again.
    void troubled(String why) {
        trouble = why;
        onChange.run();
    }

    void untroubled() {
        trouble = null;
    }

    @Nullable
    String trouble() {
        return trouble;
    }

    /// For good; the first failure counts.
    void failed(StoreException why) {
        failure.compareAndSet(null, why);
        onChange.run();
    }

    @Nullable
    StoreException failure() {
        return failure.get();
    }
}

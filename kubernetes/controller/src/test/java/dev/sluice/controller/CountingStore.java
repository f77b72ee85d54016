package dev.sluice.controller;

import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.queue.store.QueueStore;
import java.util.List;
import java.util.Optional;

/// A store that outlives schedulers, counts their appends, and can end the scheduler right before or after one.
final class CountingStore implements QueueStore {
    private final InMemoryQueueStore records = new InMemoryQueueStore();
    private long appends;
    private long crashAt = Long.MAX_VALUE;
    private boolean isWrittenFirst;
    private Runnable crash = () -> {};

    /// Ends a scheduler's turn in the middle.
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    long appends() {
        return appends;
    }

    /// @param isWritten whether the records of that append survive
    void crashAt(long append, boolean isWritten, Runnable scheduler) {
        crashAt = append;
        isWrittenFirst = isWritten;
        crash = scheduler;
    }

    @Override
    public long append(long term, List<QueueRecord> more) {
        appends++;
        boolean isCrash = appends == crashAt;
        if (!isCrash || isWrittenFirst) {
            long position = records.append(term, more);
            if (!isCrash) {
                return position;
            }
        }
        crash.run();
        throw new Crash();
    }

    @Override
    public long durable() {
        return records.durable();
    }

    @Override
    public void snapshot(Snapshot snapshot) {
        records.snapshot(snapshot);
    }

    @Override
    public Optional<Snapshot> latestSnapshot() {
        return records.latestSnapshot();
    }

    @Override
    public List<QueueRecord> read(long from) {
        return records.read(from);
    }
}

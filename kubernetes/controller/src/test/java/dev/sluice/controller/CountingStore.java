package dev.sluice.controller;

import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.queue.store.QueueStore;
import java.util.List;
import java.util.Optional;

/// A store that outlives schedulers, counts their appends, and can end the scheduler right before or after one.
final class CountingStore implements QueueStore {
    private long durable = Long.MAX_VALUE;
    private InMemoryQueueStore records = new InMemoryQueueStore();
    private long appends;
    private long crashAt = Long.MAX_VALUE;
    private boolean isWrittenFirst;
    private Runnable crash = () -> {};

    /// Ends a scheduler's turn in the middle.
    static final class Crash extends Error {
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

    /// What a store has at one moment.
    record Backup(List<QueueRecord> state, List<QueueRecord> tail) {}

    Backup backup() {
        Optional<Snapshot> snapshot = records.latestSnapshot();
        long from = snapshot.map(Snapshot::position).orElse(0L);
        return new Backup(snapshot.map(Snapshot::state).orElse(List.of()), records.read(from));
    }

    /// Puts the store back to an earlier moment. Only while no scheduler runs.
    void restore(Backup backup) {
        records = new InMemoryQueueStore();
        records.snapshot(new Snapshot(0, backup.state()));
        records.append(0, backup.tail());
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

    /// From now on nothing more becomes durable.
    void holdBack() {
        durable = records.durable();
    }

    /// What was held back is durable.
    void letThrough() {
        durable = Long.MAX_VALUE;
    }

    @Override
    public long durable() {
        return Math.min(durable, records.durable());
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

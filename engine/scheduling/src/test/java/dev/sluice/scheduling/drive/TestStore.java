package dev.sluice.scheduling.drive;

import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.queue.store.QueueStore;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A store that lags and fails when it is told to.
final class TestStore implements QueueStore {
    private final InMemoryQueueStore records = new InMemoryQueueStore();
    boolean lags;

    @Nullable
    RuntimeException failure;

    private long durable;

    void catchUp() {
        durable = records.durable();
    }

    @Override
    public long append(long term, List<QueueRecord> more) {
        if (failure != null) {
            throw failure;
        }
        long position = records.append(term, more);
        if (!lags) {
            catchUp();
        }
        return position;
    }

    @Override
    public long durable() {
        return durable;
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

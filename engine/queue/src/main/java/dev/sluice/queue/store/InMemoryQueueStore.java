package dev.sluice.queue.store;

import dev.sluice.queue.record.QueueRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps records for as long as the process lives. Not thread-safe.
public final class InMemoryQueueStore implements QueueStore {
    private final List<QueueRecord> records = new ArrayList<>();
    private long dropped;
    private long term;
    private @Nullable Snapshot snapshot;

    @Override
    public long append(long writerTerm, List<QueueRecord> more) {
        if (writerTerm < term) {
            throw StoreException.staleTerm(writerTerm, term);
        }
        term = writerTerm;
        records.addAll(List.copyOf(more));
        return durable();
    }

    @Override
    public long durable() {
        return dropped + records.size();
    }

    @Override
    public void snapshot(Snapshot newSnapshot) {
        if (newSnapshot.position() > durable()) {
            throw new StoreException("a snapshot at position (%d) is ahead of the last record (%d)"
                    .formatted(newSnapshot.position(), durable()));
        }
        snapshot = newSnapshot;
        if (newSnapshot.position() > dropped) {
            records.subList(0, (int) (newSnapshot.position() - dropped)).clear();
            dropped = newSnapshot.position();
        }
    }

    @Override
    public Optional<Snapshot> latestSnapshot() {
        return Optional.ofNullable(snapshot);
    }

    @Override
    public List<QueueRecord> read(long from) {
        if (from < dropped || from > durable()) {
            throw new StoreException(
                    "position (%d): only records from (%d) to (%d) are kept".formatted(from, dropped, durable()));
        }
        return List.copyOf(records.subList((int) (from - dropped), records.size()));
    }
}

package dev.sluice.queue.store;

import dev.sluice.queue.record.QueueRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Keeps records for as long as the process lives.
public final class InMemoryQueueStore implements QueueStore {
    private final List<QueueRecord> all = new ArrayList<>();

    @Override
    public void append(List<QueueRecord> records) {
        all.addAll(List.copyOf(records));
    }

    @Override
    public void read(Consumer<QueueRecord> reader) {
        // By index, not by iterator: records may be appended while a reader replays; it sees those present at its
        // start.
        int size = all.size();
        for (int i = 0; i < size; i++) {
            reader.accept(all.get(i));
        }
    }

    @Override
    public long size() {
        return all.size();
    }

    @Override
    public boolean keepsRecords() {
        return true;
    }
}

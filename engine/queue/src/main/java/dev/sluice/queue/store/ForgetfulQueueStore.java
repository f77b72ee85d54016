package dev.sluice.queue.store;

import dev.sluice.queue.record.QueueRecord;
import java.util.List;
import java.util.function.Consumer;

/// Counts records and keeps none: for simulations, which never restart.
public final class ForgetfulQueueStore implements QueueStore {
    private long size;

    @Override
    public void append(List<QueueRecord> records) {
        size += records.size();
    }

    @Override
    public void read(Consumer<QueueRecord> reader) {}

    @Override
    public long size() {
        return size;
    }

    @Override
    public boolean keepsRecords() {
        return false;
    }
}

package dev.sluice.queue.store;

import dev.sluice.queue.record.QueueRecord;
import java.util.List;
import java.util.function.Consumer;

/// Keeps records in the order in which they were appended.
public interface QueueStore {

    /// All of them or, if this fails, none.
    void append(List<QueueRecord> records);

    /// Hands out all records, oldest first.
    void read(Consumer<QueueRecord> reader);

    long size();
}

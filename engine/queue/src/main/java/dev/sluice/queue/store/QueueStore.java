package dev.sluice.queue.store;

import dev.sluice.queue.record.QueueRecord;
import java.util.List;
import java.util.function.Consumer;

/// Keeps records in the order in which they were appended.
public interface QueueStore {

    /// Appends all of the records or, on failure, none.
    void append(List<QueueRecord> records);

    /// Passes all records to the consumer, oldest first.
    void read(Consumer<QueueRecord> reader);

    long size();

    /// Returns whether records that are appended can be read again.
    boolean keepsRecords();
}

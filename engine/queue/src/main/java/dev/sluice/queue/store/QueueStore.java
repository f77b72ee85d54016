package dev.sluice.queue.store;

import dev.sluice.queue.record.QueueRecord;
import java.util.List;
import java.util.Optional;

/// Keeps records in the order in which they were appended. A position is a number of records: the first record lies
/// between the positions 0 and 1.
///
/// One writer at a time: each has a term, and a store that has seen a term refuses writers of lower ones. So a
/// leader that has lost its lease cannot write any more.
public interface QueueStore {

    /// Appends all of the records or, on failure, none. They may survive a crash only later: see [#durable].
    ///
    /// @return the position after the last of them
    /// @throws StoreException if the term is lower than one seen before, or the records cannot be written
    long append(long term, List<QueueRecord> records);

    /// Returns the position up to which all records survive a crash. Never goes back.
    long durable();

    /// Keeps the state at a position, so that readers need not begin at the first record. Records before it may be
    /// dropped.
    ///
    /// @throws StoreException if the position is not durable, or the state cannot be written
    void snapshot(Snapshot snapshot);

    /// Returns the latest snapshot.
    Optional<Snapshot> latestSnapshot();

    /// Returns the records from a position on.
    ///
    /// @throws StoreException if they have been dropped
    List<QueueRecord> read(long from);

    /// The state after so many records, as records that lead to it.
    record Snapshot(long position, List<QueueRecord> state) {
        public Snapshot {
            state = List.copyOf(state);
        }
    }
}

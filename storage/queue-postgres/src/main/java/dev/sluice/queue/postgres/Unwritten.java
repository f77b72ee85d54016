package dev.sluice.queue.postgres;

import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Records that the engine has appended and the database does not have yet. The engine's thread adds, the writer's
/// takes.
final class Unwritten {

    /// Records of one transaction, unless one append has more: large enough that round trips do not count, small
    /// enough that decisions do not wait long for their commit.
    private static final int BATCH_RECORDS_MAX = 5_000;

    /// From here on the store says that it is behind: some seconds of work for the database.
    static final int BEHIND_RECORDS_MIN = 50_000;

    /// Appends beyond it are refused, which stops the engine: a gigabyte or more of memory for what no database has.
    static final int RECORDS_MAX = 1_000_000;

    private final ArrayDeque<Append> appends = new ArrayDeque<>();
    private int records;
    private long position;
    private long term;

    /// All records of one call.
    private record Append(long term, List<QueueRecord> records) {}

    /// Records to write in one transaction.
    ///
    /// @param start the position before the first of them
    record Batch(long term, long start, List<QueueRecord> records) {
        long end() {
            return start + records.size();
        }
    }

    Unwritten(long position, long term) {
        this.position = position;
        this.term = term;
    }

    /// Adds records; returns the position after the last of them.
    synchronized long add(long writerTerm, List<QueueRecord> more) {
        List<QueueRecord> copy = List.copyOf(more);
        if (writerTerm < term) {
            throw StoreException.staleTerm(writerTerm, term);
        }
        if (records + copy.size() > RECORDS_MAX) {
            throw new StoreException("more than (%d) records wait for the database".formatted(RECORDS_MAX));
        }
        term = writerTerm;
        if (!copy.isEmpty()) {
            appends.add(new Append(writerTerm, copy));
            records += copy.size();
            position += copy.size();
        }
        return position;
    }

    /// Removes and returns the next batch: whole appends of one term.
    synchronized @Nullable Batch take() {
        Append first = appends.poll();
        if (first == null) {
            return null;
        }
        long start = position - records;
        List<QueueRecord> batch = new ArrayList<>(first.records());
        Append next = appends.peek();
        while (next != null
                && next.term() == first.term()
                && batch.size() + next.records().size() <= BATCH_RECORDS_MAX) {
            batch.addAll(next.records());
            appends.remove();
            next = appends.peek();
        }
        records -= batch.size();
        return new Batch(first.term(), start, batch);
    }

    synchronized long term() {
        return term;
    }

    synchronized int size() {
        return records;
    }
}

package dev.sluice.scheduling.state;

import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.order.JobHeap;
import java.util.Arrays;
import java.util.stream.IntStream;

/// The jobs that hold resources, by expected end.
///
/// Jobs past their expected end are *overdue* and set aside. Nothing is planned for them: their resources may become
/// free at any moment.
final class HoldingJobs {
    private final JobTable table;
    private final JobHeap running = new JobHeap();
    private final JobHeap overdue = new JobHeap();

    HoldingJobs(JobTable table) {
        this.table = table;
    }

    void add(int job, long endNanos) {
        running.add(job, endNanos, table.sequence(job));
    }

    void remove(int job) {
        heapOf(job).remove(job);
    }

    boolean contains(int job) {
        return running.contains(job) || overdue.contains(job);
    }

    long endNanos(int job) {
        return heapOf(job).key(job);
    }

    private JobHeap heapOf(int job) {
        return running.contains(job) ? running : overdue;
    }

    /// Moves the expected end of a job. An overdue job is so no longer.
    void moveEnd(int job, long endNanos) {
        remove(job);
        add(job, endNanos);
    }

    /// The next expected end, or [Long#MAX_VALUE]. Overdue jobs do not count.
    long nextEndNanos() {
        int first = running.first();
        return first == JobHeap.NONE ? Long.MAX_VALUE : running.key(first);
    }

    /// The first job whose expected end is not later than this, or [JobTable#NO_JOB].
    int firstDue(long nowNanos) {
        return nextEndNanos() <= nowNanos ? running.first() : JobTable.NO_JOB;
    }

    /// All jobs by expected end, the overdue ones last.
    int[] all() {
        return IntStream.concat(Arrays.stream(running.sorted()), Arrays.stream(overdue.sorted()))
                .toArray();
    }

    boolean hasOverdue() {
        return overdue.size() > 0;
    }

    /// Sets a job aside that is past its expected end.
    void setOverdue(int job) {
        long end = running.key(job);
        running.remove(job);
        overdue.add(job, end, table.sequence(job));
    }

    /// Sets all jobs aside that are past their expected end.
    ///
    /// @return whether there are new ones
    boolean noteOverdue(long nowNanos) {
        boolean isNew = false;
        for (int job = firstDue(nowNanos); job != JobTable.NO_JOB; job = firstDue(nowNanos)) {
            setOverdue(job);
            isNew = true;
        }
        return isNew;
    }
}

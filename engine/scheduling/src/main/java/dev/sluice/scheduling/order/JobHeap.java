package dev.sluice.scheduling.order;

import dev.sluice.runtime.heap.IntHeap;
import java.util.Comparator;
import java.util.stream.IntStream;

/// A set of jobs that gives access to the first one by key, then by submission, and from which any job can be
/// removed.
///
/// New jobs usually belong near the bottom of the heap and removed ones usually are there, so both operations take
/// a step or two where a search tree would be searched from its root.
public final class JobHeap {
    public static final int NONE = IntHeap.NONE;

    private final IntHeap jobs = IntHeap.tracked();

    public int size() {
        return jobs.size();
    }

    /// The first job, or [#NONE].
    public int first() {
        return jobs.first();
    }

    /// One of the jobs, for iteration; in no particular order but for the first.
    public int job(int i) {
        return jobs.value(i);
    }

    public boolean contains(int job) {
        return jobs.contains(job);
    }

    /// The key of a job in the set.
    public long key(int job) {
        return jobs.key(job);
    }

    /// All jobs in order.
    public int[] sorted() {
        return IntStream.range(0, size())
                .map(this::job)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(this::key).thenComparingLong(jobs::tieBreak))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /// Adds a job.
    ///
    /// @param sequence orders jobs with equal keys
    public void add(int job, long key, long sequence) {
        jobs.add(key, sequence, job);
    }

    /// Removes a job that is in the set.
    public void remove(int job) {
        jobs.remove(job);
    }
}

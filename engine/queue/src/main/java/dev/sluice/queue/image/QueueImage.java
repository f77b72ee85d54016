package dev.sluice.queue.image;

import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// An immutable copy of all jobs in submission order, comparable by value.
public record QueueImage(List<Entry> jobs) {
    /// One job with its state and times.
    ///
    /// @param times submitted, planned, promised, started, confirmed, ended, back-off over;
    ///     [JobTable#NEVER] if not yet
    /// @param lost the number of lost runs
    /// @param failedOn the nodes that failed the last run
    public record Entry(
            Job job,
            JobState state,
            long estimateNanos,
            List<Long> times,
            int lost,
            List<String> failedOn,
            boolean backfilled,
            boolean due) {
        public Entry {
            times = List.copyOf(times);
            failedOn = List.copyOf(failedOn);
        }
    }

    public QueueImage {
        jobs = List.copyOf(jobs);
    }

    public static QueueImage of(JobTable table) {
        List<Entry> jobs = new ArrayList<>(table.size());
        List<Integer> inOrder = IntStream.range(0, table.size())
                .filter(index -> !table.isFree(index))
                .boxed()
                .sorted(Comparator.comparingLong(table::sequence))
                .toList();
        for (int job : inOrder) {
            List<Long> times = List.of(
                    table.submittedNanos(job),
                    table.plannedNanos(job),
                    table.promisedNanos(job),
                    table.startedNanos(job),
                    table.confirmedNanos(job),
                    table.endNanos(job),
                    table.retryNanos(job));
            jobs.add(new Entry(
                    table.job(job),
                    table.state(job),
                    table.estimateNanos(job),
                    times,
                    table.lostCount(job),
                    table.failedOn(job),
                    table.isBackfilled(job),
                    table.isDue(job)));
        }
        return new QueueImage(jobs);
    }
}

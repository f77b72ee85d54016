package dev.sluice.simulator.drive;

import dev.sluice.traces.WorkloadJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// When jobs are submitted: at the time that the workload says, or after the end of another job.
final class Arrivals {
    private final List<WorkloadJob> timed;
    private final List<WorkloadJob> following = new ArrayList<>();

    /// Numbers in [#following], by the number of the job that they follow.
    private final Map<Long, List<Integer>> followers = new HashMap<>();

    private int left;

    /// @param followsPreceding whether a job that names a preceding one comes after its end
    Arrivals(List<WorkloadJob> jobs, boolean followsPreceding) {
        if (!followsPreceding) {
            timed = jobs;
            return;
        }
        timed = new ArrayList<>();
        // Only of jobs that come earlier in the workload, so that nobody waits for themselves.
        Set<Long> known = new HashSet<>();
        for (WorkloadJob job : jobs) {
            if (known.contains(job.precedingJob())) {
                followers
                        .computeIfAbsent(job.precedingJob(), _ -> new ArrayList<>())
                        .add(following.size());
                following.add(job);
            } else {
                timed.add(job);
                left += job.precedingJob() > 0 ? 1 : 0;
            }
            known.add(job.number());
        }
    }

    /// In the order of their times.
    List<WorkloadJob> timed() {
        return timed;
    }

    WorkloadJob following(int number) {
        return following.get(number);
    }

    int followingCount() {
        return following.size();
    }

    /// How many name a preceding job that is not there or comes later; they come at their times.
    int left() {
        return left;
    }

    /// Those who come now that the job is over. Told once.
    List<Integer> after(long jobNumber) {
        List<Integer> released = followers.remove(jobNumber);
        return released == null ? List.of() : released;
    }

    /// Think time after the end; where that is not known, the time that the workload says, if it is later.
    long submitNanos(int number, long endNanos) {
        WorkloadJob job = following.get(number);
        return job.thinkNanos() < 0 ? Math.max(endNanos, job.submitNanos()) : endNanos + job.thinkNanos();
    }
}

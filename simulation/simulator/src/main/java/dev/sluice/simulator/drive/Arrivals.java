package dev.sluice.simulator.drive;

import dev.sluice.traces.WorkloadJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Submit times: those of the workload, or a think time after the end of a preceding job.
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
        // Only jobs earlier in the workload count, so that no job waits for itself.
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

    /// Returns how many name a preceding job that is missing or comes later; they are submitted at their own
    /// times.
    int left() {
        return left;
    }

    /// Returns the jobs to submit now that this job has ended. Each is returned once.
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

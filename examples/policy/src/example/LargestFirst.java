package example;

import dev.sluice.scheduling.backfill.Pass;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The largest job first: large jobs do not starve behind a stream of small ones.
///
/// The waiting jobs are tried by size, the largest first; among equals, the order of the queue decides. The first job
/// that does not fit gets a reservation. Smaller jobs start if they do not delay it.
public final class LargestFirst implements SchedulingPolicy {

    /// The name for `--policy`.
    @Override
    public String name() {
        return "largest-first";
    }

    @Override
    public void run(Pass pass) {
        // The reservation of the last pass may belong to a job that is no longer the largest.
        pass.dropPlans();
        boolean isReserved = false;
        for (int job : largestFirst(pass)) {
            if (!pass.isAllowed(job)) {
                // A job that has just started used up the limit of this job's queue or user.
                continue;
            }
            boolean isAhead = job != pass.first();
            if (!pass.tryStart(job, isAhead) && !isReserved) {
                isReserved = pass.reserve(job);
            }
        }
    }

    private static List<Integer> largestFirst(Pass pass) {
        List<Integer> jobs = new ArrayList<>();
        for (int job = pass.first(); job != Pass.NO_JOB; job = pass.next(job)) {
            jobs.add(job);
        }
        // A stable sort: jobs of one size stay in the order of the queue.
        jobs.sort(Comparator.comparingLong(pass::cores).reversed());
        return jobs;
    }
}

package dev.sluice.traces;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What a simulation runs: jobs in the order in which they are submitted, at equal times by number.
///
/// @param machineProcessors the size of the machine that the workload is from or for, where the source says it
/// @param unixStartSeconds when its clock starts, where the source says it
public record Workload(List<WorkloadJob> jobs, OptionalInt machineProcessors, OptionalLong unixStartSeconds) {

    private static final Comparator<WorkloadJob> BY_SUBMISSION =
            Comparator.comparingDouble(WorkloadJob::submitSeconds).thenComparingLong(WorkloadJob::number);

    public Workload {
        jobs = isOrdered(jobs)
                ? List.copyOf(jobs)
                : jobs.stream().sorted(BY_SUBMISSION).toList();
    }

    private static boolean isOrdered(List<WorkloadJob> jobs) {
        for (int i = 1; i < jobs.size(); i++) {
            if (BY_SUBMISSION.compare(jobs.get(i - 1), jobs.get(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    /// A workload as it was found.
    ///
    /// @param leftOut jobs and lines that could not be used
    public record Loaded(Workload workload, LeftOut leftOut) {}

    public Workload withJobs(List<WorkloadJob> others) {
        return new Workload(others, machineProcessors, unixStartSeconds);
    }

    public Workload withMachine(int processors) {
        return new Workload(jobs, OptionalInt.of(processors), unixStartSeconds);
    }

    /// The largest job; no machine with fewer processors can run the workload. 0 if there are no jobs.
    public int processorsMax() {
        return jobs.stream().mapToInt(WorkloadJob::processors).max().orElse(0);
    }

    /// From the first submission to the last.
    public double spanSeconds() {
        return jobs.isEmpty()
                ? 0
                : jobs.getLast().submitSeconds() - jobs.getFirst().submitSeconds();
    }

    /// Processors times seconds, of all jobs.
    public double workSeconds() {
        return jobs.stream()
                .mapToDouble(job -> job.processors() * job.runSeconds())
                .sum();
    }

    /// The work that arrives per second, relative to what a machine of this size can do: beyond 1 the queue grows
    /// without end. Jobs that are larger than the machine do not count, as they never run.
    public double offeredLoad(int processors) {
        double work = jobs.stream()
                .filter(job -> job.processors() <= processors)
                .mapToDouble(job -> job.processors() * job.runSeconds())
                .sum();
        return work / (processors * spanSeconds());
    }
}

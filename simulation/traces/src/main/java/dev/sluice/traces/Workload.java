package dev.sluice.traces;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The jobs of a simulation, in submission order; simultaneous ones by number.
///
/// @param machineProcessors the size of the machine that the workload is from or for, if known
/// @param unixStartSeconds when its clock starts, if known
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

    /// A workload that was read from a file.
    ///
    /// @param leftOut jobs and lines that could not be used
    public record Loaded(Workload workload, LeftOut leftOut) {}

    public Workload withJobs(List<WorkloadJob> others) {
        return new Workload(others, machineProcessors, unixStartSeconds);
    }

    public Workload withMachine(int processors) {
        return new Workload(jobs, OptionalInt.of(processors), unixStartSeconds);
    }

    /// Returns the size of the largest job: the smallest machine that can run the workload. 0 if there are no
    /// jobs.
    public int processorsMax() {
        return jobs.stream().mapToInt(WorkloadJob::processors).max().orElse(0);
    }

    /// Returns the time from the first submission to the last.
    public double spanSeconds() {
        return jobs.isEmpty()
                ? 0
                : jobs.getLast().submitSeconds() - jobs.getFirst().submitSeconds();
    }

    /// Returns the processor-seconds of all jobs.
    public double workSeconds() {
        return jobs.stream()
                .mapToDouble(job -> job.processors() * job.runSeconds())
                .sum();
    }

    /// Returns the work that arrives per second, relative to the capacity of a machine of this size: above 1
    /// the queue grows without bound. Jobs larger than the machine do not count, as they never run.
    public double offeredLoad(int processors) {
        double work = jobs.stream()
                .filter(job -> job.processors() <= processors)
                .mapToDouble(job -> job.processors() * job.runSeconds())
                .sum();
        return work / (processors * spanSeconds());
    }
}

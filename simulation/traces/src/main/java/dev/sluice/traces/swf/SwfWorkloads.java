package dev.sluice.traces.swf;

import dev.sluice.traces.LeftOut;
import dev.sluice.traces.Workload;
import dev.sluice.traces.Workload.Loaded;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.WorkloadJob.Origin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Converts SWF to workloads and back. The wait times of a trace are ignored: a simulation computes its own.
public final class SwfWorkloads {
    /// Statuses of partial runs: to be continued, last and completed, last and failed.
    private static final int PART_FIRST = 2;

    private static final int PART_LAST = 4;

    private SwfWorkloads() {}

    /// The field from which a job's size is taken; if unknown there, the other one is used.
    public enum SizeFrom {
        ALLOCATED(SwfField.ALLOCATED_PROCESSORS, SwfField.REQUESTED_PROCESSORS),
        REQUESTED(SwfField.REQUESTED_PROCESSORS, SwfField.ALLOCATED_PROCESSORS);

        private final SwfField first;
        private final SwfField second;

        SizeFrom(SwfField first, SwfField second) {
            this.first = first;
            this.second = second;
        }

        double of(SwfTrace trace, int job) {
            double size = trace.value(first, job);
            return size > 0 ? size : trace.value(second, job);
        }
    }

    /// Leaves out jobs without a size, run time or submit time, which logs have for jobs cancelled while
    /// waiting. Also leaves out partial runs of jobs that were stopped and continued, since other lines have
    /// their totals.
    public static Loaded toWorkload(SwfTrace trace, SizeFrom sizeFrom) {
        List<WorkloadJob> jobs = new ArrayList<>(trace.size());
        LeftOut.Counter leftOut = new LeftOut.Counter();
        Set<Long> wholes = wholes(trace);
        for (int job = 0; job < trace.size(); job++) {
            try {
                requireWhole(trace, job, wholes);
                jobs.add(job(trace, job, sizeFrom));
            } catch (IllegalArgumentException e) {
                leftOut.add("job " + (long) trace.value(SwfField.JOB_NUMBER, job) + ": " + e.getMessage());
            }
        }
        Workload workload =
                new Workload(jobs, machineSize(trace.header()), trace.header().unixStartTime());
        return new Loaded(workload, trace.leftOut().plus(leftOut.result()));
    }

    /// Returns the jobs with a line for their whole run, if the trace has lines for partial runs.
    private static Set<Long> wholes(SwfTrace trace) {
        Set<Long> wholes = new HashSet<>();
        boolean hasParts = false;
        for (int job = 0; job < trace.size(); job++) {
            if (isPart(trace, job)) {
                hasParts = true;
            } else {
                wholes.add((long) trace.value(SwfField.JOB_NUMBER, job));
            }
        }
        return hasParts ? wholes : Set.of();
    }

    private static boolean isPart(SwfTrace trace, int job) {
        double status = trace.value(SwfField.STATUS, job);
        return status >= PART_FIRST && status <= PART_LAST;
    }

    private static void requireWhole(SwfTrace trace, int job, Set<Long> wholes) {
        if (isPart(trace, job) && wholes.contains((long) trace.value(SwfField.JOB_NUMBER, job))) {
            throw new IllegalArgumentException("status (" + (long) trace.value(SwfField.STATUS, job)
                    + ") is a part of a run of which another line has the whole");
        }
    }

    private static WorkloadJob job(SwfTrace trace, int job, SizeFrom sizeFrom) {
        long number = (long) trace.value(SwfField.JOB_NUMBER, job);
        return new WorkloadJob(
                number,
                Long.toString(number),
                trace.value(SwfField.SUBMIT_TIME, job),
                trace.value(SwfField.RUN_TIME, job),
                (int) sizeFrom.of(trace, job),
                trace.value(SwfField.REQUESTED_TIME, job),
                trace.value(SwfField.REQUESTED_MEMORY, job),
                new Origin(
                        (long) trace.value(SwfField.USER, job),
                        (long) trace.value(SwfField.GROUP, job),
                        (long) trace.value(SwfField.EXECUTABLE, job),
                        (long) trace.value(SwfField.QUEUE, job),
                        (long) trace.value(SwfField.PARTITION, job)),
                (long) trace.value(SwfField.PRECEDING_JOB, job),
                trace.value(SwfField.THINK_TIME, job));
    }

    private static OptionalInt machineSize(SwfHeader header) {
        OptionalLong size = header.machineSize();
        return size.isPresent() && size.getAsLong() > 0 && size.getAsLong() <= Integer.MAX_VALUE
                ? OptionalInt.of((int) size.getAsLong())
                : OptionalInt.empty();
    }

    /// Returns a trace of jobs that have not run yet, with a header.
    ///
    /// @param notes one `Note` each
    public static SwfTrace toTrace(Workload workload, List<String> notes) {
        SwfTrace.Builder trace = new SwfTrace.Builder();
        trace.label("Version", "2.2");
        trace.label("MaxJobs", Integer.toString(workload.jobs().size()));
        trace.label("MaxRecords", Integer.toString(workload.jobs().size()));
        trace.label("Preemption", "No");
        workload.unixStartSeconds().ifPresent(start -> trace.label("UnixStartTime", Long.toString(start)));
        workload.machineProcessors()
                .ifPresent(size ->
                        trace.label("MaxNodes", Integer.toString(size)).label("MaxProcs", Integer.toString(size)));
        notes.forEach(note -> trace.label("Note", note));
        trace.comment("");
        workload.jobs().forEach(job -> trace.add(line(job)));
        return trace.build();
    }

    private static SwfJob line(WorkloadJob job) {
        Origin origin = job.origin();
        return new SwfJob(
                job.number(),
                job.submitSeconds(),
                SwfField.UNKNOWN,
                job.runSeconds(),
                job.processors(),
                SwfField.UNKNOWN,
                SwfField.UNKNOWN,
                job.processors(),
                job.estimateSeconds(),
                job.memoryKilobytes(),
                SwfField.UNKNOWN,
                origin.user(),
                origin.group(),
                origin.executable(),
                origin.queue(),
                origin.partition(),
                job.precedingJob(),
                job.thinkSeconds());
    }
}

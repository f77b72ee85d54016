package dev.sluice.simulator.output;

import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.NameList;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.swf.SwfJob;
import dev.sluice.traces.swf.SwfTrace;
import java.util.List;
import java.util.regex.Pattern;

/// Converts a run to a trace: the jobs that ended, with their waits.
final class ResultTrace {
    private static final double NANOS = 1e9;
    /// Whole numbers that a `double` holds exactly, as readers of SWF may keep them.
    private static final Pattern EXACT = Pattern.compile("\\d{1,15}");

    private static final int UNKNOWN = -1;
    private static final int COMPLETED = 1;
    private static final int FAILED = 0;
    private static final int CANCELLED = 5;

    private final JobResults jobs;
    private final long[] users;
    private final long[] groups;
    private final long[] queues;

    private ResultTrace(JobResults jobs) {
        this.jobs = jobs;
        users = numbers(jobs.users());
        groups = numbers(jobs.groups());
        queues = numbers(jobs.queues());
    }

    static SwfTrace of(RunResult run) {
        ResultTrace result = new ResultTrace(run.jobs());
        SwfTrace.Builder trace = new SwfTrace.Builder()
                .label("Version", "2.2")
                .label("Computer", oneLine(run.name().machine()))
                .label(
                        "Information",
                        oneLine("simulated: policy %s, trace %s, seed %d"
                                .formatted(
                                        run.name().policy(),
                                        run.name().trace(),
                                        run.name().seed())))
                .label("MaxProcs", Integer.toString(run.machineSize()));
        run.setup().unixStartSeconds().ifPresent(start -> trace.label("UnixStartTime", Long.toString(start)));
        run.setup()
                .options()
                .forEach((name, value) ->
                        value.lines().forEach(line -> trace.label("Note", name + ": " + oneLine(line))));
        result.nameQueues(trace);
        for (int row = 0; row < run.jobs().size(); row++) {
            if (run.jobs().state(row) != FinalState.UNFINISHED) {
                trace.add(result.job(row));
            }
        }
        return trace.build();
    }

    private void nameQueues(SwfTrace.Builder trace) {
        List<String> names = jobs.queues().distinct();
        for (int queue = 0; queue < queues.length; queue++) {
            if (queues[queue] != UNKNOWN && !names.get(queue).equals(Long.toString(queues[queue]))) {
                trace.label("Queue", queues[queue] + " " + oneLine(names.get(queue)));
            }
        }
    }

    private SwfJob job(int row) {
        boolean hasRun = jobs.hasRun(row);
        return new SwfJob(
                jobs.number(row),
                jobs.submitNanos(row) / NANOS,
                hasRun ? jobs.waitNanos(row) / NANOS : UNKNOWN,
                hasRun ? jobs.runNanos(row) / NANOS : UNKNOWN,
                hasRun ? jobs.resources(row) : UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                jobs.resources(row),
                jobs.wallTimeNanos(row) == RunResult.NEVER ? UNKNOWN : jobs.wallTimeNanos(row) / NANOS,
                UNKNOWN,
                status(jobs.state(row)),
                users[jobs.users().code(row)],
                groups[jobs.groups().code(row)],
                UNKNOWN,
                queues[jobs.queues().code(row)],
                UNKNOWN,
                UNKNOWN,
                UNKNOWN);
    }

    private static int status(FinalState state) {
        return switch (state) {
            case COMPLETED_SUCCESSFULLY -> COMPLETED;
            case COMPLETED_FAILED, COMPLETED_WALLTIME_REACHED -> FAILED;
            case COMPLETED_KILLED, REJECTED -> CANCELLED;
            case UNFINISHED -> UNKNOWN;
        };
    }

    /// SWF has numbers only. Numeric names, as those from an SWF, are kept; others are numbered from 1 in order
    /// of appearance. The empty name is unknown.
    private static long[] numbers(NameList names) {
        List<String> distinct = names.distinct();
        boolean numeric = distinct.stream()
                .allMatch(name -> name.isEmpty() || EXACT.matcher(name).matches());
        long[] numbers = new long[distinct.size()];
        for (int i = 0; i < numbers.length; i++) {
            String name = distinct.get(i);
            numbers[i] = name.isEmpty() ? UNKNOWN : numeric ? Long.parseLong(name) : i + 1;
        }
        return numbers;
    }

    /// A header value must be on one line.
    private static String oneLine(String text) {
        return text.replaceAll("\\R", " ");
    }
}

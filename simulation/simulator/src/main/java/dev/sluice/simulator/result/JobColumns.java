package dev.sluice.simulator.result;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The jobs of a run while it goes on. Owned by the recorder.
final class JobColumns {
    final LongColumn numbers;
    final LongColumn submits;
    final LongColumn starts;
    final LongColumn finishes;
    final LongColumn wallTimes;
    final LongColumn estimates;

    /// The longest time by which a job's reservation moved later while it was the head of the queue;
    /// [RunResult#NEVER] if it never had one.
    final LongColumn headDelays;

    final IntColumn resources;
    final NameColumn names;
    final NameColumn workloads;
    final NameColumn profiles;
    final NameColumn users;
    final NameColumn groups;
    final NameColumn queues;

    /// The jobs that started, and those that ended, each in time order.
    final IntColumn startOrder;

    final IntColumn endOrder;

    /// The reasons of jobs that did not succeed, if known. Few jobs have one.
    final Map<Integer, EndReason> reasons = new HashMap<>();

    private FinalState[] states;
    private WaitReason[] waitReasons;
    private boolean[] backfilled;

    /// Whether the job had an estimated start in the instant of its submission.
    private boolean[] estimatedAtSubmission;

    JobColumns(int expected) {
        numbers = new LongColumn(expected);
        submits = new LongColumn(expected);
        starts = new LongColumn(expected);
        finishes = new LongColumn(expected);
        wallTimes = new LongColumn(expected);
        estimates = new LongColumn(expected);
        headDelays = new LongColumn(expected);
        resources = new IntColumn(expected);
        names = new NameColumn(expected);
        workloads = new NameColumn(expected);
        profiles = new NameColumn(expected);
        users = new NameColumn(expected);
        groups = new NameColumn(expected);
        queues = new NameColumn(expected);
        startOrder = new IntColumn(expected);
        endOrder = new IntColumn(expected);
        states = new FinalState[expected];
        waitReasons = new WaitReason[expected];
        backfilled = new boolean[expected];
        estimatedAtSubmission = new boolean[expected];
    }

    int add(SubmittedJob job) {
        int row = numbers.size();
        numbers.add(job.number());
        submits.add(job.submitNanos());
        starts.add(RunResult.NEVER);
        finishes.add(RunResult.NEVER);
        wallTimes.add(job.wallTimeNanos());
        estimates.add(RunResult.NEVER);
        headDelays.add(RunResult.NEVER);
        resources.add(job.resources());
        names.add(isOnlyItsNumber(job) ? "" : job.name());
        workloads.add(job.workload());
        profiles.add(job.profile());
        users.add(job.owner().user());
        groups.add(job.owner().group());
        queues.add(job.owner().queue());
        if (row == states.length) {
            states = Arrays.copyOf(states, Growth.next(row));
            waitReasons = Arrays.copyOf(waitReasons, states.length);
            backfilled = Arrays.copyOf(backfilled, states.length);
            estimatedAtSubmission = Arrays.copyOf(estimatedAtSubmission, states.length);
        }
        setState(row, FinalState.UNFINISHED);
        waitReasons[row] = WaitReason.NONE;
        return row;
    }

    private static boolean isOnlyItsNumber(SubmittedJob job) {
        String name = job.name();
        long rest = job.number();
        for (int i = name.length() - 1; i >= 0; i--) {
            if (name.charAt(i) != '0' + rest % 10) {
                return false;
            }
            rest /= 10;
        }
        return rest == 0 && !name.isEmpty() && (name.length() == 1 || name.charAt(0) != '0');
    }

    int size() {
        return numbers.size();
    }

    boolean isUnfinished(int row) {
        return states[row] == FinalState.UNFINISHED;
    }

    void setState(int row, FinalState state) {
        states[row] = state;
    }

    void setBackfilled(int row, boolean is) {
        backfilled[row] = is;
    }

    void setWaitReason(int row, WaitReason reason) {
        waitReasons[row] = reason;
    }

    void setEstimatedAtSubmission(int row) {
        estimatedAtSubmission[row] = true;
    }

    FinalState[] states() {
        return Arrays.copyOf(states, size());
    }

    boolean[] backfilled() {
        return Arrays.copyOf(backfilled, size());
    }

    WaitReason[] waitReasons() {
        return Arrays.copyOf(waitReasons, size());
    }

    boolean[] estimatedAtSubmission() {
        return Arrays.copyOf(estimatedAtSubmission, size());
    }
}

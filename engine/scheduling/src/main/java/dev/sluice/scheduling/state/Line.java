package dev.sluice.scheduling.state;

import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.limit.LimitUsage;
import dev.sluice.scheduling.machine.RequestShape;
import dev.sluice.scheduling.order.LimitGroups;
import dev.sluice.scheduling.order.WaitingJobs;
import java.util.Arrays;
import java.util.Optional;

/// The line of eligible jobs: those that wait for resources only.
///
/// Jobs of one shape that the same limits concern form a group: if one of them cannot start, none can.
final class Line {
    private final JobTable table;
    private final JobShapes shapes;
    private final LimitUsage limits;
    private final Rules rules;
    private final WaitingJobs waiting;
    private final boolean mayAllBeStopped;
    private final LimitGroups groups = new LimitGroups();
    private int[] groupOf = new int[64];
    private boolean[] inLine = new boolean[64];

    Line(JobTable table, JobShapes shapes, LimitUsage limits, Rules rules) {
        this.table = table;
        this.shapes = shapes;
        this.limits = limits;
        this.rules = rules;
        // On a live cluster, jobs wait for nodes to come and for others' work to go.
        this.mayAllBeStopped = rules.recyclesJobs();
        boolean hasLines = mayAllBeStopped || limits.hasLimits();
        this.waiting = new WaitingJobs(rules.scanOrder(), rules.recyclesJobs(), hasLines);
    }

    void expect(int jobs) {
        waiting.expect(jobs);
        makeRoom(jobs);
    }

    private void makeRoom(int jobs) {
        if (jobs > inLine.length) {
            inLine = Arrays.copyOf(inLine, jobs);
            groupOf = Arrays.copyOf(groupOf, jobs);
        }
    }

    WaitingJobs waiting() {
        return waiting;
    }

    boolean contains(int job) {
        return job < inLine.length && inLine[job];
    }

    void add(int job) {
        if (job >= inLine.length) {
            makeRoom(Math.max(job + 1, 2 * inLine.length));
        }
        RequestShape shape = shapes.of(job);
        long key = rules.order().key(table.job(job), shape, table.submittedNanos(job));
        boolean isLimited = limits.isLimited(table, job);
        groupOf[job] = groupNumber(job, isLimited);
        boolean mayBeStopped = isLimited || mayAllBeStopped;
        waiting.add(job, key, table.sequence(job), table.estimateNanos(job), groupOf[job], mayBeStopped, shape);
        inLine[job] = true;
    }

    private int groupNumber(int job, boolean isLimited) {
        if (!limits.hasLimits()) {
            return shapes.number(job);
        }
        Optional<LimitGroups.Owner> owner = isLimited
                ? Optional.of(new LimitGroups.Owner(table.queue(job), table.user(job), table.account(job)))
                : Optional.empty();
        return groups.numberOf(owner, shapes.number(job));
    }

    /// Takes a job out.
    ///
    /// @return whether it was in the line
    boolean remove(int job) {
        if (!contains(job)) {
            return false;
        }
        if (waiting.remove(job, groupOf[job]) && limits.hasLimits()) {
            groups.remove(groupOf[job]);
        }
        inLine[job] = false;
        return true;
    }
}

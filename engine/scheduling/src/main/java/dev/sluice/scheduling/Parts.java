package dev.sluice.scheduling;

import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.machine.NodeUse;
import dev.sluice.scheduling.state.EngineState;
import dev.sluice.scheduling.state.Journal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Parts of running jobs that come and go: pods that end, pods that replace them, and jobs that grow and shrink.
///
/// Parts that are wanted and for which there is no room wait here. They go ahead of the jobs that wait in line: a gang
/// that lacks one of its pods keeps all of its other places busy for nothing.
final class Parts {
    private final Journal journal;
    private final List<Decision> decisions;

    /// How many parts running jobs still want, by the job's id, in the order in which they asked. Not recorded: after a
    /// restart the driver asks again.
    private final Map<Long, Integer> wanted = new LinkedHashMap<>();

    /// The nodes that have failed parts of running jobs, by the job's id. Not recorded: a node that fails again after a
    /// restart is noted again.
    private final Map<Long, AvoidedNodes> avoided = new HashMap<>();

    Parts(Journal journal, List<Decision> decisions) {
        this.journal = journal;
        this.decisions = decisions;
    }

    /// Releases what an ended part held, or what a part gave up.
    ///
    /// @param ended how many parts the job has less
    /// @return whether the job held anything of it
    boolean release(int job, NodeUse part, int ended, long now) {
        EngineState state = journal.state();
        List<Share> shares = state.machineState().sharesOf(job, part);
        if (shares.isEmpty()) {
            return false;
        }
        journal.write(new QueueRecord.Reduced(state.table().id(job), ended, shares, now));
        return true;
    }

    /// Notes how many more parts a job wants, and places as many as there is room for.
    void want(int job, int count, long now) {
        JobTable table = journal.state().table();
        if (job != JobTable.NO_JOB) {
            wanted.put(table.id(job), count);
            extend(job, now);
        }
    }

    /// Gives the job no more parts on a node for a while.
    ///
    /// @return for how long, in nanoseconds
    long avoid(int job, String node, RetryOptions retries, long now) {
        JobTable table = journal.state().table();
        avoided.keySet().removeIf(id -> table.indexOf(id) == JobTable.NO_JOB);
        return avoided.computeIfAbsent(table.id(job), _ -> new AvoidedNodes()).add(node, retries, now);
    }

    boolean isWaiting() {
        return !wanted.isEmpty();
    }

    /// Places the parts that have waited, as far as there is room by now.
    void extendAll(long now) {
        for (long id : List.copyOf(wanted.keySet())) {
            extend(journal.state().table().indexOf(id), now);
            if (journal.state().table().indexOf(id) == JobTable.NO_JOB) {
                wanted.remove(id);
            }
        }
    }

    /// Places as many more parts as are wanted, allowed and free until the job's expected end.
    private void extend(int job, long now) {
        JobTable table = journal.state().table();
        if (job == JobTable.NO_JOB) {
            return;
        }
        int left = table.isRunning(job) && table.job(job).parts().isPresent()
                ? wanted.getOrDefault(table.id(job), 0) - extend(job, wanted.getOrDefault(table.id(job), 0), now)
                : 0;
        if (left > 0) {
            wanted.put(table.id(job), left);
        } else {
            wanted.remove(table.id(job));
        }
    }

    /// @return how many were placed; all of them also if the job may not have more
    private int extend(int job, int count, long now) {
        JobTable table = journal.state().table();
        JobParts parts = table.job(job).parts().get();
        AvoidedNodes nodes = avoided.get(table.id(job));
        Jobspec part = nodes == null ? parts.part() : nodes.elsewhere(parts.part(), now);
        CompiledJobspec request = journal.state().machine().prepare(part);
        long lasts = Math.max(1, table.endNanos(job) - now);
        for (int i = 0; i < count && table.parts(job) < parts.max(); i++) {
            Optional<Placed> placed = journal.state().machine().findAt(request, now, lasts);
            if (placed.isEmpty()) {
                return i;
            }
            journal.extend(job, 1, placed.get().placement(), now);
            decisions.add(new Decision.Extend(table.id(job), 1, placed.get().placement()));
        }
        return count;
    }

    /// Chooses parts to stop. Their shares are released when their ends are reported.
    void reduce(int job, int unwanted) {
        JobTable table = journal.state().table();
        if (job == JobTable.NO_JOB
                || !table.isRunning(job)
                || table.job(job).parts().isEmpty()) {
            return;
        }
        JobParts parts = table.job(job).parts().get();
        int count = Math.min(unwanted, table.parts(job) - parts.min());
        Map<String, Long> amounts = amounts(parts);
        List<NodeUse> chosen = new ArrayList<>();
        for (String node : journal.state().machineState().nodesWith(job, amounts, count)) {
            chosen.add(new NodeUse(node, amounts));
        }
        if (!chosen.isEmpty()) {
            decisions.add(new Decision.Reduce(table.id(job), chosen));
        }
    }

    private static Map<String, Long> amounts(JobParts parts) {
        Map<String, Long> amounts = new TreeMap<>();
        parts.part().resources().forEach(request -> sum(request, 1, amounts));
        return amounts;
    }

    private static void sum(ResourceRequest request, long times, Map<String, Long> amounts) {
        long count = times * request.count().min();
        if (request.with().isEmpty()) {
            amounts.merge(request.type(), count, Long::sum);
        }
        request.with().forEach(inner -> sum(inner, count, amounts));
    }
}

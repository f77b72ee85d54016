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
import dev.sluice.scheduling.machine.PlanTimes;
import dev.sluice.scheduling.state.EngineState;
import dev.sluice.scheduling.state.Journal;
import dev.sluice.scheduling.state.LackingParts;
import dev.sluice.scheduling.state.LackingParts.Wish;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Parts of running jobs that come and go: pods that end, pods that replace them, and jobs that grow and shrink.
///
/// Parts that are wanted and for which there is no room wait ([LackingParts]). They go ahead of the jobs that wait in
/// line: a gang that lacks one of its pods keeps all of its other places busy for nothing.
final class Parts {
    private final Journal journal;
    private final List<Decision> decisions;

    Parts(Journal journal, List<Decision> decisions) {
        this.journal = journal;
        this.decisions = decisions;
    }

    /// Releases what an ended part held, or what a part gave up.
    ///
    /// @param ended how many parts the job has less
    /// @param why for people, if the part has not just ended
    /// @return whether the job held anything of it
    boolean release(int job, NodeUse part, int ended, Optional<String> why, long now) {
        EngineState state = journal.state();
        List<Share> shares = state.machineState().sharesOf(job, part);
        if (shares.isEmpty()) {
            return false;
        }
        journal.write(new QueueRecord.Reduced(state.table().id(job), ended, shares, why, now));
        return true;
    }

    /// Enters a part where it is.
    void find(int job, NodeUse part, long now) {
        EngineState state = journal.state();
        List<Share> shares = state.machineState().sharesFor(List.of(part));
        if (!shares.isEmpty()) {
            long id = state.table().id(job);
            journal.write(new QueueRecord.Extended(id, 1, shares, now));
            decisions.add(new Decision.Extend(id, 1, state.machineState().placement(shares)));
        }
    }

    /// Notes that a job has started with another number of parts than it asked for.
    void count(int job, int count, long now) {
        JobTable table = journal.state().table();
        int more = table.job(job).parts().isEmpty() ? 0 : count - table.parts(job);
        if (more > 0) {
            journal.write(new QueueRecord.Extended(table.id(job), more, List.of(), now));
        } else if (more < 0) {
            journal.write(new QueueRecord.Reduced(table.id(job), -more, List.of(), now));
        }
    }

    /// Notes how many more parts a running job wants, and places as many as there is room for.
    void want(int job, Optional<Jobspec> part, int count, long now) {
        long id = journal.state().table().id(job);
        if (part.isEmpty()) {
            note(id, count, now);
            extend(job, now);
        } else {
            Wish wish = new Wish(id, part.get());
            journal.state().lacking().want(wish, count);
            extend(wish, now);
        }
    }

    private void note(long id, int count, long now) {
        if (journal.state().lacking().wanted(id) != Math.max(0, count)) {
            journal.write(new QueueRecord.PartsWanted(id, Math.max(0, count), now));
        }
    }

    /// Gives the job no more parts on a node for a while, which doubles with each part that the node has failed.
    ///
    /// @param node as records name it
    /// @return until when
    long avoid(int job, String node, RetryOptions retries, long now) {
        long id = journal.state().table().id(job);
        LackingParts.Avoided before = journal.state().lacking().avoided(id).get(node);
        int failures = before == null ? 1 : before.failures() + 1;
        long until = Math.max(now + retries.backoffNanos(failures), before == null ? now : before.untilNanos());
        journal.write(new QueueRecord.NodeAvoided(id, node, failures, until, now));
        return until;
    }

    boolean isWaiting() {
        return !journal.state().lacking().isEmpty();
    }

    /// Places the parts that have waited, as far as there is room by now.
    void extendAll(long now) {
        for (long id : journal.state().lacking().jobs()) {
            extend(journal.state().table().indexOf(id), now);
        }
        for (Wish wish : journal.state().lacking().wishes()) {
            extend(wish, now);
        }
    }

    /// Gives jobs the parts that they could use, as far as these delay no reservation. To be called after the
    /// policy, so that all that waits has had its turn.
    void growAll(long now) {
        LackingParts lacking = journal.state().lacking();
        JobTable table = journal.state().table();
        for (long id : lacking.growing()) {
            int job = table.indexOf(id);
            // A job that is past its expected end may need a place for any time, and parts that it lacks come first.
            boolean mayGrow = table.endNanos(job) > now && lacking.wanted(id) == 0;
            while (mayGrow
                    && lacking.growth(id) > 0
                    && extendBy(job, table.job(job).parts().orElseThrow().part(), now)) {
                lacking.grow(id, lacking.growth(id) - 1);
            }
        }
    }

    private void extend(Wish wish, long now) {
        LackingParts lacking = journal.state().lacking();
        int job = journal.state().table().indexOf(wish.job());
        int left = lacking.wanted(wish);
        while (left > 0 && extendBy(job, wish.part(), now)) {
            left--;
        }
        lacking.want(wish, left);
    }

    /// @return whether there was room
    private boolean extendBy(int job, Jobspec request, long now) {
        EngineState state = journal.state();
        JobTable table = state.table();
        long id = table.id(job);
        long lasts = lasts(job, now);
        boolean isAllowed =
                table.parts(job) < table.job(job).parts().orElseThrow().max()
                        && state.limits().allowsPart(table, job, request);
        Optional<Placed> placed = isAllowed ? findAt(choices(id, request, now), now, lasts) : Optional.empty();
        if (placed.isEmpty()) {
            return false;
        }
        int wanted = state.lacking().wanted(id);
        journal.extend(job, 1, placed.get().placement(), now);
        // It is none of those that the job says it has.
        note(id, wanted, now);
        decisions.add(new Decision.Extend(id, 1, placed.get().placement()));
        return true;
    }

    /// Places as many more parts as are wanted, allowed and free until the job's expected end.
    private void extend(int job, long now) {
        EngineState state = journal.state();
        JobTable table = state.table();
        long id = table.id(job);
        JobParts parts = table.job(job).parts().get();
        if (table.parts(job) >= parts.max()) {
            note(id, 0, now);
            return;
        }
        List<CompiledJobspec> choices = choices(id, parts.part(), now);
        long lasts = lasts(job, now);
        while (state.lacking().wanted(id) > 0 && state.limits().allowsPart(table, job, parts.part())) {
            Optional<Placed> placed = findAt(choices, now, lasts);
            if (placed.isEmpty()) {
                return;
            }
            journal.extend(job, 1, placed.get().placement(), now);
            decisions.add(new Decision.Extend(id, 1, placed.get().placement()));
        }
    }

    /// Returns how long a new part needs its place: until the job's expected end or, if a window is to come, until it
    /// has used up its wall time.
    private long lasts(int job, long now) {
        JobTable table = journal.state().table();
        long end = table.endNanos(job);
        if (journal.state().machineState().others().lastWindowStart() > now) {
            long since = table.confirmedNanos(job);
            long wall = table.job(job).wallNanos();
            end = Math.max(end, PlanTimes.end(since == JobTable.NEVER ? now : since, wall));
        }
        return Math.max(1, end - now);
    }

    private List<CompiledJobspec> choices(long id, Jobspec part, long now) {
        EngineState state = journal.state();
        return AvoidedNodes.choices(part, state.lacking().avoided(id), now).stream()
                .map(state.machine()::prepare)
                .toList();
    }

    private Optional<Placed> findAt(List<CompiledJobspec> choices, long now, long lasts) {
        for (CompiledJobspec choice : choices) {
            Optional<Placed> placed = journal.state().machine().findAt(choice, now, lasts);
            if (placed.isPresent()) {
                return placed;
            }
        }
        return Optional.empty();
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
        for (String node : journal.state().machineState().nodesOfParts(job, amounts, count)) {
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

package dev.sluice.scheduling.ready;

import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.FinishedJobs.Finished;
import dev.sluice.queue.image.JobTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/// Tracks dependencies, singletons and begin times: which jobs are not eligible yet, and which never will be.
///
/// Jobs without conditions cost nothing here. A job that depends on another one is checked when that one starts or
/// ends.
public final class Readiness {
    private final JobTable table;

    /// Dependent jobs, by the id of the job that they depend on.
    private final Map<Long, List<Integer>> waitingFor = new HashMap<>();

    /// Named jobs that have not ended, in submission order.
    private final Map<NamedOwner, List<Integer>> named = new HashMap<>();

    /// Jobs with a begin time in the future, soonest first.
    private final NavigableSet<Begin> begins =
            new TreeSet<>(Comparator.comparingLong(Begin::timeNanos).thenComparingInt(Begin::job));

    private record NamedOwner(String user, String name) {}

    private record Begin(long timeNanos, int job) {}

    public Readiness(JobTable table) {
        this.table = table;
    }

    /// Returns a frozen copy for readers, which is not updated any more.
    ///
    /// @param copied a copy of the table, made at the same moment
    public Readiness frozen(JobTable copied) {
        Readiness frozen = new Readiness(copied);
        named.forEach((name, jobs) -> frozen.named.put(name, List.copyOf(jobs)));
        return frozen;
    }

    /// The state of one condition.
    public enum Outcome {
        MET,
        OPEN,
        /// The condition can no longer be met.
        NEVER_MET
    }

    /// Starts to track the job's conditions.
    public void entered(int job) {
        Optional<String> itsName =
                table.job(job).jobspec().attributes().system().jobName();
        if (itsName.isEmpty() && !hasConditions(job)) {
            return;
        }
        nameOf(job).ifPresent(name -> addInOrder(named.computeIfAbsent(name, _ -> new ArrayList<>()), job));
        for (Condition condition : table.job(job).conditions()) {
            condition
                    .dependsOn()
                    .ifPresent(id -> waitingFor
                            .computeIfAbsent(id, _ -> new ArrayList<>())
                            .add(job));
        }
        begin(job).ifPresent(time -> begins.add(new Begin(time, job)));
    }

    /// The job's begin time has come.
    public void begun(int job) {
        begin(job).ifPresent(time -> begins.remove(new Begin(time, job)));
    }

    /// Stops tracking the job: it has ended, or its conditions are about to change.
    public void left(int job) {
        if (!named.isEmpty()) {
            nameOf(job).ifPresent(name -> remove(named, name, job));
        }
        if (hasConditions(job)) {
            begun(job);
            for (Condition condition : table.job(job).conditions()) {
                condition.dependsOn().ifPresent(id -> remove(waitingFor, id, job));
            }
        }
    }

    @SuppressWarnings("NullAway") // null removes the entry
    private static <K> void remove(Map<K, List<Integer>> all, K key, int job) {
        all.computeIfPresent(key, (_, those) -> {
            those.removeIf(other -> other == job);
            return those.isEmpty() ? null : those;
        });
    }

    private void addInOrder(List<Integer> jobs, int job) {
        int at = jobs.size();
        while (at > 0 && table.sequence(jobs.get(at - 1)) > table.sequence(job)) {
            at--;
        }
        jobs.add(at, job);
    }

    /// Returns the jobs whose begin time has come, in submission order.
    public List<Integer> dueBy(long nowNanos) {
        List<Integer> due = new ArrayList<>();
        for (Begin begin : begins) {
            if (begin.timeNanos() > nowNanos) {
                break;
            }
            due.add(begin.job());
        }
        due.sort(Comparator.comparingLong(table::sequence));
        return due;
    }

    /// Returns the first begin time that has not come, or [Long#MAX_VALUE].
    public long firstBeginNanos() {
        return begins.isEmpty() ? Long.MAX_VALUE : begins.first().timeNanos();
    }

    /// Returns the job's begin time, if it has one.
    public OptionalLong begin(int job) {
        return hasConditions(job)
                ? table.job(job).conditions().stream()
                        .filter(Condition.BeginTime.class::isInstance)
                        .mapToLong(condition -> ((Condition.BeginTime) condition).timeNanos())
                        .max()
                : OptionalLong.empty();
    }

    /// Returns the jobs whose conditions may have changed because this job started or ended.
    public List<Integer> dependentsOf(int job, boolean ended) {
        if (waitingFor.isEmpty() && named.isEmpty()) {
            return List.of();
        }
        List<Integer> concerned = new ArrayList<>();
        if (!waitingFor.isEmpty()) {
            concerned.addAll(waitingFor.getOrDefault(table.id(job), List.of()));
        }
        if (ended && !named.isEmpty()) {
            concerned.addAll(sameNameJobs(job));
        }
        return concerned;
    }

    /// Returns the jobs of the same user and name that have not ended.
    public List<Integer> sameNameJobs(int job) {
        return nameOf(job)
                .map(name -> List.copyOf(named.getOrDefault(name, List.of())))
                .orElse(List.of());
    }

    /// Returns how many names of users' jobs are kept.
    int nameCount() {
        return named.size();
    }

    public boolean hasConditions(int job) {
        return !table.job(job).conditions().isEmpty();
    }

    /// Returns the worst outcome among the job's conditions.
    public Outcome outcome(int job) {
        Outcome worst = Outcome.MET;
        for (Condition condition : table.job(job).conditions()) {
            Outcome outcome = outcome(job, condition);
            worst = outcome.compareTo(worst) > 0 ? outcome : worst;
        }
        return worst;
    }

    public Outcome outcome(int job, Condition condition) {
        return switch (condition) {
            case Condition.After it -> started(it.job());
            case Condition.AfterOk it -> ended(it.job(), true, false);
            case Condition.AfterAny it -> ended(it.job(), true, true);
            case Condition.AfterNotOk it -> ended(it.job(), false, true);
            case Condition.Singleton it -> isFirstOf(job, it.name()) ? Outcome.MET : Outcome.OPEN;
            case Condition.BeginTime _ -> table.isDue(job) ? Outcome.MET : Outcome.OPEN;
        };
    }

    private Outcome started(long id) {
        int other = table.indexOf(id);
        if (other == JobTable.NO_JOB) {
            boolean hasStarted =
                    table.finished().find(id).map(Finished::started).orElse(false);
            return hasStarted ? Outcome.MET : Outcome.NEVER_MET;
        }
        if (table.startedNanos(other) != JobTable.NEVER || table.lostCount(other) > 0) {
            return Outcome.MET;
        }
        return table.state(other).isFinal() ? Outcome.NEVER_MET : Outcome.OPEN;
    }

    private Outcome ended(long id, boolean wellCounts, boolean badlyCounts) {
        int other = table.indexOf(id);
        Optional<JobState> end = other == JobTable.NO_JOB
                ? table.finished().find(id).map(Finished::how)
                : Optional.of(table.state(other));
        if (end.isEmpty()) {
            return Outcome.NEVER_MET;
        }
        if (!end.get().isFinal()) {
            return Outcome.OPEN;
        }
        boolean counts = switch (end.get()) {
            case COMPLETED -> wellCounts;
            // It may have ended either way.
            case UNKNOWN -> wellCounts && badlyCounts;
            default -> badlyCounts;
        };
        return counts ? Outcome.MET : Outcome.NEVER_MET;
    }

    private boolean isFirstOf(int job, String name) {
        List<Integer> sameNameJobs =
                named.get(new NamedOwner(table.job(job).owner().user(), name));
        return sameNameJobs == null
                || sameNameJobs.isEmpty()
                || table.sequence(sameNameJobs.getFirst()) >= table.sequence(job);
    }

    private Optional<NamedOwner> nameOf(int job) {
        Job it = table.job(job);
        return it.jobspec()
                .attributes()
                .system()
                .jobName()
                .map(name -> new NamedOwner(it.owner().user(), name));
    }
}

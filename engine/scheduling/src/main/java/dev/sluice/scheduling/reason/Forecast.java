package dev.sluice.scheduling.reason;

import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.Holder;
import dev.sluice.queue.Job;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.machine.HolderNumbers;
import dev.sluice.scheduling.machine.PlanTimes;
import dev.sluice.scheduling.state.EngineSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Estimates the start of every eligible job: plans them in queue order at the earliest possible time, beside
/// running jobs and existing reservations. Jobs that exceed a limit are left out.
final class Forecast {

    /// Only this many jobs are planned; estimates for later ones would be too uncertain.
    static final int PLANNED_MAX = 1000;

    private static final int NO_PLACE = -1;

    private final EngineSnapshot then;
    private final JobTable table;
    private final ResourceModel plan;
    private final boolean inOrder;
    private final boolean skipsHopeless;
    private final Map<Integer, CompiledJobspec> requests = new HashMap<>();

    /// The shortages of jobs without a possible placement, cached per shape: computing one visits the whole
    /// machine.
    private final Map<Alike, Verdict> shortages = new HashMap<>();

    /// The holdings that end at each time.
    private final Map<Long, List<Holding>> endings = new HashMap<>();

    private final Map<Integer, Verdict> verdicts = new HashMap<>();

    /// How many jobs are ahead of each eligible job, by index; [#NO_PLACE] for others. Jobs that exceed a limit are
    /// passed over, so they do not count.
    private final int[] places;

    private int plannedCount;

    /// When the last job that was planned starts.
    private long lastStart;

    /// Jobs of one shape in one queue.
    ///
    /// @param retrying the job if it backs off, whose reason is its own
    private record Alike(int shape, int queue, int retrying) {}

    private Forecast(EngineSnapshot then, boolean inOrder, boolean skipsHopeless) {
        this.then = then;
        this.skipsHopeless = skipsHopeless;
        this.table = then.table();
        this.plan = then.machine().fork();
        this.inOrder = inOrder;
        this.places = new int[table.size()];
        Arrays.fill(places, NO_PLACE);
        List<Holding> held = new ArrayList<>(plan.occupancy().holdings());
        held.sort(Comparator.comparingLong(Holding::job));
        held.forEach(this::noteEnd);
        // Reservations first: a forecast must not take their resources.
        held.stream().filter(this::isPromise).forEach(this::promised);
    }

    /// Makes a forecast of the first [#PLANNED_MAX] eligible jobs.
    ///
    /// @param inOrder whether the policy never backfills
    /// @param skipsHopeless whether jobs without a possible placement are passed over
    static Forecast of(EngineSnapshot then, boolean inOrder, boolean skipsHopeless) {
        Forecast forecast = new Forecast(then, inOrder, skipsHopeless);
        forecast.planInOrder();
        forecast.countAhead();
        return forecast;
    }

    private void countAhead() {
        int ahead = 0;
        for (int place = 0; place < then.lineLength(); place++) {
            int job = then.inLine(place);
            if (isAllowed(job)) {
                places[job] = ahead++;
            }
        }
        lastStart = then.timeNanos();
        for (Verdict verdict : verdicts.values()) {
            lastStart = verdict instanceof Verdict.Planned it ? Math.max(lastStart, it.startNanos()) : lastStart;
        }
    }

    private boolean isAllowed(int job) {
        return then.limits().allows(table, job, then.shape(job));
    }

    Optional<Verdict> verdictOf(int job) {
        return Optional.ofNullable(verdicts.get(job));
    }

    /// Returns how many jobs in line are ahead of a job, without those that exceed a limit.
    OptionalInt placeOf(int job) {
        return places[job] == NO_PLACE ? OptionalInt.empty() : OptionalInt.of(places[job]);
    }

    /// Estimates when a job behind the planned ones starts, as if the line went on at the same speed.
    Optional<Long> extrapolate(int place) {
        if (plannedCount == 0 || lastStart == then.timeNanos()) {
            return Optional.empty();
        }
        double each = (double) (lastStart - then.timeNanos()) / plannedCount;
        return Optional.of(lastStart + Math.round(each * Math.max(1, place - plannedCount + 1)));
    }

    private boolean isPromise(Holding holding) {
        return HolderNumbers.isJob(holding.job())
                && table.plannedNanos(HolderNumbers.job(holding.job())) != JobTable.NEVER;
    }

    /// A reservation whose start has passed rests on what is overdue, which is expected to end in the next moment.
    private void promised(Holding holding) {
        long start = Math.max(holding.start(), then.timeNanos() + 1);
        verdicts.put(HolderNumbers.job(holding.job()), plannedAt(start, true));
    }

    private void planInOrder() {
        long earliest = then.timeNanos();
        int planned = 0;
        for (int place = 0; place < then.lineLength() && planned < PLANNED_MAX; place++) {
            int job = then.inLine(place);
            if (!isAllowed(job)) {
                continue;
            }
            planned++;
            plannedCount = planned;
            if (!verdicts.containsKey(job)) {
                verdicts.put(job, plan(job, earliest));
            }
            if (inOrder) {
                Verdict verdict = verdicts.get(job);
                if (verdict instanceof Verdict.Planned it) {
                    earliest = it.startNanos();
                } else if (verdict instanceof Verdict.Waits && !skipsHopeless) {
                    blockAllBehind(place);
                    return;
                }
            }
        }
    }

    private Verdict plan(int job, long earliest) {
        CompiledJobspec request = requests.computeIfAbsent(
                then.shapeNumber(job),
                _ -> plan.prepare(then.shape(job).request().jobspec()));
        long lasts = PlanTimes.duration(table.estimateNanos(job));
        boolean isNow = earliest == then.timeNanos();
        Optional<Placed> found = isNow && then.hasOverdue()
                ? plan.findFromNow(request, earliest, lasts, true)
                : plan.findFrom(request, earliest, lasts);
        if (found.isEmpty()) {
            return shortages.computeIfAbsent(
                    new Alike(
                            then.shapeNumber(job),
                            table.queue(job),
                            table.retryNanos(job) == JobTable.NEVER ? JobTable.NO_JOB : job),
                    _ -> shortage(job, request));
        }
        Placed placed = found.get();
        Verdict verdict =
                placed.start() <= then.timeNanos() ? new Verdict.StartsNow() : plannedAt(placed.start(), false);
        Holding holding = new Holding(job, placed.placement(), placed.start(), placed.end(), true);
        plan.ports().claim(job, then.shape(job).hostPorts());
        plan.hold(holding);
        noteEnd(holding);
        return verdict;
    }

    private Verdict shortage(int job, CompiledJobspec request) {
        Job it = table.job(job);
        QueueRules queue = then.limits().rules(it.queuePriority().queue());
        ReasonCode code = ReasonCode.NEVER_FITS;
        boolean backsOff = table.retryNanos(job) != JobTable.NEVER;
        if (backsOff && !plan.isSatisfiable(request)) {
            return new Verdict.Waits(RetryWords.avoids(table, job));
        }
        if (plan.fitsWhenEmpty(request)) {
            code = ReasonCode.RESOURCES;
        } else if (plan.isSatisfiable(request)) {
            code = ReasonCode.NODES_DOWN;
        }
        return new Verdict.Waits(new Shortage(plan, then.closed(), request, it, queue).reason(code));
    }

    private void noteEnd(Holding holding) {
        // An overdue job is expected to end in the next moment.
        long end = Math.max(holding.end(), then.timeNanos() + 1);
        endings.computeIfAbsent(end, _ -> new ArrayList<>()).add(holding);
    }

    private Verdict plannedAt(long start, boolean reserved) {
        List<Long> jobs = new ArrayList<>();
        List<String> windows = new ArrayList<>();
        for (Holding holding : endings.getOrDefault(start, List.of())) {
            switch (then.others().get(holding.job())) {
                case null -> jobs.add(table.id(HolderNumbers.job(holding.job())));
                case Holder.OfJob it -> jobs.add(it.id());
                case Holder.Window it -> windows.add(it.name());
                case Holder.Foreign _ -> windows.add("");
            }
        }
        return new Verdict.Planned(start, reserved, jobs, windows);
    }

    /// Without backfilling, a job without a possible placement blocks all jobs behind it.
    private void blockAllBehind(int place) {
        long blocker = table.id(then.inLine(place));
        Verdict verdict = new Verdict.Waits(new Reason(
                ReasonCode.RESOURCES,
                Map.of("behind", Long.toString(blocker)),
                "waits behind job " + blocker + ", for which there is no place"));
        for (int i = place + 1; i < then.lineLength(); i++) {
            verdicts.put(then.inLine(i), verdict);
        }
    }
}

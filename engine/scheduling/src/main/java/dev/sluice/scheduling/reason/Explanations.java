package dev.sluice.scheduling.reason;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.model.ResourceModel.NodeCount;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.Condition;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.limit.LimitBook.Excess;
import dev.sluice.scheduling.machine.Shape;
import dev.sluice.scheduling.ready.Readiness;
import dev.sluice.scheduling.state.EngineState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Says of a job when it will start, or why it does not.
public final class Explanations {

    /// So many ahead are planned to say when somebody starts; beyond it, any time would be a guess of guesses.
    static final int AHEAD_MAX = 1000;

    private final EngineState state;
    private final JobTable table;
    private final ResourceModel machine;

    /// Whether there is a place on the empty machine, by shape.
    private final Map<Integer, Boolean> satisfiable = new HashMap<>();

    public Explanations(EngineState state) {
        this.state = state;
        this.table = state.table();
        this.machine = state.machine();
    }

    /// What never fitted may fit now, and the other way round.
    public void machineChanged() {
        satisfiable.clear();
    }

    /// Why the job can never run, if that is so.
    public Optional<Reason> never(int job) {
        Shape shape = state.shape(job);
        if (!satisfiable.computeIfAbsent(state.shapeNumber(job), _ -> machine.isSatisfiable(shape.request()))) {
            return Optional.of(tooLarge(shape));
        }
        Optional<Excess> excess = state.limits().excess(table, job, shape).filter(Excess::ever);
        if (excess.isPresent()) {
            return Optional.of(limit(ReasonCode.ABOVE_LIMIT, excess.get()));
        }
        return state.readiness().hasConditions(job) && state.readiness().outcome(job) == Readiness.Outcome.IN_VAIN
                ? Optional.of(new Reason(
                        ReasonCode.CONDITION_IN_VAIN, Map.of(), "waits for something that can no longer come to pass"))
                : Optional.empty();
    }

    public Verdict verdict(int job, long now) {
        if (job == JobTable.NO_JOB) {
            return new Verdict.Unknown();
        }
        if (table.isRunning(job)) {
            return new Verdict.Runs(table.startedNanos(job));
        }
        if (table.state(job).isFinal()) {
            return new Verdict.Over();
        }
        Optional<Reason> notResources = otherThanResources(job);
        if (notResources.isPresent()) {
            return new Verdict.Waits(notResources.get());
        }
        long planned = table.plannedNanos(job);
        if (planned != JobTable.NEVER) {
            return new Verdict.Planned(planned, true, endingAt(planned));
        }
        return forecast(job, now);
    }

    private Optional<Reason> otherThanResources(int job) {
        if (table.state(job) == JobState.HELD) {
            return Optional.of(new Reason(ReasonCode.HELD, Map.of(), "is held until somebody releases it"));
        }
        for (Condition condition : table.job(job).conditions()) {
            if (state.readiness().outcome(job, condition) != Readiness.Outcome.MET) {
                return Optional.of(ConditionWords.reason(condition));
            }
        }
        return state.limits()
                .excess(table, job, state.shape(job))
                .map(excess -> limit(ReasonCode.LIMIT_REACHED, excess));
    }

    private static Reason limit(ReasonCode code, Excess excess) {
        String whose = switch (excess.scope()) {
            case QUEUE -> "the queue " + excess.queue();
            case USER -> "its user in the queue " + excess.queue();
            case ACCOUNT -> "its account in the queue " + excess.queue();
        };
        return new Reason(
                code,
                Map.of("queue", excess.queue(), "scope", excess.scope().name(), "amount", excess.amount()),
                "would bring " + whose + " to " + excess.amount() + " allowed");
    }

    private Reason tooLarge(Shape shape) {
        Map<String, String> figures = new TreeMap<>();
        List<String> needs = new ArrayList<>();
        if (shape.nodes() > 0) {
            long there = machine.nodesFor(shape.request()).admitted();
            compare(VertexKind.NODE, "nodes", shape.nodes(), there, figures, needs);
        }
        compare(VertexKind.CORE, "cores", shape.cores(), amount(VertexKind.CORE), figures, needs);
        compare(VertexKind.GPU, "GPUs", shape.gpus(), amount(VertexKind.GPU), figures, needs);
        return new Reason(
                ReasonCode.NEVER_FITS,
                figures,
                needs.isEmpty()
                        ? "asks for what the machine does not have"
                        : "needs " + String.join(", ", needs) + ", and not even the empty machine has a place for it");
    }

    private static void compare(
            String type, String word, long needed, long there, Map<String, String> figures, List<String> needs) {
        if (needed > 0) {
            figures.put(type + ".needed", Long.toString(needed));
            figures.put(type + ".there", Long.toString(there));
            needs.add(needed + " " + word + " of " + there);
        }
    }

    private long amount(String type) {
        ResourceGraph graph = machine.graph();
        long sum = 0;
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            sum += graph.type(vertex).equals(type) && !graph.isRemoved(vertex) ? graph.size(vertex) : 0;
        }
        return sum;
    }

    /// When the job would start if everybody ahead of it were planned in order, on a fork of the machine.
    private Verdict forecast(int job, long now) {
        ResourceModel plan = machine.snapshot().fork();
        int ahead = state.waiting().first();
        for (int i = 0; i < AHEAD_MAX && ahead != JobTable.NO_JOB && ahead != job; i++) {
            if (table.plannedNanos(ahead) == JobTable.NEVER) {
                int other = ahead;
                find(plan, other, now)
                        .ifPresent(placed ->
                                plan.hold(new Holding(other, placed.placement(), placed.start(), placed.end(), true)));
            }
            ahead = state.waiting().next(ahead);
        }
        Optional<Placed> placed = find(plan, job, now);
        if (placed.isEmpty()) {
            return new Verdict.Waits(nothingInSight(job));
        }
        if (placed.get().start() <= now) {
            return new Verdict.StartsNow();
        }
        return ahead == job
                ? new Verdict.Planned(
                        placed.get().start(), false, endingAt(placed.get().start()))
                : new Verdict.Waits(new Reason(
                        ReasonCode.RESOURCES,
                        Map.of("ahead", ">" + AHEAD_MAX),
                        "waits for resources behind more than " + AHEAD_MAX + " jobs"));
    }

    private Optional<Placed> find(ResourceModel plan, int job, long now) {
        return plan.findFrom(plan.prepare(state.shape(job).request().jobspec()), now, table.estimateNanos(job));
    }

    private Reason nothingInSight(int job) {
        Shape shape = state.shape(job);
        if (shape.nodes() == 0) {
            return new Reason(
                    ReasonCode.NODES_DOWN,
                    Map.of("core.needed", Long.toString(shape.cores())),
                    "needs %d cores of %d, and not enough of them are up"
                            .formatted(shape.cores(), amount(VertexKind.CORE)));
        }
        NodeCount nodes = machine.nodesFor(shape.request());
        boolean isInSet =
                shape.request().jobspec().attributes().system().constraint().isPresent();
        return new Reason(
                ReasonCode.NODES_DOWN,
                Map.of(
                        "node.needed", Long.toString(shape.nodes()),
                        "node.there", Long.toString(nodes.admitted()),
                        "node.down", Long.toString(nodes.down())),
                "needs %d nodes, %d %s; %d down"
                        .formatted(
                                shape.nodes(), nodes.admitted(), isInSet ? "in its node set" : "there", nodes.down()));
    }

    /// The running jobs that are to end last before a moment: those without which it would come earlier.
    private List<Long> endingAt(long start) {
        List<Long> ids = new ArrayList<>();
        for (int other = state.firstToEnd(); other != JobTable.NO_JOB; other = state.nextToEnd(other)) {
            if (table.endNanos(other) == start) {
                ids.add(table.id(other));
            }
        }
        return ids;
    }
}

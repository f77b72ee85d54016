package dev.sluice.cli.demo;

import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/// The steps of the demo. The outcome of each job comes from the model, not from the text.
final class Story {
    private static final DemoJob A = new DemoJob('A', """
            resources: [{type: slot, count: 2, label: task, with: [{type: node, count: 1}]}]
            attributes: {system: {duration: 7200}}
            """);
    private static final DemoJob B = new DemoJob('B', """
            resources: [{type: slot, count: 6, label: task, with: [{type: core, count: 4}]}]
            attributes: {system: {duration: 3600}}
            """);
    private static final DemoJob C = new DemoJob('C', """
            resources:
            - {type: slot, count: 4, label: task, with: [{type: socket, count: 1, with: [
                {type: gpu, count: 1}, {type: core, count: 8}, {type: memory, count: 16, unit: GB}]}]}
            attributes: {system: {duration: 5400}}
            """);
    private static final DemoJob D = new DemoJob('D', """
            resources: [{type: slot, count: 9, label: task, with: [{type: node, count: 1}]}]
            attributes: {system: {duration: 600}}
            """);
    private static final DemoJob E = new DemoJob('E', """
            resources: [{type: slot, count: 8, label: task, with: [{type: node, count: 1}]}]
            attributes: {system: {duration: 3600}}
            """);
    private static final DemoJob F = new DemoJob('F', """
            resources: [{type: slot, count: 1, label: task, with: [{type: node, count: 1}]}]
            attributes: {system: {duration: 3600}}
            """);
    private static final DemoJob G = new DemoJob('G', """
            resources: [{type: slot, count: 1, label: task, with: [{type: node, count: 1}]}]
            attributes: {system: {duration: 10800}}
            """);

    private final ResourceModel model;
    private final MachinePicture picture;
    private final JobColours colours;
    private final Consumer<String> line;
    private final Map<DemoJob, Outcome> outcomes = new LinkedHashMap<>();
    private final Map<DemoJob, Long> cancelled = new HashMap<>();
    private long now;
    private int steps;

    /// @param line receives the output line by line
    Story(ResourceModel model, JobColours colours, Consumer<String> line) {
        this.model = model;
        this.picture = new MachinePicture(model.graph());
        this.colours = colours;
        this.line = line;
    }

    void tell() {
        begin("job A asks for 2 whole nodes, for 2 hours.");
        submit(A, MatchOperation.ALLOCATE);
        begin("job B asks for 6 times 4 cores, wherever they are.");
        submit(B, MatchOperation.ALLOCATE);
        begin("job C asks for 4 sockets, each with its GPU, 8 cores and 16 GB of memory.");
        submit(C, MatchOperation.ALLOCATE);
        begin("job D asks for 9 nodes. The machine has 8, so waiting would not help.");
        submit(D, MatchOperation.ALLOCATE_WITH_SATISFIABILITY);
        begin("job E asks for all 8 nodes, and for now only.");
        submit(E, MatchOperation.ALLOCATE);
        begin("job E asks again, for now or later. With a reservation it cannot starve.");
        finish(List.of(match(E, MatchOperation.ALLOCATE_ORELSE_RESERVE)));
        begin("job F comes after E. If it ends before E begins, it may go first: backfilling.");
        submit(F, MatchOperation.ALLOCATE_ORELSE_RESERVE);
        begin("job G wants a node, too, but for 3 hours. Where that would delay E, it has to wait.");
        submit(G, MatchOperation.ALLOCATE_ORELSE_RESERVE);

        now = 30 * TimeOfDay.MINUTE;
        begin("the user cancels A. What was reserved is planned again, in the order of asking.");
        finish(cancelAndPlanAgain(A));

        now = model.occupancy().holding(E.letter()).map(Holding::start).orElse(now);
        begin("the earlier jobs have ended, and E begins.");
        releaseEnded();
        finish(List.of(use()));

        line.accept("What became of the jobs by " + TimeOfDay.text(now) + ":");
        line.accept("");
        outcomes.keySet().forEach(job -> line.accept("    " + outcomeText(job)));
    }

    private void begin(String what) {
        steps++;
        line.accept("%d. At %s, %s".formatted(steps, TimeOfDay.text(now), what));
        line.accept("");
    }

    private void submit(DemoJob job, MatchOperation operation) {
        job.request().lines().forEach(text -> line.accept("    " + text));
        line.accept("");
        finish(List.of(match(job, operation)));
    }

    private String match(DemoJob job, MatchOperation operation) {
        outcomes.put(job, model.match(operation, job.jobspec(), job.letter(), now));
        return outcomeText(job);
    }

    private List<String> cancelAndPlanAgain(DemoJob leaving) {
        List<DemoJob> waiting = outcomes.keySet().stream()
                .filter(job -> model.occupancy()
                        .holding(job.letter())
                        .filter(Holding::reserved)
                        .isPresent())
                .toList();
        model.cancel(leaving.letter());
        cancelled.put(leaving, now);
        waiting.forEach(job -> model.cancel(job.letter()));
        List<String> results = new ArrayList<>(List.of(outcomeText(leaving)));
        waiting.forEach(job -> results.add(match(job, MatchOperation.ALLOCATE_ORELSE_RESERVE)));
        return results;
    }

    private void releaseEnded() {
        for (Holding holding : model.occupancy().holdings()) {
            if (holding.end() <= now) {
                model.cancel(holding.job());
            }
        }
    }

    private String outcomeText(DemoJob job) {
        Long cancelledAt = cancelled.get(job);
        if (cancelledAt != null) {
            return "%c was cancelled at %s.".formatted(job.letter(), TimeOfDay.text(cancelledAt));
        }
        return job.letter()
                + switch (Objects.requireNonNull(outcomes.get(job))) {
                    case Outcome.Placed placed -> placed(placed);
                    case Outcome.Busy() -> " does not fit now.";
                    case Outcome.Unsatisfiable() -> " never fits on this machine.";
                    case Outcome.Satisfiable() -> " would fit on the empty machine.";
                };
    }

    private String placed(Outcome.Placed placed) {
        String state = placed.end() <= now ? "ran" : placed.start() <= now ? "runs" : "is reserved";
        return " %s from %s to %s on %s."
                .formatted(
                        state,
                        TimeOfDay.text(placed.start()),
                        TimeOfDay.text(placed.end()),
                        picture.nodes(placed.placement()));
    }

    private String use() {
        return "%d of %d cores are in use."
                .formatted(picture.coresInUse(model.occupancy().holdings(), now), picture.cores());
    }

    private void finish(List<String> results) {
        results.forEach(result -> line.accept("    → " + result));
        line.accept("");
        List<Holding> holdings = model.occupancy().holdings();
        List<String> machine = picture.rows(holdings, now);
        List<String> chart = TimeChart.rows(holdings, now);
        for (int i = 0; i < Math.max(machine.size(), chart.size()); i++) {
            String left = "%-32s".formatted(i < machine.size() ? machine.get(i) : "");
            String right = i < chart.size() ? chart.get(i) : "";
            line.accept(("    " + colours.picture(left) + colours.line(right)).stripTrailing());
        }
        line.accept("");
    }
}

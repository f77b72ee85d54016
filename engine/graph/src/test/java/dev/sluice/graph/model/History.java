package dev.sluice.graph.model;

import dev.sluice.graph.Jobs;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.SimpleWriter;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.occupancy.Occupancy;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Applies steps to a model and records its answers.
final class History {
    final ResourceModel model;
    final List<String> answers = new ArrayList<>();
    long now;
    private long nextJob = 1;

    History(ResourceGraph graph, String policy) {
        model = new ResourceModel(graph, MatchPolicy.named(policy).orElseThrow());
    }

    History doAll(List<Step> steps) {
        steps.forEach(this::doOne);
        return this;
    }

    void doOne(Step step) {
        switch (step) {
            case Step.Match match -> match(match);
            case Step.Cancel(int pick) -> {
                if (!holdings().isEmpty()) {
                    model.cancel(picked(pick).job());
                }
            }
            case Step.Reduce(int pick, long bits) -> {
                if (!holdings().isEmpty()) {
                    reduce(picked(pick), bits);
                }
            }
            case Step.Advance(long seconds) -> now += seconds;
        }
    }

    Outcome match(Step.Match match) {
        Outcome outcome = model.match(match.operation(), Jobs.job(match.seconds(), match.request()), nextJob++, now);
        answers.add(text(outcome));
        return outcome;
    }

    /// The model's answers in a comparable form.
    String ask(MatchOperation operation, Step.Match match, long at) {
        return text(model.match(operation, Jobs.job(match.seconds(), match.request()), 0, at));
    }

    void cancelAll() {
        holdings().forEach(holding -> model.cancel(holding.job()));
    }

    List<Occupancy.Holding> holdings() {
        return model.occupancy().holdings();
    }

    private Occupancy.Holding picked(int pick) {
        return holdings().get(pick % holdings().size());
    }

    private void reduce(Occupancy.Holding holding, long bits) {
        Placement placement = holding.placement();
        BitSet released = new BitSet();
        for (int i = 0; i < placement.size(); i++) {
            released.set(placement.vertex(i), (bits >>> (i % Long.SIZE) & 1) == 1);
        }
        model.reduce(holding, PartialRelease.without(placement, released));
    }

    private String text(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Placed placed ->
                "%s from %d to %d%n%s"
                        .formatted(
                                placed.reserved() ? "reserved" : "allocated",
                                placed.start(),
                                placed.end(),
                                SimpleWriter.simple(model.graph(), placed.placement()));
            case Outcome.Busy _ -> "busy";
            case Outcome.Satisfiable _ -> "satisfiable";
            case Outcome.Unsatisfiable _ -> "unsatisfiable";
        };
    }
}

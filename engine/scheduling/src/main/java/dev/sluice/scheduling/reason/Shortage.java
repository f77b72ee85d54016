package dev.sluice.scheduling.reason;

import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.explain.DirectiveWords;
import dev.sluice.jobspec.explain.Words;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.queue.Job;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.machine.ClosedNodes;
import dev.sluice.scheduling.machine.ClosedReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Explains what a request lacks: "needs 64 nodes with gpu, 40 in the queue's set (batch); 12 down; 2 cordoned".
///
/// The parameters name for each counted type what is needed, what exists and how much of that is down; what each must
/// contain (`gpu.each`); how much has taints that the job does not tolerate (`node.tainted`); and the queue whose node
/// set restricts the job.
final class Shortage {
    private final ResourceModel machine;
    private final ClosedNodes nodes;
    private final CompiledJobspec request;
    private final Job job;
    private final QueueRules queue;
    private final Map<String, String> figures = new TreeMap<>();
    private boolean isTooLittle;

    /// @param request the job's request within its queue's node set, compiled for this machine
    Shortage(ResourceModel machine, ClosedNodes nodes, CompiledJobspec request, Job job, QueueRules queue) {
        this.machine = machine;
        this.nodes = nodes;
        this.request = request;
        this.job = job;
        this.queue = queue;
    }

    Reason reason(ReasonCode code) {
        List<String> clauses = new ArrayList<>();
        List<Demand> demands = Demand.of(job.jobspec().resources());
        for (int i = 0; i < demands.size(); i++) {
            clauses.add(clause(demands.get(i), i == 0 ? "" : "part" + (i + 1) + "."));
        }
        if (queue.nodeSet().isPresent()) {
            figures.put("queue", queue.name());
        }
        return new Reason(code, figures, "needs " + String.join("; and ", clauses) + remark(code));
    }

    private String remark(ReasonCode code) {
        if (code == ReasonCode.RESOURCES) {
            return "; some held without an expected end";
        }
        return code == ReasonCode.NEVER_FITS && !isTooLittle
                ? "; but not "
                        + DirectiveWords.place(
                                job.jobspec().attributes().system().directives()) + ", however empty"
                : "";
    }

    private String clause(Demand demand, String prefix) {
        List<String> there = new ArrayList<>();
        Map<ClosedReason, List<String>> closed = new EnumMap<>(ClosedReason.class);
        List<String> tainted = new ArrayList<>();
        if (demand.isSlot()) {
            demand.total().forEach((type, needed) -> {
                Supply supply = Supply.ofType(machine, nodes, request, type);
                note(prefix + type, needed, supply);
                there.add(Words.counted(supply.there(), type));
                supply.closed()
                        .forEach((reason, amount) -> closed.computeIfAbsent(reason, _ -> new ArrayList<>())
                                .add(Words.counted(amount, type)));
                supply.taint()
                        .ifPresent(taint -> tainted.add(taintedWords(Words.counted(supply.tainted(), type), taint)));
            });
        } else {
            Supply supply = demand.each().isEmpty()
                    ? Supply.ofType(machine, nodes, request, demand.type())
                    : Supply.having(machine, nodes, request, demand.type(), demand.each());
            note(prefix + demand.type(), demand.count(), supply);
            there.add(Long.toString(supply.there()));
            supply.closed().forEach((reason, amount) -> closed.put(reason, List.of(Long.toString(amount))));
            supply.taint().ifPresent(taint -> tainted.add(taintedWords(Long.toString(supply.tainted()), taint)));
        }
        demand.each().forEach((type, amount) -> figures.put(prefix + type + ".each", Long.toString(amount)));
        String where = queue.nodeSet().isPresent() ? "in the queue's set (" + queue.name() + ")" : "there";
        return demand.words(job.jobspec().attributes().system().constraint())
                + ", " + Words.list(there) + " " + where
                + closedWords(closed)
                + (tainted.isEmpty() ? "" : "; " + Words.list(tainted));
    }

    private static String closedWords(Map<ClosedReason, List<String>> closed) {
        StringBuilder words = new StringBuilder();
        closed.forEach((reason, amounts) ->
                words.append("; ").append(Words.list(amounts)).append(' ').append(reason.word()));
        return words.toString();
    }

    private static String taintedWords(String amount, Taint taint) {
        return amount + " tainted (" + taint + ")";
    }

    private void note(String type, long needed, Supply supply) {
        figures.put(type + ".needed", Long.toString(needed));
        figures.put(type + ".there", Long.toString(supply.there()));
        figures.put(type + ".down", "0");
        supply.closed().forEach((reason, amount) -> figures.put(type + "." + reason.word(), Long.toString(amount)));
        if (supply.tainted() > 0) {
            figures.put(type + ".tainted", Long.toString(supply.tainted()));
        }
        isTooLittle |= needed > supply.there();
    }
}

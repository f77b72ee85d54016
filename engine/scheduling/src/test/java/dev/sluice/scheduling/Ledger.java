package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.queue.record.QueueRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Counts usage from the placements in the records alone, independently of the graph. An exclusive vertex includes
/// everything below it.
///
/// A pool may shrink below what is held of it. That is allowed only as long as all of its holders were there before:
/// a decision that takes more of it is an error.
final class Ledger {
    private final ResourceGraph graph;
    private final Map<Long, Placement> held = new TreeMap<>();
    private final Map<Long, QueueRecord.Taken> taken = new TreeMap<>();
    private final Map<Long, Integer> enteredAt = new HashMap<>();
    private final Map<Integer, Integer> resizedAt = new HashMap<>();
    private int records;

    /// @param graph for containment and sizes
    Ledger(ResourceGraph graph) {
        this.graph = graph;
    }

    void note(QueueRecord record) {
        records++;
        switch (record) {
            case QueueRecord.Started it -> {
                held.put(it.job(), it.placement());
                enteredAt.put(it.job(), records);
            }
            case QueueRecord.Ended it -> held.remove(it.job());
            case QueueRecord.Taken it -> {
                taken.put(it.holder(), it);
                enteredAt.put(it.holder(), records);
            }
            case QueueRecord.Resized it ->
                graph.findByPath(it.path()).ifPresent(vertex -> resizedAt.put(vertex, records));
            case QueueRecord.GivenBack it -> taken.remove(it.holder());
            default -> {}
        }
    }

    /// Returns whether a job holds a vertex or something below it.
    boolean has(long job, int vertex) {
        Placement placement = held.get(job);
        for (int i = 0; placement != null && i < placement.entryCount(); i++) {
            for (int above = placement.entryVertex(i); above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
                if (above == vertex) {
                    return true;
                }
            }
        }
        return false;
    }

    void check(long now) {
        Map<Long, Placement> all = new TreeMap<>(held);
        taken.values().stream()
                .filter(it -> it.span().startNanos() <= now && now < it.span().endNanos())
                .forEach(it -> all.put(it.holder(), it.placement()));
        Map<Integer, Long> amounts = new HashMap<>();
        Map<Integer, Integer> newest = new HashMap<>();
        Map<Integer, Set<Long>> exclusive = new HashMap<>();
        all.forEach((holder, placement) -> {
            for (int i = 0; i < placement.entryCount(); i++) {
                int vertex = placement.entryVertex(i);
                if (graph.isRemoved(vertex)) {
                    // Removed vertices count for no job, even if jobs still run there.
                    continue;
                }
                if (graph.isDivisible(vertex)) {
                    amounts.merge(vertex, placement.entryAmount(i), Long::sum);
                    newest.merge(vertex, enteredAt.getOrDefault(holder, 0), Math::max);
                } else if (placement.isEntryExclusive(i)) {
                    exclusive.computeIfAbsent(vertex, _ -> new HashSet<>()).add(holder);
                }
            }
        });
        amounts.forEach((vertex, amount) -> {
            if (newest.getOrDefault(vertex, 0) > resizedAt.getOrDefault(vertex, 0)) {
                assertThat(amount).as("used of %s", graph.path(vertex)).isLessThanOrEqualTo(graph.size(vertex));
            }
        });
        all.forEach((holder, placement) -> {
            for (int i = 0; i < placement.entryCount(); i++) {
                for (int above = placement.entryVertex(i);
                        above != ResourceGraph.NO_VERTEX;
                        above = graph.parent(above)) {
                    assertThat(exclusive.getOrDefault(above, Set.of(holder)))
                            .as("exclusive holders of %s", graph.path(above))
                            .containsOnly(holder);
                }
            }
        });
    }
}

package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.Holder;
import dev.sluice.queue.record.QueueRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Counts usage from the decisions alone, independently of the graph. An exclusive vertex includes everything
/// below it.
///
/// Other schedulers' work, windows and shrinking nodes may over-commit resources; the engine's decisions must not.
/// So each start is checked against everything that is held at that moment.
final class Ledger {
    private final Engine engine;
    private final ResourceGraph graph;
    private final Map<Long, Placement> held = new TreeMap<>();

    Ledger(Engine engine) {
        this.engine = engine;
        this.graph = engine.state().machine().graph();
    }

    void note(QueueRecord record) {
        switch (record) {
            case QueueRecord.Ended it -> held.remove(it.job());
            case QueueRecord.Requeued it -> held.remove(it.job());
            case QueueRecord.Vacated it -> held.remove(it.job());
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

    void note(Decision decision) {
        if (decision instanceof Decision.Start start) {
            held.put(start.job(), start.placement());
        }
    }

    /// Checks a start against everything that is held at this moment.
    void check(Decision.Start start, long now) {
        Map<Object, Placement> all = new HashMap<>(held);
        for (Holding holding : engine.state().machine().occupancy().holdings()) {
            Holder other = engine.state().machineState().others().holder(holding.job());
            boolean isOver = other instanceof Holder.Window && holding.end() <= now;
            if (other != null && holding.start() <= now && !isOver) {
                all.put(other, holding.placement());
            }
        }
        Map<Integer, Long> amounts = new HashMap<>();
        Map<Integer, Set<Object>> exclusive = new HashMap<>();
        Map<Integer, Set<Object>> used = new HashMap<>();
        all.forEach((holder, placement) -> {
            for (int i = 0; i < placement.entryCount(); i++) {
                int vertex = placement.entryVertex(i);
                if (graph.isRemoved(vertex)) {
                    continue;
                }
                if (graph.isDivisible(vertex)) {
                    amounts.merge(vertex, placement.entryAmount(i), Long::sum);
                } else if (placement.isEntryExclusive(i)) {
                    exclusive.computeIfAbsent(vertex, _ -> new HashSet<>()).add(holder);
                }
                for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
                    used.computeIfAbsent(above, _ -> new HashSet<>()).add(holder);
                }
            }
        });
        Placement placement = start.placement();
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            if (graph.isDivisible(vertex)) {
                assertThat(amounts.get(vertex))
                        .as("used of %s", graph.path(vertex))
                        .isLessThanOrEqualTo(graph.size(vertex));
            } else if (placement.isEntryExclusive(i)) {
                assertThat(used.get(vertex))
                        .as("holders of %s", graph.path(vertex))
                        .containsOnly(start.job());
            }
            for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
                assertThat(exclusive.getOrDefault(above, Set.of(start.job())))
                        .as("exclusive holders of %s", graph.path(above))
                        .containsOnly(start.job());
            }
        }
    }
}

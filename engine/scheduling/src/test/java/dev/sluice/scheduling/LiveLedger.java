package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.OtherHolders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Counts what is held on a cluster by the records and reports alone, independently of the graph.
///
/// Facts may over-commit a node; what the engine gives away must fit beside them.
final class LiveLedger {
    private final Engine engine;
    private final Map<Long, Map<String, Long>> held = new TreeMap<>();

    LiveLedger(Engine engine) {
        this.engine = engine;
    }

    void note(QueueRecord record) {
        switch (record) {
            case QueueRecord.Started it -> it.shares().forEach(share -> add(it.job(), share, 1));
            case QueueRecord.Extended it -> it.shares().forEach(share -> add(it.job(), share, 1));
            case QueueRecord.Reduced it -> it.shares().forEach(share -> add(it.job(), share, -1));
            case QueueRecord.Ended it -> held.remove(it.job());
            case QueueRecord.Requeued it -> held.remove(it.job());
            default -> {}
        }
    }

    private void add(long job, Share share, int sign) {
        held.computeIfAbsent(job, _ -> new HashMap<>()).merge(share.path(), sign * share.amount(), Long::sum);
    }

    /// Checks what a job has been given against everything that is held at this moment.
    void check(long job, List<Share> given, Collection<ForeignUse> foreign, long now) {
        ResourceGraph graph = engine.state().machine().graph();
        for (Share share : given) {
            int vertex = engine.state()
                    .machineState()
                    .vertex(share.path())
                    .orElseThrow(() -> new AssertionError(share.path()));
            int node = graph.parent(vertex);
            assertThat(graph.isDown(node)).as("%s is closed", share.path()).isFalse();
            String type = graph.type(vertex);
            boolean isUnit = type.equals(VertexKind.GPU);
            long size = 0;
            long used = 0;
            // Which units other schedulers' work has is not known.
            for (String path : isUnit ? units(graph, node, type) : List.of(share.path())) {
                size += isUnit ? 1 : graph.size(vertex);
                used += usedOf(path, now);
            }
            for (ForeignUse use : foreign) {
                used += use.node().equals(graph.path(node)) ? use.amounts().getOrDefault(type, 0L) : 0;
            }
            assertThat(used)
                    .as("used of %s, some of which job %d has got", share.path(), job)
                    .isLessThanOrEqualTo(size);
            assertThat(usedOf(share.path(), now)).isLessThanOrEqualTo(graph.size(vertex));
            if (hasPort(job)) {
                checkPort(job, graph, node, foreign);
            }
        }
    }

    private List<String> units(ResourceGraph graph, int node, String type) {
        List<String> paths = new ArrayList<>();
        for (int edge : graph.containmentEdges(node)) {
            if (graph.type(graph.target(edge)).equals(type)) {
                paths.add(graph.name(node) + "/" + graph.name(graph.target(edge)));
            }
        }
        return paths;
    }

    private long usedOf(String path, long now) {
        long used = 0;
        for (Map<String, Long> shares : held.values()) {
            used += shares.getOrDefault(path, 0L);
        }
        for (OtherHolders.Window window : engine.state().machineState().others().windows()) {
            if (window.span().startNanos() <= now && now < window.span().endNanos()) {
                for (Share share : engine.state().machineState().sharesOf(window.number())) {
                    used += share.path().equals(path) ? share.amount() : 0;
                }
            }
        }
        return used;
    }

    private boolean hasPort(long job) {
        return !engine.table()
                .job(engine.table().indexOf(job))
                .jobspec()
                .attributes()
                .system()
                .directives()
                .hostPorts()
                .isEmpty();
    }

    private void checkPort(long job, ResourceGraph graph, int node, Collection<ForeignUse> foreign) {
        String prefix = graph.name(node) + "/";
        held.forEach((other, shares) -> {
            boolean isThere = shares.entrySet().stream()
                    .anyMatch(share -> share.getKey().startsWith(prefix) && share.getValue() > 0);
            assertThat(other != job && isThere && hasPort(other))
                    .as("jobs %d and %d have the same port of %s", job, other, prefix)
                    .isFalse();
        });
        assertThat(foreign)
                .noneMatch(use ->
                        use.node().equals(graph.path(node)) && !use.hostPorts().isEmpty());
    }
}

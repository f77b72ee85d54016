package dev.sluice.cli.simulate;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.scheduling.limit.Amounts;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.order.WeightedOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Reads queues from YAML, of which JSON is a part:
///
/// ```yaml
/// order: {priority: 1000, age-second: 1, core: 0}   # left out: first in, first out
/// queues:
///   - name: "1"
///     properties: [gpu]          # or hosts: node[0-15]; left out: anywhere
///     limits:
///       - {scope: user, jobs: 10, nodes: 4, cores: 64, gpus: 2}
/// ```
final class QueueConfigFile {
    private static final Set<String> TOP = Set.of("order", "queues");
    private static final Set<String> ORDER = Set.of("priority", "age-second", "core");
    private static final Set<String> QUEUE = Set.of("name", "properties", "hosts", "limits");
    private static final Set<String> LIMIT = Set.of("scope", "jobs", "nodes", "cores", "gpus");

    private QueueConfigFile() {}

    static QueueConfig read(Path file) {
        return of(YamlMap.read(file));
    }

    static QueueConfig of(YamlMap top) {
        top.requireOnly(TOP);
        JobOrder order = top.map("order").map(QueueConfigFile::order).orElse(JobOrder.fifo());
        List<QueueRules> queues = new ArrayList<>();
        for (YamlMap queue : top.maps("queues")) {
            queues.add(queue(queue));
        }
        return new QueueConfig(order, queues);
    }

    private static JobOrder order(YamlMap order) {
        order.requireOnly(ORDER);
        try {
            return new WeightedOrder(
                    order.number("priority", 0), order.number("age-second", 0), order.number("core", 0));
        } catch (IllegalArgumentException e) {
            throw order.wrong(String.valueOf(e.getMessage()));
        }
    }

    private static QueueRules queue(YamlMap queue) {
        queue.requireOnly(QUEUE);
        List<Limit> limits = new ArrayList<>();
        for (YamlMap limit : queue.maps("limits")) {
            limits.add(limit(limit));
        }
        return new QueueRules(queue.text("name"), nodeSet(queue), limits);
    }

    private static Optional<Constraint> nodeSet(YamlMap queue) {
        List<Constraint> constraints = new ArrayList<>();
        try {
            if (!queue.texts("properties").isEmpty()) {
                constraints.add(new Constraint.Properties(queue.texts("properties")));
            }
            for (String hosts : queue.texts("hosts")) {
                constraints.add(new Constraint.Hostlist(Hostlist.parse(hosts)));
            }
        } catch (RuntimeException e) {
            throw queue.wrong(String.valueOf(e.getMessage()));
        }
        return constraints.isEmpty() ? Optional.empty() : Optional.of(new Constraint.And(constraints));
    }

    private static Limit limit(YamlMap limit) {
        limit.requireOnly(LIMIT);
        String scope = limit.text("scope");
        try {
            return new Limit(
                    Limit.Scope.valueOf(scope.toUpperCase(Locale.ROOT)),
                    new Amounts(
                            limit.number("jobs", Long.MAX_VALUE),
                            limit.number("nodes", Long.MAX_VALUE),
                            limit.number("cores", Long.MAX_VALUE),
                            limit.number("gpus", Long.MAX_VALUE)));
        } catch (IllegalArgumentException e) {
            throw limit.wrong("scope (" + scope + ") must be queue, user or account");
        }
    }
}

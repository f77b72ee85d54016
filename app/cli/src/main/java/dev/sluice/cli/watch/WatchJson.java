package dev.sluice.cli.watch;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.audit.AuditStage;
import dev.sluice.controller.sync.Source;
import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.controller.view.Amounts;
import dev.sluice.controller.view.ClusterView;
import dev.sluice.controller.view.GroupView;
import dev.sluice.controller.view.NodeView;
import dev.sluice.scheduling.machine.ClosedReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The JSON of `sluice watch`: one object for each interval. docs/watch.md lists the fields.
final class WatchJson {
    private static final double MILLI = 1000;
    private static final double NANOS_PER_MILLI = 1e6;

    private WatchJson() {}

    static Map<String, Object> of(Situation now, Rows rows) {
        ClusterView view = now.view();
        GroupView total = view.total();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("time", moment(view.atNanos()));
        json.put("inSync", view.isSynced());
        json.put("nodes", total.nodes());
        json.put("closedNodes", total.closed());
        json.put("foreignPods", view.foreignPods());
        json.put("ownPods", view.ownPods());
        json.put("resources", resources(total.resources()));
        json.put(rows == Rows.nodes ? "byNode" : "byRack", rows(view, rows));
        json.put(
                "events",
                ordered(
                        "received", view.received(),
                        "perSecond", Math.round(now.eventsPerSecond() * 10) / 10.0,
                        "handled", view.handled(),
                        "relists", view.relists()));
        json.put(
                "versions",
                ordered(
                        "nodes", version(view, Source.NODES),
                        "foreignPods", version(view, Source.FOREIGN_PODS),
                        "ownPods", version(view, Source.OWN_PODS)));
        json.put("audit", audit(now.audit()));
        json.put("auditStage", stage(now.stage()));
        json.put("problems", now.problems());
        json.put("lag", lag(now.lag()));
        json.put(
                "process",
                ordered(
                        "cpuSeconds", now.use().cpuSeconds(),
                        "heapBytes", now.use().heapBytes(),
                        "residentBytes", now.use().residentBytes()));
        return json;
    }

    private static long version(ClusterView view, Source source) {
        return view.versions().getOrDefault(source, 0L);
    }

    private static String moment(long nanos) {
        return Instant.ofEpochSecond(0, nanos).toString();
    }

    private static Map<String, Object> ordered(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    private static List<Object> rows(ClusterView view, Rows rows) {
        List<Object> json = new ArrayList<>();
        if (rows == Rows.nodes) {
            for (NodeView node : view.nodes()) {
                json.add(ordered(
                        "name", node.name(),
                        "rack", node.rack(),
                        "closed", reasons(node),
                        "resources", resources(node.resources())));
            }
        } else {
            for (GroupView rack : view.racks()) {
                json.add(ordered(
                        "name", rack.name(),
                        "nodes", rack.nodes(),
                        "closedNodes", rack.closed(),
                        "resources", resources(rack.resources())));
            }
        }
        return json;
    }

    private static List<String> reasons(NodeView node) {
        return node.reasons().stream()
                .map(ClosedReason::name)
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static Map<String, Object> resources(Map<String, Amounts> resources) {
        Map<String, Object> json = new LinkedHashMap<>();
        resources.forEach((name, amounts) -> json.put(
                name,
                ordered(
                        "allocatable", amount(name, amounts.allocatable()),
                        "foreign", amount(name, amounts.foreign()),
                        "own", amount(name, amounts.own()),
                        "free", amount(name, amounts.free()))));
        return json;
    }

    private static Object amount(String resource, long amount) {
        boolean isCpu = resource.equals(ResourceTypes.CPU);
        return isCpu ? (Object) (amount / MILLI) : (Object) amount;
    }

    private static @Nullable Object audit(@Nullable AuditReport report) {
        return report == null
                ? null
                : ordered(
                        "time", moment(report.atNanos()),
                        "nodes", report.nodes(),
                        "pods", report.pods(),
                        "changed", report.changed(),
                        "driftCount", report.driftCount(),
                        "drifts", report.drifts());
    }

    private static Object stage(AuditStage stage) {
        return ordered(
                "doing", stage.doing().name().toLowerCase(Locale.ROOT),
                "nodesVersion", stage.nodesVersion(),
                "podsVersion", stage.podsVersion());
    }

    private static Object lag(LagProbe.Lag lag) {
        return ordered(
                "samples",
                lag.samples(),
                "lastMillis",
                lag.lastNanos() / NANOS_PER_MILLI,
                "meanMillis",
                lag.samples() == 0 ? 0 : lag.sumNanos() / NANOS_PER_MILLI / lag.samples(),
                "maxMillis",
                lag.maxNanos() / NANOS_PER_MILLI);
    }
}

package dev.sluice.cli.watch;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.audit.AuditStage;
import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.controller.view.Amounts;
import dev.sluice.controller.view.ClusterView;
import dev.sluice.controller.view.GroupView;
import dev.sluice.runtime.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// The sentences of `sluice watch`.
final class WatchText {
    private WatchText() {}

    /// Returns all of it in one line.
    static String line(Situation now) {
        ClusterView view = now.view();
        GroupView total = view.total();
        StringBuilder line = new StringBuilder();
        line.append(Instant.ofEpochSecond(0, view.atNanos()).truncatedTo(ChronoUnit.SECONDS));
        line.append(' ').append(cluster(view, total));
        for (String resource : shown(total.resources())) {
            Amounts amounts = total.resources().getOrDefault(resource, new Amounts(0, 0, 0, 0));
            line.append(", ").append(resource).append(' ').append(amounts(resource, amounts));
        }
        line.append("; ").append(events(now)).append("; ").append(audit(now));
        now.problems().forEach(problem -> line.append("; ").append(problem));
        return line.toString();
    }

    static String cluster(ClusterView view, GroupView total) {
        if (!view.isSynced()) {
            return "reading the cluster";
        }
        String closed = total.closed() == 0 ? "" : " (" + total.closed() + " closed)";
        return "nodes: %d%s, pods: %d of others and %d own"
                .formatted(total.nodes(), closed, view.foreignPods(), view.ownPods());
    }

    /// Returns the resources to show: CPU, memory, the extended ones and the number of pods.
    static List<String> shown(SortedMap<String, Amounts> resources) {
        List<String> shown = new ArrayList<>(List.of(ResourceTypes.CPU, ResourceTypes.MEMORY));
        resources.forEach((name, amounts) -> {
            if (name.indexOf('/') >= 0 && amounts.allocatable() + amounts.used() > 0) {
                shown.add(name);
            }
        });
        shown.add(ResourceTypes.PODS);
        shown.removeIf(name -> !resources.containsKey(name));
        return shown;
    }

    static String amounts(String resource, Amounts amounts) {
        String used = AmountText.of(resource, amounts.foreign())
                + (amounts.own() == 0 ? "" : "+" + AmountText.of(resource, amounts.own()));
        return used + " of " + AmountText.of(resource, amounts.allocatable());
    }

    static String events(Situation now) {
        return String.format(
                Locale.ROOT,
                "%.0f events/s, %d in all",
                now.eventsPerSecond(),
                now.view().received());
    }

    /// Returns what the last audit found, and what the present one is doing.
    static String audit(Situation now) {
        AuditReport report = now.audit();
        long age = report == null ? 0 : (now.view().atNanos() - report.atNanos()) / Clock.NANOS_PER_SECOND;
        String last = report == null
                ? "no audit so far"
                : "audit " + AmountText.seconds(Math.max(0, age)) + " ago: " + result(report);
        String doing = doing(now.stage());
        return doing.isEmpty() ? last : last + "; " + doing;
    }

    static String result(AuditReport report) {
        return "drift: %d, nodes compared: %d, pods compared: %d%s"
                .formatted(
                        report.driftCount(),
                        report.nodes(),
                        report.pods(),
                        report.changed() == 0 ? "" : ", changed meanwhile: " + report.changed());
    }

    static String doing(@Nullable AuditStage stage) {
        if (stage == null) {
            return "";
        }
        return switch (stage.doing()) {
            case RESTING -> "";
            case SYNCING -> "reading the cluster";
            case LISTING -> "listing the cluster for an audit";
            case WAITING ->
                "waiting for the watches to pass versions %d of nodes and %d of pods (about a minute if nothing changes)"
                        .formatted(stage.nodesVersion(), stage.podsVersion());
            case COMPARING -> "comparing the lists of an audit";
        };
    }
}

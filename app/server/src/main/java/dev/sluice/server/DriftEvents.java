package dev.sluice.server;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.audit.Drift;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.event.EventWrite;
import dev.sluice.kube.event.PendingEvents;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.time.Clock;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Kubernetes Events on nodes where an audit has found drift: one for each node and audit. The same drift found again
/// raises the count of its Event, and similar ones are combined, as client-go does.
final class DriftEvents {
    private static final Logger LOGGER = System.getLogger(DriftEvents.class.getName());

    static final String REASON = "Drift";

    /// Enough to see what is wrong. If a sync is broken, all nodes may differ; the metric has the number.
    static final int NODES_MAX = 100;

    /// The API server refuses longer messages of an Event.
    private static final int MESSAGE_CHARS_MAX = 1024;

    private final Kube kube;
    private final PendingEvents pending;

    DriftEvents(Kube kube, Clock clock) {
        this.kube = kube;
        this.pending = new PendingEvents(clock);
    }

    /// Writes the Events of an audit. Blocks until the API server has answered, as audits may.
    synchronized void audited(AuditReport report) {
        Map<String, List<Drift>> byNode =
                report.drifts().stream().collect(Collectors.groupingBy(Drift::node, TreeMap::new, Collectors.toList()));
        byNode.entrySet().stream()
                .limit(NODES_MAX)
                .forEach(each -> pending.add(
                        SluiceNames.SCHEDULER, "", node(each.getKey()), "Warning", REASON, message(each.getValue())));
        for (EventWrite write = pending.next(); write != null; write = pending.next()) {
            tryToWrite(write);
        }
    }

    /// An Event tells a node by its name, as kubelets' Events do: `kubectl describe node` shows both.
    private static JsonObject node(String name) {
        return JsonObject.EMPTY
                .with("kind", KubeTypes.NODES.kind())
                .with("name", name)
                .with("uid", name)
                .with("apiVersion", KubeTypes.NODES.apiVersion());
    }

    private static String message(List<Drift> drifts) {
        Drift first = drifts.getFirst();
        String others = drifts.size() == 1 ? "" : ", and %d more".formatted(drifts.size() - 1);
        String holder = first.holder().isEmpty() ? "" : " for " + first.holder();
        String text = "the scheduler counts %s as %s%s, the cluster has %s"
                .formatted(first.what(), first.found(), holder, first.expected());
        int most = MESSAGE_CHARS_MAX - others.length();
        return (text.length() > most ? text.substring(0, most - 1) + "…" : text) + others;
    }

    private void tryToWrite(EventWrite write) {
        try {
            write.to(kube);
        } catch (ApiException | UncheckedIOException e) {
            // The log and the metric have the drift, too.
            LOGGER.log(Level.INFO, "event={0} cannot be written: {1}", REASON, e.getMessage());
        }
    }
}

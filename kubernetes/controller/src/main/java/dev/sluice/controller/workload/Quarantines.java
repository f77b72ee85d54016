package dev.sluice.controller.workload;

import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.scheduling.Decision;
import java.util.Locale;
import java.util.Map;

/// Tells of nodes that are quarantined since they have failed several jobs: by an Event on the node, and a number.
final class Quarantines {
    private final Surroundings here;

    /// Until when, by node. Each ends by itself.
    private volatile Map<String, Long> published = Map.of();

    Quarantines(Surroundings here) {
        this.here = here;
    }

    void publish() {
        published = Map.copyOf(here.engine().state().quarantined());
    }

    /// A node takes no jobs from now on.
    void began(Decision.Quarantine quarantine) {
        publish();
        String name = quarantine.node().substring(quarantine.node().lastIndexOf('/') + 1);
        String message = String.format(
                Locale.ROOT,
                "it has failed several jobs (failure score %.1f), and takes none until %s",
                quarantine.score(),
                Times.text(quarantine.untilNanos()));
        // Kubelets, too, name a node by its name where a UID is asked for.
        here.notices().warning(new WorkloadRef(WorkloadRef.NODE, ObjectKey.of(name), name), "Quarantined", message);
    }

    /// Returns how many nodes are in quarantine. Any thread may ask.
    int count() {
        long now = here.clock().nowNanos();
        return (int) published.values().stream().filter(until -> until > now).count();
    }
}

package dev.sluice.kube.validation.scheduling;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `scheduling.k8s.io`.
public final class SchedulingKinds {
    public static final List<Kind> ALL = List.of(
            new Kind(
                    "priorityclasses.scheduling.k8s.io",
                    new PriorityClassStrategy(),
                    SchedulingColumns.PRIORITY_CLASSES),
            Kind.printed("workloads.scheduling.k8s.io", SchedulingColumns.WORKLOADS));

    private SchedulingKinds() {}
}

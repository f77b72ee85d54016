package dev.sluice.kube.validation.coordination;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `coordination.k8s.io`.
public final class CoordinationKinds {
    public static final List<Kind> ALL = List.of(
            Kind.printed("leases.coordination.k8s.io", CoordinationColumns.LEASES),
            Kind.printed("leasecandidates.coordination.k8s.io", CoordinationColumns.LEASE_CANDIDATES));

    private CoordinationKinds() {}
}

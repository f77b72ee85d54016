package dev.sluice.kube.validation.discovery;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `discovery.k8s.io`.
public final class DiscoveryKinds {
    public static final List<Kind> ALL = List.of(
            new Kind("endpointslices.discovery.k8s.io", new EndpointSliceStrategy(), DiscoveryColumns.ENDPOINT_SLICES));

    private DiscoveryKinds() {}
}

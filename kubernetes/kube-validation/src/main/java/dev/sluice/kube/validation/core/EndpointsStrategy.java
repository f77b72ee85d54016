package dev.sluice.kube.validation.core;

import dev.sluice.kube.validation.strategy.KindStrategy;

/// Endpoints, replaced by endpoint slices.
final class EndpointsStrategy implements KindStrategy {
    @Override
    public String deprecation() {
        return "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice";
    }
}

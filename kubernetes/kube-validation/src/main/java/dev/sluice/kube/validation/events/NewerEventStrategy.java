package dev.sluice.kube.validation.events;

import dev.sluice.kube.validation.strategy.KindStrategy;
import dev.sluice.kube.validation.strategy.VersionConversion;

/// Events of `events.k8s.io`, which are stored as the core's.
final class NewerEventStrategy implements KindStrategy {
    @Override
    public VersionConversion conversion(String version) {
        return EventConversion.EVENTS;
    }
}

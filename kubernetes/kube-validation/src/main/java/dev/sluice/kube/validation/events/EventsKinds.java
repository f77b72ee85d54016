package dev.sluice.kube.validation.events;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// Events, of the core and of `events.k8s.io`.
public final class EventsKinds {
    public static final List<Kind> ALL = List.of(
            new Kind("events", new EventStrategy(), EventColumns.CORE),
            new Kind("events.events.k8s.io", new NewerEventStrategy(), EventColumns.NEWER));

    private EventsKinds() {}
}

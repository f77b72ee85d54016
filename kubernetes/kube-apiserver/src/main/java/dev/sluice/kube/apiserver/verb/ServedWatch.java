package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.WatchEvent;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A watch that converts its objects to the requested version.
public final class ServedWatch extends ForwardingWatch {
    private final UnaryOperator<JsonObject> change;

    /// Read but not delivered yet: a conversion webhook may have to be called first.
    private Optional<WatchEvent> next = Optional.empty();

    public ServedWatch(KubeWatch watch, UnaryOperator<JsonObject> change) {
        super(watch);
        this.change = change;
    }

    @Override
    public Optional<WatchEvent> poll() {
        if (next.isEmpty()) {
            next = super.poll();
        }
        Optional<WatchEvent> told = next.map(event -> switch (event.type()) {
            case ERROR -> event;
            default -> new WatchEvent(event.type(), change.apply(event.object()));
        });
        next = Optional.empty();
        return told;
    }

    @Override
    public Optional<WatchEvent> bookmark() {
        return super.bookmark().map(event -> new WatchEvent(event.type(), change.apply(event.object())));
    }
}

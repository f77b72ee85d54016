package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.WatchEvent;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A watch whose objects are told in the version that was asked for.
record ServedWatch(KubeWatch watch, UnaryOperator<JsonObject> change) implements KubeWatch {
    @Override
    public Optional<WatchEvent> poll() {
        return watch.poll().map(event -> switch (event.type()) {
            case ERROR -> event;
            default -> new WatchEvent(event.type(), change.apply(event.object()));
        });
    }

    @Override
    public Optional<WatchEvent> bookmark() {
        return watch.bookmark().map(event -> new WatchEvent(event.type(), change.apply(event.object())));
    }

    @Override
    public boolean isOver() {
        return watch.isOver();
    }

    @Override
    public void close() {
        watch.close();
    }
}

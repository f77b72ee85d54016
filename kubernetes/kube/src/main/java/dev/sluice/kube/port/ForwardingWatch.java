package dev.sluice.kube.port;

import java.util.Optional;

/// Delegates every call. Base class for decorators that override a few of them.
public abstract class ForwardingWatch implements KubeWatch {
    private final KubeWatch watch;

    protected ForwardingWatch(KubeWatch watch) {
        this.watch = watch;
    }

    @Override
    public Optional<WatchEvent> poll() {
        return watch.poll();
    }

    @Override
    public Optional<WatchEvent> bookmark() {
        return watch.bookmark();
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

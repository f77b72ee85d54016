package dev.sluice.kube.port;

import java.util.Optional;

/// A watch that is open. It is over after an [WatchEvent.Type#ERROR], or when it is closed.
public interface KubeWatch extends AutoCloseable {

    /// The next thing that has happened, if there is one by now.
    Optional<WatchEvent> poll();

    /// How far the watch has come, as an event; nothing if nobody can tell.
    default Optional<WatchEvent> bookmark() {
        return Optional.empty();
    }

    /// Whether no more will come.
    boolean isOver();

    @Override
    void close();
}

package dev.sluice.kube.port;

import java.util.Optional;

/// An open watch. It is over after a [WatchEvent.Type#ERROR], or when it is closed.
public interface KubeWatch extends AutoCloseable {

    /// Returns the next event without waiting.
    ///
    /// @throws java.io.UncheckedIOException if what the server sends cannot be read; the watch is over then
    Optional<WatchEvent> poll();

    /// Returns a bookmark of the current position; empty if the watch cannot tell.
    default Optional<WatchEvent> bookmark() {
        return Optional.empty();
    }

    /// True if there will be no more events.
    boolean isOver();

    @Override
    void close();
}

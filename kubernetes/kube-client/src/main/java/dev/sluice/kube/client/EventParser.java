package dev.sluice.kube.client;

import dev.sluice.kube.port.WatchEvent;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/// Cuts the bytes of a watch into events.
interface EventParser {
    /// Far more than any object has: servers take requests of 3 MiB. What claims to be larger is no event.
    int EVENT_BYTES_MAX = 32 << 20;

    /// Takes the next bytes, and hands on the events that they complete.
    ///
    /// @throws java.io.UncheckedIOException if they are no events
    void take(ByteBuffer part, Consumer<WatchEvent> events);
}

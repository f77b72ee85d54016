package dev.sluice.kube.client;

import dev.sluice.kube.port.WatchEvent;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/// Cuts the bytes of a watch into events.
interface EventParser {
    /// Takes the next bytes, and hands on the events that they complete.
    void take(ByteBuffer part, Consumer<WatchEvent> events);
}

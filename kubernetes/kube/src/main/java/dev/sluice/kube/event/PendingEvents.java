package dev.sluice.kube.event;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Events that wait to be written. Similar ones are combined, and too many of one object are dropped, as client-go
/// does.
public final class PendingEvents {
    /// All nodes of a fleet may start a few pods at once; events beyond this number are dropped.
    private static final int WAITING_MAX = 65_536;

    private final Clock clock;
    private final EventCorrelator correlation = new EventCorrelator();
    private final Deque<EventOccurrence> waiting = new ArrayDeque<>();
    private long lastNameNanos;
    private long dropped;

    public PendingEvents(Clock clock) {
        this.clock = clock;
    }

    /// Adds an event.
    ///
    /// @param host of the component; empty if there is none
    /// @param object a reference to the object concerned
    /// @param type `Normal` or `Warning`
    public void add(String component, String host, JsonObject object, String type, String reason, String message) {
        if (waiting.size() >= WAITING_MAX) {
            dropped++;
            return;
        }
        waiting.add(new EventOccurrence(component, host, object, type, reason, message, clock.nowNanos()));
    }

    /// Removes and returns the next write; null if there is none.
    public @Nullable EventWrite next() {
        while (!waiting.isEmpty()) {
            EventOccurrence occurrence = waiting.removeFirst();
            EventCorrelator.Result result = correlation.of(occurrence, name(occurrence));
            if (result != null) {
                return new EventWrite(result);
            }
        }
        return null;
    }

    /// Derives the name from the time, like client-go; a second event at the same time gets a slightly later one.
    private String name(EventOccurrence occurrence) {
        lastNameNanos = Math.max(lastNameNanos + 1, occurrence.nowNanos());
        return occurrence.object().text("name") + "." + Long.toHexString(lastNameNanos);
    }

    /// Returns how many events were dropped because too many were waiting.
    public long dropped() {
        return dropped;
    }
}

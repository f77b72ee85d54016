package dev.sluice.kube.event;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import java.io.UncheckedIOException;

/// Writes events asynchronously, a few per turn.
///
/// Events are dropped if too many are waiting or the server rejects them.
public final class EventRecorder implements Step {
    /// Limits the writes per turn, so that other steps are not starved.
    private static final int WRITES_PER_TURN_MAX = 64;

    private final Kube kube;
    private final boolean isOn;
    private final PendingEvents pending;
    private long rejected;

    /// @param isOn whether events are written at all
    public EventRecorder(Kube kube, Clock clock, boolean isOn) {
        this.kube = kube;
        this.isOn = isOn;
        this.pending = new PendingEvents(clock);
    }

    boolean isOn() {
        return isOn;
    }

    public EventSource source(String component) {
        return new EventSource(this, component, "");
    }

    /// Returns the number of dropped events.
    public long lost() {
        return rejected + pending.dropped();
    }

    void record(EventSource source, JsonObject object, String type, String reason, String message) {
        pending.add(source.component(), source.host(), object, type, reason, message);
    }

    @Override
    public String name() {
        return "events";
    }

    @Override
    public int work(long nowNanos) {
        int done = 0;
        for (EventWrite write = pending.next(); write != null; write = pending.next()) {
            tryToWrite(write);
            if (++done == WRITES_PER_TURN_MAX) {
                return done;
            }
        }
        return done;
    }

    private void tryToWrite(EventWrite write) {
        try {
            write.to(kube);
        } catch (ApiException | UncheckedIOException _) {
            rejected++;
        }
    }
}

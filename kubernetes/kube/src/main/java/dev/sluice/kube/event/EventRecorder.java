package dev.sluice.kube.event;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/// Writes events asynchronously, a few per turn.
///
/// Events are dropped if too many are waiting or the server rejects them.
public final class EventRecorder implements Step {
    /// Limits the writes per turn, so that other steps are not starved.
    private static final int WRITES_PER_TURN_MAX = 64;

    /// All nodes of a fleet may start a few pods at once; events beyond this number are dropped.
    private static final int WAITING_MAX = 65_536;

    private static final int NOT_FOUND = 404;

    private final Kube kube;
    private final Clock clock;
    private final boolean isOn;
    private final EventCorrelator correlation = new EventCorrelator();
    private final Deque<EventOccurrence> waiting = new ArrayDeque<>();
    private long lastNameNanos;
    private long lost;

    /// @param isOn whether events are written at all
    public EventRecorder(Kube kube, Clock clock, boolean isOn) {
        this.kube = kube;
        this.clock = clock;
        this.isOn = isOn;
    }

    boolean isOn() {
        return isOn;
    }

    public EventSource source(String component) {
        return new EventSource(this, component, "");
    }

    /// Returns the number of dropped events.
    public long lost() {
        return lost;
    }

    void record(EventSource source, JsonObject object, String type, String reason, String message) {
        if (waiting.size() >= WAITING_MAX) {
            lost++;
            return;
        }
        waiting.add(new EventOccurrence(
                source.component(), source.host(), object, type, reason, message, clock.nowNanos()));
    }

    @Override
    public String name() {
        return "events";
    }

    @Override
    public int work(long nowNanos) {
        int done = 0;
        while (done < WRITES_PER_TURN_MAX && !waiting.isEmpty()) {
            done++;
            EventOccurrence occurrence = waiting.removeFirst();
            EventCorrelator.Result result = correlation.of(occurrence, name(occurrence));
            if (result != null) {
                tryToWrite(result);
            }
        }
        return done;
    }

    /// Derives the name from the time, like client-go; a second event at the same time gets a slightly later one.
    private String name(EventOccurrence occurrence) {
        lastNameNanos = Math.max(lastNameNanos + 1, occurrence.nowNanos());
        return occurrence.object().text("name") + "." + Long.toHexString(lastNameNanos);
    }

    private void tryToWrite(EventCorrelator.Result result) {
        try {
            write(result);
        } catch (ApiException | UncheckedIOException _) {
            lost++;
        }
    }

    private void write(EventCorrelator.Result result) {
        EventOccurrence occurrence = result.occurrence();
        String subject = occurrence.object().text("namespace");
        String namespace = subject.isEmpty() ? "default" : subject;
        if (result.told().count() > 1) {
            JsonObject.Builder change = JsonObject.builder()
                    .put("count", result.told().count())
                    .put("lastTimestamp", Times.of(occurrence.nowNanos()));
            if (result.isCombined()) {
                change.put("message", occurrence.message());
            }
            try {
                ObjectKey key = new ObjectKey(namespace, result.told().name());
                kube.patch(KubeTypes.EVENTS, key, "", Patch.merge(change.build()), WriteOptions.PLAIN);
                return;
            } catch (ApiException e) {
                if (e.code() != NOT_FOUND) {
                    throw e;
                }
            }
        }
        kube.create(KubeTypes.EVENTS, namespace, event(result, namespace), WriteOptions.PLAIN);
    }

    private static JsonObject event(EventCorrelator.Result result, String namespace) {
        EventOccurrence occurrence = result.occurrence();
        JsonObject source = JsonObject.of("component", Json.of(occurrence.component()));
        return JsonObject.builder()
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", result.told().name())
                                .put("namespace", namespace)
                                .build())
                .put("involvedObject", occurrence.object())
                .put("reason", occurrence.reason())
                .put("message", occurrence.message())
                .put("source", occurrence.host().isEmpty() ? source : source.with("host", occurrence.host()))
                .put("firstTimestamp", Times.of(result.told().firstNanos()))
                .put("lastTimestamp", Times.of(occurrence.nowNanos()))
                .put("count", result.told().count())
                .put("type", occurrence.type())
                // Combined events have no reporting component, as in Kubernetes.
                .put("reportingComponent", result.isCombined() ? "" : occurrence.component())
                .put("reportingInstance", result.isCombined() ? "" : occurrence.host())
                .build();
    }
}

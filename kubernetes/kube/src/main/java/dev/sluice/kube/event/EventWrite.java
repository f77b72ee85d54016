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

/// An event that is to be created, or whose count is to be raised.
public final class EventWrite {
    private static final int NOT_FOUND = 404;

    private final EventCorrelator.Result result;

    EventWrite(EventCorrelator.Result result) {
        this.result = result;
    }

    /// Writes the event; blocks until the server has answered.
    public JsonObject to(Kube kube) {
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
                return kube.patch(KubeTypes.EVENTS, key, "", Patch.merge(change.build()), WriteOptions.PLAIN);
            } catch (ApiException e) {
                if (e.code() != NOT_FOUND) {
                    throw e;
                }
            }
        }
        return kube.create(KubeTypes.EVENTS, namespace, event(namespace), WriteOptions.PLAIN);
    }

    private JsonObject event(String namespace) {
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

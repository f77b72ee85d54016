package dev.sluice.kube.validation.events;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.validation.strategy.VersionConversion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Converts `events.k8s.io` Events to and from core Events, as which they are stored.
final class EventConversion implements VersionConversion {
    static final String GROUP = "events.k8s.io";

    static final EventConversion EVENTS = new EventConversion();

    private static final ResourceType STORED = new ResourceType("", "v1", "events", "Event", true);

    /// What each field is called where it is stored.
    private static final Map<String, String> STORED_NAMES = Map.of(
            "regarding", "involvedObject",
            "note", "message",
            "reportingController", "reportingComponent",
            "deprecatedSource", "source",
            "deprecatedFirstTimestamp", "firstTimestamp",
            "deprecatedLastTimestamp", "lastTimestamp",
            "deprecatedCount", "count");

    private static final Map<String, String> SERVED_NAMES = turned(STORED_NAMES);

    /// Core Events have this field even without a reporter.
    private static final Set<String> SAID_IF_EMPTY = Set.of("reportingComponent", "reportingInstance");

    private EventConversion() {}

    private static Map<String, String> turned(Map<String, String> names) {
        Map<String, String> turned = new LinkedHashMap<>();
        names.forEach((one, other) -> turned.put(other, one));
        return Map.copyOf(turned);
    }

    @Override
    public boolean isSame() {
        return false;
    }

    @Override
    public ResourceType stored(ResourceType type) {
        return STORED;
    }

    @Override
    public JsonObject stored(JsonObject served) {
        JsonObject stored = renamed(served, STORED_NAMES).with("apiVersion", STORED.apiVersion());
        for (String field : SAID_IF_EMPTY) {
            stored = stored.has(field) ? stored : stored.with(field, "");
        }
        return stored;
    }

    @Override
    public JsonObject served(JsonObject stored) {
        JsonObject served = stored;
        for (String field : SAID_IF_EMPTY) {
            served = served.text(field).isEmpty() ? served.without(field) : served;
        }
        return renamed(served, SERVED_NAMES).with("apiVersion", GROUP + "/v1");
    }

    private static JsonObject renamed(JsonObject object, Map<String, String> names) {
        JsonObject.Builder renamed = JsonObject.builder();
        for (int i = 0; i < object.size(); i++) {
            Json value = object.value(i);
            renamed.put(names.getOrDefault(object.name(i), object.name(i)), value);
        }
        return renamed.build();
    }

    @Override
    public String storedFields(String selector) {
        return selector.replaceAll("(^|,)(\\s*)regarding\\.", "$1$2involvedObject.")
                .replaceAll("(^|,)(\\s*)reportingController(?=[=!])", "$1$2reportingComponent");
    }

    @Override
    public void check(JsonObject object, @Nullable JsonObject old) {
        List<Cause> errors = EventStrategy.validateCurrent(object, old);
        if (!errors.isEmpty()) {
            throw ApiStatus.invalid(STORED, KubeObjects.name(object), errors);
        }
    }
}

package dev.sluice.kube;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads and writes the conditions of a status.
public final class Conditions {
    public static final String TRUE = "True";
    public static final String FALSE = "False";
    public static final String UNKNOWN = "Unknown";

    private Conditions() {}

    public static @Nullable JsonObject find(JsonArray conditions, String type) {
        for (Json condition : conditions) {
            if (condition instanceof JsonObject object && object.text("type").equals(type)) {
                return object;
            }
        }
        return null;
    }

    public static boolean isTrue(JsonObject object, String type) {
        JsonObject condition = find(object.array("status", "conditions"), type);
        return condition != null && condition.text("status").equals(TRUE);
    }

    /// Returns the object with the condition replacing the one of its type, or appended.
    public static JsonObject with(JsonObject object, JsonObject condition) {
        return object.withAt(with(object.array("status", "conditions"), condition), "status", "conditions");
    }

    /// Returns the conditions with this one replacing the one of its type, or appended.
    public static JsonArray with(JsonArray conditions, JsonObject condition) {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.object(i).text("type").equals(condition.text("type"))) {
                return conditions.with(i, condition);
            }
        }
        return conditions.plus(condition);
    }

    /// Sets a condition's status, reason and message. `lastTransitionTime` changes only if the status does, or if
    /// there is none, as of a pod that is created behind a gate.
    ///
    /// @param reason left out if empty, as is the message
    public static JsonArray with(
            JsonArray conditions, String type, boolean isTrue, String reason, String message, long nowNanos) {
        String status = isTrue ? TRUE : FALSE;
        JsonObject known = find(conditions, type);
        String before = known != null && known.text("status").equals(status) ? known.text("lastTransitionTime") : "";
        String since = before.isEmpty() ? KubeTime.text(Math.floorDiv(nowNanos, Clock.NANOS_PER_SECOND)) : before;
        JsonObject.Builder condition =
                JsonObject.builder().put("type", type).put("status", status).put("lastTransitionTime", since);
        if (!reason.isEmpty()) {
            condition.put("reason", reason);
        }
        if (!message.isEmpty()) {
            condition.put("message", message);
        }
        return with(conditions, condition.build());
    }

    public static JsonArray without(JsonArray conditions, String type) {
        List<Json> others = new ArrayList<>();
        for (Json condition : conditions) {
            if (!(condition instanceof JsonObject object && object.text("type").equals(type))) {
                others.add(condition);
            }
        }
        return JsonArray.of(others);
    }
}

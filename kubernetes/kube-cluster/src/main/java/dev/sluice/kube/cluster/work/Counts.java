package dev.sluice.kube.cluster.work;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;

/// Numbers in specifications and statuses.
public final class Counts {
    private Counts() {}

    /// With the number, or without the field if it is zero, as Kubernetes writes most of them.
    public static JsonObject put(JsonObject status, String name, long count) {
        return count == 0 ? status.without(name) : status.with(name, Json.of(count));
    }

    /// A number, or a share of a whole: `3`, `25%`.
    public static long of(JsonObject object, long whole, boolean roundsUp, long otherwise, String... path) {
        if (object.at(path) instanceof JsonString text && text.text().endsWith("%")) {
            try {
                long percent =
                        Long.parseLong(text.text().substring(0, text.text().length() - 1));
                return (whole * percent + (roundsUp ? 99 : 0)) / 100;
            } catch (NumberFormatException e) {
                return otherwise;
            }
        }
        return object.number(otherwise, path);
    }
}

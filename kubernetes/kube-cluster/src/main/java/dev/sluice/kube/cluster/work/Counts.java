package dev.sluice.kube.cluster.work;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;

/// Reads and writes numbers of specs and statuses.
public final class Counts {
    private Counts() {}

    /// Sets the number; a zero removes the field, as `omitempty` does.
    public static JsonObject put(JsonObject status, String name, long count) {
        return count == 0 ? status.without(name) : status.with(name, Json.of(count));
    }

    /// Returns a number or percentage (`3`, `25%`) of `whole`.
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

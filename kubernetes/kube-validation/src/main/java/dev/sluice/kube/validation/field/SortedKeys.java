package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Orders labels and label selectors by key, as Kubernetes' messages show them.
public final class SortedKeys {
    private SortedKeys() {}

    /// The value with all keys in order; in a selector `matchLabels` comes first.
    public static Json of(@Nullable Json value) {
        return switch (value) {
            case null -> JsonNull.NULL;
            case JsonObject object -> {
                TreeMap<String, Json> fields = new TreeMap<>();
                for (int i = 0; i < object.size(); i++) {
                    fields.put(object.name(i), of(object.value(i)));
                }
                Json expressions = fields.get("matchExpressions");
                JsonObject ordered = JsonObject.of(fields);
                yield expressions == null || !fields.containsKey("matchLabels")
                        ? ordered
                        : ordered.without("matchExpressions").with("matchExpressions", expressions);
            }
            case JsonArray list -> list.map(SortedKeys::of);
            default -> value;
        };
    }
}

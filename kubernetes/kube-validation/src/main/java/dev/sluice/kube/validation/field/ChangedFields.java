package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.JsonObject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Names the fields in which two objects differ, for messages about immutable fields.
public final class ChangedFields {
    private ChangedFields() {}

    /// Such as ` (changed: image, volumes)`; empty if nothing differs.
    public static String of(JsonObject before, JsonObject after) {
        Set<String> names = new LinkedHashSet<>(before.names());
        names.addAll(after.names());
        List<String> changed = names.stream()
                .filter(name -> !Objects.equals(before.get(name), after.get(name)))
                .toList();
        return changed.isEmpty() ? "" : " (changed: " + String.join(", ", changed) + ")";
    }
}

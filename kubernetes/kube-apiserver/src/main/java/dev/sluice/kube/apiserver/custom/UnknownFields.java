package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// Finds fields that the schema does not specify and that pruning removes.
public final class UnknownFields {
    private UnknownFields() {}

    /// Returns their paths.
    public static List<String> of(CustomType type, JsonObject object) {
        return Pruning.unknown(type.schema(), object);
    }
}

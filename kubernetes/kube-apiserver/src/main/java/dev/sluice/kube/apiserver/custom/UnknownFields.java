package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// What an object has that its schema does not know, and that is not kept.
public final class UnknownFields {
    private UnknownFields() {}

    /// Their paths.
    public static List<String> of(CustomType type, JsonObject object) {
        return Pruning.unknown(type.schema(), object);
    }
}

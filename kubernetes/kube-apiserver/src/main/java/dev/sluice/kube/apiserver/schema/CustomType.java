package dev.sluice.kube.apiserver.schema;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.schema.ServedType;
import java.util.List;

/// One version of a kind that a user has defined.
///
/// @param schema its `openAPIV3Schema`, as it was given
/// @param columns its `additionalPrinterColumns`; empty if it has none of its own
public record CustomType(ServedType served, JsonObject schema, JsonArray columns) {
    /// What can be done with objects of any, in the order in which the real server tells it.
    public static final List<String> VERBS =
            List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
}

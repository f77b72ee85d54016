package dev.sluice.kube.apiserver.schema;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// One version of a kind that a user has defined.
///
/// @param schema its `openAPIV3Schema`, as it was given
/// @param columns its `additionalPrinterColumns`; empty if it has none of its own
public record CustomType(ServedType served, JsonObject schema, JsonArray columns) {}

package dev.sluice.kube.validation.print;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;

/// Computes a column's value from an object.
@FunctionalInterface
public interface Cell {
    Json of(JsonObject object, HumanDuration ages);
}

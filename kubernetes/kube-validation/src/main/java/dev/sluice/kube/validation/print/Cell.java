package dev.sluice.kube.validation.print;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;

/// What a column shows of an object.
@FunctionalInterface
public interface Cell {
    Json of(JsonObject object, HumanDuration ages);
}

package dev.sluice.kube.apiserver.table;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;

/// What a column shows of an object.
@FunctionalInterface
interface Cell {
    Json of(JsonObject object, HumanDuration ages);
}

package dev.sluice.controller.workload;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// Restricts a gated pod to one node, by its node affinity.
///
/// Terms are alternatives, so each gets the demand. A term without demands matches no node and stays as it is: with a
/// demand it would match one.
final class NodePin {
    private static final String[] TERMS = {
        "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms"
    };
    private static final String FIELDS = "matchFields";

    private NodePin() {}

    /// Returns a merge patch of the pod's spec.
    static JsonObject patch(JsonObject podSpec, String node) {
        JsonObject demand = JsonObject.EMPTY
                .with("key", "metadata.name")
                .with("operator", "In")
                .with("values", JsonArray.of(Json.of(node)));
        JsonArray terms = podSpec.array(TERMS);
        JsonArray pinned = terms.isEmpty()
                ? JsonArray.of(JsonObject.of(FIELDS, JsonArray.of(demand)))
                : terms.map(term -> pinned(term, demand));
        return JsonObject.EMPTY.withAt(pinned, TERMS);
    }

    private static Json pinned(Json json, JsonObject demand) {
        if (!(json instanceof JsonObject term)
                || (term.array("matchExpressions").isEmpty()
                        && term.array(FIELDS).isEmpty())) {
            return json;
        }
        return term.with(FIELDS, term.array(FIELDS).plus(demand));
    }
}

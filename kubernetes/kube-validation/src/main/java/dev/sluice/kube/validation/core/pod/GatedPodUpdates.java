package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Updates of pods with scheduling gates: node selector and affinity may become narrower, never wider.
final class GatedPodUpdates {
    private static final String AFFINITY = "affinity";
    private static final String NODE_AFFINITY = "nodeAffinity";

    private static final String[] TERMS = {
        AFFINITY, NODE_AFFINITY, "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms"
    };

    private static final String ONLY_ADDITIONS = "only additions are allowed (no mutations or deletions)";

    private GatedPodUpdates() {}

    static void validate(JsonObject spec, JsonObject before, ValidationErrors errors) {
        if (!hasAll(spec.object("nodeSelector"), before.object("nodeSelector"))) {
            errors.invalid(
                    "spec.nodeSelector",
                    spec.get("nodeSelector"),
                    "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
        }
        // Terms are alternatives, so each of them may only demand more, and none may come or go.
        JsonArray old = before.array(TERMS);
        JsonArray now = spec.array(TERMS);
        String field = "spec." + String.join(".", TERMS);
        if (!old.isEmpty() && old.size() != now.size()) {
            errors.invalid(
                    field,
                    now.isEmpty() ? null : now.map(GatedPodUpdates::asGo),
                    "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
            return;
        }
        for (int i = 0; i < old.size(); i++) {
            if (!demandsMore(now.object(i), old.object(i))) {
                errors.invalid(field + "[" + i + "]", asGo(now.get(i)), ONLY_ADDITIONS);
            }
        }
    }

    /// The specification as if where the pod may run had not been touched.
    static JsonObject withPlacementOf(JsonObject before, JsonObject spec) {
        Json selector = before.get("nodeSelector");
        JsonObject same = selector == null ? spec.without("nodeSelector") : spec.with("nodeSelector", selector);
        Json nodes = before.at(AFFINITY, NODE_AFFINITY);
        JsonObject others = same.object(AFFINITY).without(NODE_AFFINITY);
        if (nodes != null) {
            return same.with(AFFINITY, others.with(NODE_AFFINITY, nodes));
        }
        return others.isEmpty() && !before.has(AFFINITY) ? same.without(AFFINITY) : same.with(AFFINITY, others);
    }

    private static boolean hasAll(JsonObject selector, JsonObject before) {
        for (int i = 0; i < before.size(); i++) {
            if (!before.value(i).equals(selector.get(before.name(i)))) {
                return false;
            }
        }
        return true;
    }

    private static boolean demandsMore(JsonObject term, JsonObject before) {
        JsonArray expressions = before.array("matchExpressions");
        JsonArray fields = before.array("matchFields");
        if (expressions.isEmpty() && fields.isEmpty()) {
            // It matches nothing, and whatever is added would make it match something.
            return term.array("matchExpressions").isEmpty()
                    && term.array("matchFields").isEmpty();
        }
        return startsWith(term.array("matchExpressions"), expressions) && startsWith(term.array("matchFields"), fields);
    }

    private static boolean startsWith(JsonArray list, JsonArray start) {
        return list.size() >= start.size()
                && list.toList().subList(0, start.size()).equals(start.toList());
    }

    /// A term as Kubernetes' own structs show it.
    private static Json asGo(@Nullable Json term) {
        if (!(term instanceof JsonObject object)) {
            return JsonNull.NULL;
        }
        JsonObject.Builder shown = JsonObject.builder();
        for (String list : List.of("matchExpressions", "matchFields")) {
            Json value = object.get(list) instanceof JsonArray given
                    ? given.map(GatedPodUpdates::demandAsGo)
                    : JsonNull.NULL;
            shown.put("M" + list.substring(1), value);
        }
        return shown.build();
    }

    private static Json demandAsGo(Json demand) {
        JsonObject object = demand instanceof JsonObject given ? given : JsonObject.EMPTY;
        Json values = object.get("values");
        return JsonObject.builder()
                .put("Key", object.text("key"))
                .put("Operator", object.text("operator"))
                .put("Values", values == null ? JsonNull.NULL : values)
                .build();
    }
}

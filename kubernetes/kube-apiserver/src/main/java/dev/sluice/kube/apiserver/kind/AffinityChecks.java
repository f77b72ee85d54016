package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.Names;
import java.util.List;

/// Where pods want to be and not to be.
final class AffinityChecks {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final int WEIGHT_MAX = 100;

    private AffinityChecks() {}

    static void check(JsonObject affinity, String field, Flaws flaws) {
        JsonObject nodes = affinity.object("nodeAffinity");
        if (nodes.get(REQUIRED) instanceof JsonObject required) {
            checkNodeSelector(required, field + ".nodeAffinity." + REQUIRED, flaws);
        }
        JsonArray preferred = nodes.array(PREFERRED);
        for (int i = 0; i < preferred.size(); i++) {
            String own = field + ".nodeAffinity." + PREFERRED + "[" + i + "]";
            checkWeight(preferred.object(i), own, flaws);
            checkTerm(preferred.object(i).object("preference"), own + ".preference", false, flaws);
        }
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            checkPods(affinity.object(kind), field + "." + kind, flaws);
        }
    }

    private static void checkWeight(JsonObject preference, String field, Flaws flaws) {
        long weight = preference.number(0, "weight");
        if (weight <= 0 || weight > WEIGHT_MAX) {
            flaws.invalid(field + ".weight", Json.of(weight), "must be in the range 1-100");
        }
    }

    static void checkNodeSelector(JsonObject selector, String field, Flaws flaws) {
        JsonArray terms = selector.array("nodeSelectorTerms");
        if (terms.isEmpty()) {
            flaws.required(field + ".nodeSelectorTerms", "must have at least one node selector term");
        }
        for (int i = 0; i < terms.size(); i++) {
            checkTerm(terms.object(i), field + ".nodeSelectorTerms[" + i + "]", true, flaws);
        }
    }

    /// @param isRequired whether values must be those of labels; otherwise one is warned only
    private static void checkTerm(JsonObject term, String field, boolean isRequired, Flaws flaws) {
        JsonArray expressions = term.array("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            String own = field + ".matchExpressions[" + i + "]";
            Selectors.checkOperator(expressions.object(i), own, true, flaws);
            if (isRequired) {
                Selectors.checkValues(expressions.object(i), own, flaws);
            }
        }
        JsonArray fields = term.array("matchFields");
        for (int i = 0; i < fields.size(); i++) {
            checkField(fields.object(i), field + ".matchFields[" + i + "]", flaws);
        }
    }

    private static void checkField(JsonObject match, String field, Flaws flaws) {
        JsonArray values = match.array("values");
        String operator = match.text("operator");
        if (!operator.equals("In") && !operator.equals("NotIn")) {
            flaws.invalid(field + ".operator", operator, "not a valid selector operator");
        } else if (values.size() != 1) {
            flaws.required(
                    field + ".values",
                    "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
        }
        if (!match.text("key").equals("metadata.name")) {
            flaws.invalid(field + ".key", match.text("key"), "not a valid field selector key");
            return;
        }
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i) instanceof JsonString text ? text.text() : "";
            flaws.names(field + ".values[" + i + "]", value, Names.subdomain(value));
        }
    }

    private static void checkPods(JsonObject affinity, String field, Flaws flaws) {
        JsonArray required = affinity.array(REQUIRED);
        for (int i = 0; i < required.size(); i++) {
            checkPodTerm(required.object(i), field + "." + REQUIRED + "[" + i + "]", flaws);
        }
        JsonArray preferred = affinity.array(PREFERRED);
        for (int i = 0; i < preferred.size(); i++) {
            String own = field + "." + PREFERRED + "[" + i + "]";
            checkWeight(preferred.object(i), own, flaws);
            checkPodTerm(preferred.object(i).object("podAffinityTerm"), own + ".podAffinityTerm", flaws);
        }
    }

    private static void checkPodTerm(JsonObject term, String field, Flaws flaws) {
        Selectors.check(term.get("labelSelector"), field + ".labelSelector", flaws);
        Selectors.check(term.get("namespaceSelector"), field + ".namespaceSelector", flaws);
        String key = term.text("topologyKey");
        if (key.isEmpty()) {
            flaws.required(field + ".topologyKey", "can not be empty");
        }
        flaws.names(field + ".topologyKey", key, Names.qualifiedName(key));
    }
}

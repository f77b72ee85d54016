package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;

/// Validates node affinity, pod affinity and anti-affinity.
public final class AffinityValidation {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final int WEIGHT_MAX = 100;

    private AffinityValidation() {}

    static void validate(JsonObject affinity, String field, ValidationErrors errors) {
        JsonObject nodes = affinity.object("nodeAffinity");
        if (nodes.get(REQUIRED) instanceof JsonObject required) {
            checkNodeSelector(required, field + ".nodeAffinity." + REQUIRED, errors);
        }
        JsonArray preferred = nodes.array(PREFERRED);
        for (int i = 0; i < preferred.size(); i++) {
            String own = field + ".nodeAffinity." + PREFERRED + "[" + i + "]";
            checkWeight(preferred.object(i), own, errors);
            checkTerm(preferred.object(i).object("preference"), own + ".preference", false, errors);
        }
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            checkPods(affinity.object(kind), field + "." + kind, errors);
        }
    }

    private static void checkWeight(JsonObject preference, String field, ValidationErrors errors) {
        long weight = preference.number(0, "weight");
        if (weight <= 0 || weight > WEIGHT_MAX) {
            errors.invalid(field + ".weight", Json.of(weight), "must be in the range 1-100");
        }
    }

    public static void checkNodeSelector(JsonObject selector, String field, ValidationErrors errors) {
        JsonArray terms = selector.array("nodeSelectorTerms");
        if (terms.isEmpty()) {
            errors.required(field + ".nodeSelectorTerms", "must have at least one node selector term");
        }
        for (int i = 0; i < terms.size(); i++) {
            checkTerm(terms.object(i), field + ".nodeSelectorTerms[" + i + "]", true, errors);
        }
    }

    /// @param isRequired whether values must be those of labels; otherwise one is warned only
    private static void checkTerm(JsonObject term, String field, boolean isRequired, ValidationErrors errors) {
        JsonArray expressions = term.array("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            String own = field + ".matchExpressions[" + i + "]";
            Selectors.checkOperator(expressions.object(i), own, true, errors);
            if (isRequired) {
                Selectors.checkValues(expressions.object(i), own, errors);
            }
        }
        JsonArray fields = term.array("matchFields");
        for (int i = 0; i < fields.size(); i++) {
            checkField(fields.object(i), field + ".matchFields[" + i + "]", errors);
        }
    }

    private static void checkField(JsonObject match, String field, ValidationErrors errors) {
        JsonArray values = match.array("values");
        String operator = match.text("operator");
        if (!operator.equals("In") && !operator.equals("NotIn")) {
            errors.invalid(field + ".operator", operator, "not a valid selector operator");
        } else if (values.size() != 1) {
            errors.required(
                    field + ".values",
                    "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
        }
        if (!match.text("key").equals("metadata.name")) {
            errors.invalid(field + ".key", match.text("key"), "not a valid field selector key");
            return;
        }
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i) instanceof JsonString text ? text.text() : "";
            errors.names(field + ".values[" + i + "]", value, NameValidation.subdomain(value));
        }
    }

    private static void checkPods(JsonObject affinity, String field, ValidationErrors errors) {
        JsonArray required = affinity.array(REQUIRED);
        for (int i = 0; i < required.size(); i++) {
            checkPodTerm(required.object(i), field + "." + REQUIRED + "[" + i + "]", errors);
        }
        JsonArray preferred = affinity.array(PREFERRED);
        for (int i = 0; i < preferred.size(); i++) {
            String own = field + "." + PREFERRED + "[" + i + "]";
            checkWeight(preferred.object(i), own, errors);
            checkPodTerm(preferred.object(i).object("podAffinityTerm"), own + ".podAffinityTerm", errors);
        }
    }

    private static void checkPodTerm(JsonObject term, String field, ValidationErrors errors) {
        Selectors.validate(term.get("labelSelector"), field + ".labelSelector", errors);
        Selectors.validate(term.get("namespaceSelector"), field + ".namespaceSelector", errors);
        String key = term.text("topologyKey");
        if (key.isEmpty()) {
            errors.required(field + ".topologyKey", "can not be empty");
        }
        errors.names(field + ".topologyKey", key, NameValidation.qualifiedName(key));
    }
}

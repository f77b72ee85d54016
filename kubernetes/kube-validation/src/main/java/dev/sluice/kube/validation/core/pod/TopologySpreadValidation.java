package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;

/// Validates topology spread constraints.
final class TopologySpreadValidation {
    private static final String MUST = "DoNotSchedule";
    private static final List<String> ACTIONS = List.of(MUST, "ScheduleAnyway");
    private static final List<String> POLICIES = List.of("Honor", "Ignore");

    private TopologySpreadValidation() {}

    static void validate(JsonArray constraints, String field, ValidationErrors errors) {
        for (int i = 0; i < constraints.size(); i++) {
            JsonObject constraint = constraints.object(i);
            String own = field + "[" + i + "]";
            String key = constraint.text("topologyKey");
            String action = constraint.text("whenUnsatisfiable");
            if (constraint.number(0, "maxSkew") <= 0) {
                errors.invalid(own + ".maxSkew", Json.of(constraint.number(0, "maxSkew")), "must be greater than zero");
            }
            if (key.isEmpty()) {
                errors.required(own + ".topologyKey", "can not be empty");
            }
            if (!ACTIONS.contains(action)) {
                errors.unsupported(own + ".whenUnsatisfiable", Json.of(action), ACTIONS);
            }
            if (isRepeated(constraints, i)) {
                errors.duplicate(own + ".{topologyKey, whenUnsatisfiable}", Json.of("{" + key + ", " + action + "}"));
            }
            checkDomains(constraint, own + ".minDomains", errors);
            errors.oneOf(own + ".nodeAffinityPolicy", constraint.text("nodeAffinityPolicy"), false, POLICIES);
            errors.oneOf(own + ".nodeTaintsPolicy", constraint.text("nodeTaintsPolicy"), false, POLICIES);
            checkKeys(constraint, own + ".matchLabelKeys", errors);
            Selectors.validate(constraint.get("labelSelector"), own + ".labelSelector", errors);
        }
    }

    private static boolean isRepeated(JsonArray constraints, int index) {
        JsonObject one = constraints.object(index);
        for (int i = index + 1; i < constraints.size(); i++) {
            JsonObject other = constraints.object(i);
            if (one.text("topologyKey").equals(other.text("topologyKey"))
                    && one.text("whenUnsatisfiable").equals(other.text("whenUnsatisfiable"))) {
                return true;
            }
        }
        return false;
    }

    private static void checkDomains(JsonObject constraint, String field, ValidationErrors errors) {
        Json domains = constraint.get("minDomains");
        if (domains == null) {
            return;
        }
        if (constraint.number(0, "minDomains") <= 0) {
            errors.invalid(field, domains, "must be greater than zero");
        }
        String action = constraint.text("whenUnsatisfiable");
        if (!action.equals(MUST)) {
            errors.invalid(field, domains, "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action);
        }
    }

    private static void checkKeys(JsonObject constraint, String field, ValidationErrors errors) {
        JsonArray keys = constraint.array("matchLabelKeys");
        if (!keys.isEmpty() && !constraint.has("labelSelector")) {
            errors.forbidden(field, "must not be specified when labelSelector is not set");
            return;
        }
        for (int i = 0; i < keys.size(); i++) {
            String key = keys.get(i) instanceof JsonString text ? text.text() : "";
            errors.names(field + "[" + i + "]", key, NameValidation.qualifiedName(key));
        }
    }
}

package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;

/// Validates updates of a pod's specification.
final class PodUpdateValidation {
    private PodUpdateValidation() {}

    /// The specification with all that may differ from the one before made the same.
    static JsonObject withWhatMayChangeOf(JsonObject before, JsonObject spec) {
        JsonObject rest = images(images(spec, before, "containers"), before, "initContainers");
        for (String field : List.of("schedulingGates", "tolerations", "activeDeadlineSeconds")) {
            boolean isKept = field.equals("activeDeadlineSeconds") && !mayChangeDeadline(spec, before);
            Json value = before.get(field);
            rest = isKept ? rest : value == null ? rest.without(field) : rest.with(field, value);
        }
        return rest;
    }

    /// Looks at what changes in number only.
    ///
    /// @return whether it is worth while to look at the rest
    static boolean checkLists(JsonObject spec, JsonObject before, ValidationErrors errors) {
        for (String list : List.of("containers", "initContainers")) {
            if (spec.array(list).size() != before.array(list).size()) {
                errors.forbidden("spec." + list, "pod updates may not add or remove containers");
                return false;
            }
        }
        if (spec.has("activeDeadlineSeconds")) {
            Json deadline = spec.get("activeDeadlineSeconds");
            if (spec.number(0, "activeDeadlineSeconds") > before.number(Long.MAX_VALUE, "activeDeadlineSeconds")) {
                errors.invalid("spec.activeDeadlineSeconds", deadline, "must be less than or equal to previous value");
                return false;
            }
        } else if (before.has("activeDeadlineSeconds")) {
            errors.invalid(
                    "spec.activeDeadlineSeconds",
                    JsonNull.NULL,
                    "must not update from a positive integer to nil value");
            return false;
        }
        if (!hasAll(spec.array("tolerations"), before.array("tolerations"))) {
            errors.forbidden(
                    "spec.tolerations", "existing toleration can not be modified except its tolerationSeconds");
            return false;
        }
        return true;
    }

    /// How long something is tolerated may change.
    private static boolean hasAll(JsonArray tolerations, JsonArray before) {
        List<Json> now = tolerations.map(PodUpdateValidation::unlimited).toList();
        return now.containsAll(before.map(PodUpdateValidation::unlimited).toList());
    }

    private static Json unlimited(Json toleration) {
        return toleration instanceof JsonObject object ? object.without("tolerationSeconds") : toleration;
    }

    private static JsonObject images(JsonObject spec, JsonObject before, String list) {
        JsonArray containers = spec.array(list);
        for (int i = 0; i < containers.size(); i++) {
            Json image = before.array(list).object(i).get("image");
            if (image != null) {
                containers = containers.with(i, containers.object(i).with("image", image));
            }
        }
        return containers.isEmpty() ? spec : spec.with(list, containers);
    }

    private static boolean mayChangeDeadline(JsonObject spec, JsonObject before) {
        long deadline = spec.number(Long.MAX_VALUE, "activeDeadlineSeconds");
        return deadline <= before.number(Long.MAX_VALUE, "activeDeadlineSeconds");
    }
}

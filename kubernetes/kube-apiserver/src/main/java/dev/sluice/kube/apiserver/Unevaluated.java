package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.verb.Admission.Operation;
import dev.sluice.kube.apiserver.verb.Admission.Write;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// Tells clients of rules in CEL, which are kept but not evaluated here, so that nobody counts on them.
final class Unevaluated {
    private static final String CONDITIONS = "matchConditions";

    private Unevaluated() {}

    static void warn(Write write) {
        if (write.operation() == Operation.DELETE || !write.subresource().isEmpty()) {
            return;
        }
        switch (write.type().group()) {
            case "admissionregistration.k8s.io" -> warn(write, CONDITIONS);
            default -> {
                // Nothing else has such rules.
            }
        }
    }

    private static void warn(Write write, String field) {
        if (has(write.object(), field)) {
            write.warnings().accept(field + " are kept but not evaluated by this server");
        }
    }

    private static boolean has(Json value, String field) {
        if (value instanceof JsonArray array) {
            return array.toList().stream().anyMatch(item -> has(item, field));
        }
        if (value instanceof JsonObject object) {
            for (int i = 0; i < object.size(); i++) {
                boolean isIt =
                        object.name(i).equals(field) && object.value(i) instanceof JsonArray rules && !rules.isEmpty();
                if (isIt || has(object.value(i), field)) {
                    return true;
                }
            }
        }
        return false;
    }
}

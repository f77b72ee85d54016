package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;

/// The states of a definition's Terminating condition.
enum TerminatingCondition {
    PENDING(
            "True",
            "InstanceDeletionPending",
            "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon"),
    IN_PROGRESS("True", "InstanceDeletionInProgress", "CustomResource deletion is in progress"),
    COMPLETED("False", "InstanceDeletionCompleted", "removed all instances"),
    NEVER_ESTABLISHED("False", "NeverEstablished", "resource was never established");

    private static final String TYPE = "Terminating";

    private final String status;
    private final String reason;
    private final String message;

    TerminatingCondition(String status, String reason, String message) {
        this.status = status;
        this.reason = reason;
        this.message = message;
    }

    boolean isTrueOf(JsonObject definition) {
        JsonArray conditions = definition.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.object(i).text("type").equals(TYPE)) {
                return conditions.object(i).text("reason").equals(reason);
            }
        }
        return false;
    }

    /// The definition with this.
    JsonObject in(JsonObject definition, String now) {
        JsonArray conditions = definition.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            JsonObject each = conditions.object(i);
            if (each.text("type").equals(TYPE)) {
                String since = each.text("status").equals(status) ? each.text("lastTransitionTime") : now;
                return definition.withAt(conditions.with(i, condition(since)), "status", "conditions");
            }
        }
        return definition.withAt(conditions.plus(condition(now)), "status", "conditions");
    }

    private JsonObject condition(String since) {
        return JsonObject.builder()
                .put("type", TYPE)
                .put("status", status)
                .put("lastTransitionTime", since)
                .put("reason", reason)
                .put("message", message)
                .build();
    }
}

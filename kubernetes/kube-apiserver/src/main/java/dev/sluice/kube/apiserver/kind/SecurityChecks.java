package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// As whom a pod and its containers run.
final class SecurityChecks {
    private static final String ID_RANGE = "must be between 0 and " + Integer.MAX_VALUE + ", inclusive";

    private SecurityChecks() {}

    static void checkPod(JsonObject context, String field, Flaws flaws) {
        for (String id : List.of("fsGroup", "runAsUser", "runAsGroup")) {
            checkId(context, field, id, flaws);
        }
        checkSeccomp(context, field, flaws);
    }

    static void checkContainer(JsonObject context, String field, Flaws flaws) {
        for (String id : List.of("runAsUser", "runAsGroup")) {
            checkId(context, field, id, flaws);
        }
        checkSeccomp(context, field, flaws);
        boolean forbidsMore = Json.of(false).equals(context.get("allowPrivilegeEscalation"));
        if (forbidsMore && context.isTrue("privileged")) {
            flaws.invalid(field, context, "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
        }
    }

    private static void checkId(JsonObject context, String field, String id, Flaws flaws) {
        long number = context.number(0, id);
        if (number < 0 || number > Integer.MAX_VALUE) {
            flaws.invalid(field + "." + id, Json.of(number), ID_RANGE);
        }
    }

    private static void checkSeccomp(JsonObject context, String field, Flaws flaws) {
        if (context.has("seccompProfile")) {
            flaws.oneOf(
                    field + ".seccompProfile.type",
                    context.text("seccompProfile", "type"),
                    true,
                    List.of("Localhost", "RuntimeDefault", "Unconfined"));
        }
    }
}

package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.List;
import java.util.Set;

/// Where a container's variables come from.
final class VariableChecks {
    private static final Set<String> FIELDS = Set.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "metadata.labels",
            "metadata.annotations",
            "spec.nodeName",
            "spec.serviceAccountName",
            "spec.schedulerName",
            "spec.restartPolicy",
            "status.phase",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs");

    private static final List<String> RESOURCES = List.of(
            "limits.cpu",
            "limits.ephemeral-storage",
            "limits.memory",
            "requests.cpu",
            "requests.ephemeral-storage",
            "requests.memory");

    private VariableChecks() {}

    static void checkSource(JsonObject source, String field, Flaws flaws) {
        for (String reference : List.of("configMapKeyRef", "secretKeyRef")) {
            if (source.has(reference)) {
                String key = source.text(reference, "key");
                String own = field + "." + reference + ".key";
                if (key.isEmpty()) {
                    flaws.required(own);
                } else if (!key.matches("[-._a-zA-Z0-9]+")) {
                    flaws.invalid(own, key, DataCode.NOT_A_KEY);
                }
            }
        }
        String path = source.text("fieldRef", "fieldPath");
        if (source.has("fieldRef") && !path.isEmpty() && !path.endsWith("]") && !FIELDS.contains(path)) {
            flaws.invalid(
                    field + ".fieldRef.fieldPath",
                    path,
                    "error converting fieldPath: field label not supported: " + path);
        }
        String resource = source.text("resourceFieldRef", "resource");
        boolean isKnown = RESOURCES.contains(resource) || resource.contains(".hugepages-");
        if (!resource.isEmpty() && !isKnown) {
            flaws.unsupported(field + ".resourceFieldRef.resource", Json.of(resource), RESOURCES);
        }
    }

    static void checkSets(JsonArray sets, String field, Flaws flaws) {
        for (Json each : sets) {
            if (each instanceof JsonObject set && !set.has("configMapRef") && !set.has("secretRef")) {
                flaws.invalid(field, "", "must specify one of: `configMapRef` or `secretRef`");
            }
        }
    }
}

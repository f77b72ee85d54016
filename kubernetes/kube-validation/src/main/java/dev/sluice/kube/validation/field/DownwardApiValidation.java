package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.quantity.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Validates references to a pod's own fields and resources (the downward API), from variables and from volumes.
public final class DownwardApiValidation {
    /// The fields that pods may be asked for.
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
            "spec.hostNetwork",
            "status.phase",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs");

    private static final List<String> VARIABLE_FIELDS = List.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.serviceAccountName",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs");

    private static final List<String> FILE_FIELDS =
            List.of("metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid");

    private static final List<String> RESOURCES = List.of(
            "limits.cpu",
            "limits.ephemeral-storage",
            "limits.memory",
            "requests.cpu",
            "requests.ephemeral-storage",
            "requests.memory");

    private static final Set<String> BYTE_DIVISORS =
            Set.of("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");

    private DownwardApiValidation() {}

    /// A field that becomes a variable.
    public static void checkVariableField(JsonObject reference, String field, ValidationErrors errors) {
        checkField(reference, field, VARIABLE_FIELDS, errors);
    }

    /// A field that becomes a file.
    public static void checkFileField(JsonObject reference, String field, ValidationErrors errors) {
        checkField(reference, field, FILE_FIELDS, errors);
    }

    private static void checkField(
            JsonObject reference, String field, List<String> supported, ValidationErrors errors) {
        String path = reference.text("fieldPath");
        if (path.isEmpty()) {
            errors.required(field + ".fieldPath");
            return;
        }
        int bracket = path.endsWith("']") ? path.indexOf("['") : -1;
        String plain = bracket < 0 ? path : path.substring(0, bracket);
        boolean isMap = plain.equals("metadata.labels") || plain.equals("metadata.annotations");
        if (!FIELDS.contains(plain) || (bracket >= 0 && !isMap)) {
            String problem = bracket < 0 ? "field label not supported: " : "field label does not support subscript: ";
            errors.invalid(field + ".fieldPath", path, "error converting fieldPath: " + problem + path);
        } else if (bracket >= 0) {
            String key = path.substring(bracket + 2, path.length() - 2);
            String shown = plain.equals("metadata.annotations") ? key.toLowerCase(Locale.ROOT) : key;
            errors.names(field, shown, NameValidation.qualifiedName(shown));
        } else if (!supported.contains(path)) {
            errors.unsupported(field + ".fieldPath", Json.of(path), supported);
        }
    }

    /// Validates a reference to a container's resources.
    ///
    /// @param isFile whether it becomes a file, which must say whose resources it tells
    public static void checkResource(JsonObject reference, String field, boolean isFile, ValidationErrors errors) {
        String resource = reference.text("resource");
        if (isFile && reference.text("containerName").isEmpty()) {
            errors.required(field + ".containerName");
        } else if (resource.isEmpty()) {
            errors.required(field + ".resource");
        } else if (!RESOURCES.contains(resource) && !resource.contains(".hugepages-")) {
            errors.unsupported(field + ".resource", Json.of(resource), RESOURCES);
        }
        checkDivisor(resource, reference.text("divisor"), field + ".divisor", errors);
    }

    private static void checkDivisor(String resource, String divisor, String field, ValidationErrors errors) {
        if (divisor.isEmpty() || Quantity.parse(divisor).signum() == 0) {
            return;
        }
        if (resource.endsWith(".cpu")) {
            if (!divisor.equals("1") && !divisor.equals("1m")) {
                errors.invalid(field, resource, "only divisor's values 1m and 1 are supported with the cpu resource");
            }
        } else if (RESOURCES.contains(resource) && !BYTE_DIVISORS.contains(divisor)) {
            String what = resource.substring(resource.indexOf('.') + 1);
            errors.invalid(
                    field,
                    resource,
                    "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with"
                            + " the " + (what.equals("memory") ? "memory" : "local ephemeral storage") + " resource");
        }
    }
}

package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.quantity.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A container's variables, and where they come from.
final class EnvVarValidation {
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

    private static final String NOT_A_NAME =
            "a valid environment variable name must consist only of printable ASCII characters other than '='";

    private static final String MANY = "may not have more than one field specified at a time";

    private EnvVarValidation() {}

    static void validate(JsonArray variables, String field, ValidationErrors errors) {
        for (int i = 0; i < variables.size(); i++) {
            JsonObject variable = variables.object(i);
            String own = field + "[" + i + "]";
            String name = variable.text("name");
            if (name.isEmpty()) {
                errors.required(own + ".name");
            } else if (!isName(name)) {
                errors.invalid(own + ".name", name, NOT_A_NAME);
            }
            if (variable.get("valueFrom") instanceof JsonObject source) {
                checkSource(source, own + ".valueFrom", errors);
                if (source.isEmpty()) {
                    errors.invalid(
                            own + ".valueFrom",
                            "",
                            "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or"
                                    + " `fileKeyRef`");
                } else if (!variable.text("value").isEmpty()) {
                    errors.invalid(own + ".valueFrom", "", "may not be specified when `value` is not empty");
                } else if (source.size() > 1) {
                    errors.invalid(own + ".valueFrom", "", MANY);
                }
            }
        }
    }

    private static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < ' ' || c > '~' || c == '=') {
                return false;
            }
        }
        return true;
    }

    private static void checkSource(JsonObject source, String field, ValidationErrors errors) {
        if (source.get("fieldRef") instanceof JsonObject reference) {
            checkField(reference, field + ".fieldRef", VARIABLE_FIELDS, errors);
        }
        if (source.get("resourceFieldRef") instanceof JsonObject reference) {
            checkResource(reference, field + ".resourceFieldRef", false, errors);
        }
        for (String kind : List.of("configMapKeyRef", "secretKeyRef")) {
            if (source.get(kind) instanceof JsonObject reference) {
                String own = field + "." + kind;
                errors.names(own + ".name", reference.text("name"), NameValidation.subdomain(reference.text("name")));
                String key = reference.text("key");
                if (key.isEmpty()) {
                    errors.required(own + ".key");
                } else if (!key.matches("[-._a-zA-Z0-9]+")) {
                    errors.invalid(own + ".key", key, ConfigMapStrategy.NOT_A_KEY);
                }
            }
        }
    }

    /// A field that becomes a file.
    static void checkFileField(JsonObject reference, String field, ValidationErrors errors) {
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

    /// @param isFile whether it becomes a file, which must say whose resources it tells
    static void checkResource(JsonObject reference, String field, boolean isFile, ValidationErrors errors) {
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

    static void checkSets(JsonArray sets, String field, ValidationErrors errors) {
        for (int i = 0; i < sets.size(); i++) {
            JsonObject set = sets.object(i);
            String own = field + "[" + i + "]";
            String prefix = set.text("prefix");
            if (!isName(prefix)) {
                errors.invalid(own + ".prefix", prefix, NOT_A_NAME);
            }
            int sources = 0;
            for (String kind : List.of("configMapRef", "secretRef")) {
                if (set.get(kind) instanceof JsonObject reference) {
                    sources++;
                    String name = reference.text("name");
                    if (name.isEmpty()) {
                        errors.required(own + "." + kind + ".name");
                    } else {
                        errors.names(own + "." + kind + ".name", name, NameValidation.subdomain(name));
                    }
                }
            }
            if (sources == 0) {
                errors.invalid(field, "", "must specify one of: `configMapRef` or `secretRef`");
            } else if (sources > 1) {
                errors.invalid(field, "", MANY);
            }
        }
    }
}

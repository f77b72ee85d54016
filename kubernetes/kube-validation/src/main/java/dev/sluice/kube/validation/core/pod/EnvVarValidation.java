package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.DownwardApiValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;

/// Validates environment variables and their sources.
final class EnvVarValidation {

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
            DownwardApiValidation.checkVariableField(reference, field + ".fieldRef", errors);
        }
        if (source.get("resourceFieldRef") instanceof JsonObject reference) {
            DownwardApiValidation.checkResource(reference, field + ".resourceFieldRef", false, errors);
        }
        for (String kind : List.of("configMapKeyRef", "secretKeyRef")) {
            if (source.get(kind) instanceof JsonObject reference) {
                String own = field + "." + kind;
                errors.names(own + ".name", reference.text("name"), NameValidation.subdomain(reference.text("name")));
                String key = reference.text("key");
                if (key.isEmpty()) {
                    errors.required(own + ".key");
                } else if (!key.matches("[-._a-zA-Z0-9]+")) {
                    errors.invalid(own + ".key", key, ValidationErrors.NOT_A_CONFIG_KEY);
                }
            }
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

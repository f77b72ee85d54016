package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// Validates port numbers and the names of ports.
public final class PortValidation {
    private static final int PORT_MAX = 65_535;
    private static final int PORT_NAME_LENGTH_MAX = 15;

    private PortValidation() {}

    public static void validate(JsonObject port, String field, String name, ValidationErrors errors) {
        long number = port.number(0, name);
        if (number < 1 || number > PORT_MAX) {
            errors.invalid(field + "." + name, Json.of(number), "must be between 1 and 65535, inclusive");
        }
    }

    /// As services and containers name their ports.
    public static List<String> validateName(String name) {
        List<String> problems = new ArrayList<>();
        if (name.length() > PORT_NAME_LENGTH_MAX) {
            problems.add("must be no more than " + PORT_NAME_LENGTH_MAX + " characters");
        }
        if (!name.matches("[-a-z0-9]+")) {
            problems.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (name.chars().noneMatch(c -> c >= 'a' && c <= 'z')) {
            problems.add("must contain at least one letter (a-z)");
        }
        if (name.contains("--")) {
            problems.add("must not contain consecutive hyphens");
        }
        if (name.startsWith("-") || name.endsWith("-")) {
            problems.add("must not begin or end with a hyphen");
        }
        return problems;
    }
}

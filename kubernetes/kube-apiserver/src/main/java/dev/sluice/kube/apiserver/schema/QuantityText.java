package dev.sluice.kube.apiserver.schema;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonString;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Whether something can be read as a quantity: `100m`, `64Mi`, `1e3`, 2.
final class QuantityText {
    private static final String FORM = "^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$";
    private static final Pattern PARTS = Pattern.compile("[+-]?([0-9]*(?:\\.[0-9]*)?)([eEinumkKMGTP]*(?:[-+]?[0-9]*))");
    private static final Set<String> SUFFIXES =
            Set.of("", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final Pattern EXPONENT = Pattern.compile("[eE][+-]?[0-9]{1,18}");

    private QuantityText() {}

    /// What Kubernetes says of a value that is none, or nothing.
    static String problem(Json value) {
        String text = (value instanceof JsonString string ? string.text() : value.toString()).strip();
        Matcher parts = PARTS.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            return "quantities must match the regular expression '" + FORM + "'";
        }
        String suffix = parts.group(2);
        if (!SUFFIXES.contains(suffix) && !EXPONENT.matcher(suffix).matches()) {
            return "unable to parse quantity's suffix";
        }
        return "";
    }
}

package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonString;
import java.util.regex.Pattern;

/// Validates IP addresses and networks.
public final class AddressValidation {
    private static final Pattern NUMBERS =
            Pattern.compile("(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}");

    private AddressValidation() {}

    public static boolean isAddress(String text) {
        boolean isSix = text.contains(":") && text.matches("[0-9a-fA-F:.]+");
        return isSix || NUMBERS.matcher(text).matches();
    }

    public static void validateNetwork(Json network, String field, ValidationErrors errors) {
        String[] parts = (network instanceof JsonString text ? text.text() : "").split("/", -1);
        if (parts.length != 2 || !isAddress(parts[0]) || !parts[1].matches("[0-9]{1,3}")) {
            errors.invalid(field, network, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
        }
    }

    public static void validate(String address, String field, ValidationErrors errors) {
        if (!isAddress(address)) {
            errors.invalid(field, address, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
        }
    }
}

package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonString;
import org.jspecify.annotations.Nullable;

/// Numbers that may be percentages: `3`, `25%`.
public final class IntOrPercent {
    private static final String NOT_A_PERCENTAGE = "a valid percent string must be a numeric string followed by an"
            + " ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

    private static final int ALL = 100;

    private IntOrPercent() {}

    public static void validate(@Nullable Json share, String field, ValidationErrors errors) {
        if (share instanceof JsonString text) {
            if (!isPercentage(text.text())) {
                errors.invalid(field, share, NOT_A_PERCENTAGE);
            }
        } else {
            errors.nonNegative(field, share);
        }
    }

    public static void mustNotExceedAll(@Nullable Json share, String field, ValidationErrors errors) {
        if (share instanceof JsonString text && isPercentage(text.text()) && amount(share) > ALL) {
            errors.invalid(field, share, "must not be greater than 100%");
        }
    }

    /// The number, with or without its percent sign.
    public static long amount(@Nullable Json share) {
        return switch (share) {
            case JsonString text
            when isPercentage(text.text()) ->
                Long.parseLong(text.text().substring(0, text.text().length() - 1));
            case JsonNumber number -> number.asLong();
            case null, default -> 0;
        };
    }

    private static boolean isPercentage(String text) {
        return text.matches("[0-9]{1,18}%");
    }
}

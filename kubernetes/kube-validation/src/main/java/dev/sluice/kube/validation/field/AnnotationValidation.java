package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Validates annotations.
public final class AnnotationValidation {
    /// All keys and values of an object together.
    private static final long BYTES_MAX = 256 << 10;

    private AnnotationValidation() {}

    public static void validate(JsonObject annotations, String field, ValidationErrors errors) {
        long bytes = 0;
        for (int i = 0; i < annotations.size(); i++) {
            String key = annotations.name(i);
            errors.names(field, key, NameValidation.qualifiedName(key.toLowerCase(Locale.ROOT)));
            bytes += key.getBytes(StandardCharsets.UTF_8).length;
            bytes += annotations.value(i) instanceof JsonString text
                    ? text.text().getBytes(StandardCharsets.UTF_8).length
                    : 0;
        }
        if (bytes > BYTES_MAX) {
            errors.tooLong(field, BYTES_MAX);
        }
    }
}

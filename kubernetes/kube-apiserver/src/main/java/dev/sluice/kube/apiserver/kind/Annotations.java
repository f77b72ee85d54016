package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.Names;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// What annotations must be.
final class Annotations {
    /// All keys and values of an object together.
    private static final long BYTES_MAX = 256 << 10;

    private Annotations() {}

    static void check(JsonObject annotations, String field, Flaws flaws) {
        long bytes = 0;
        for (int i = 0; i < annotations.size(); i++) {
            String key = annotations.name(i);
            flaws.names(field, key, Names.qualifiedName(key.toLowerCase(Locale.ROOT)));
            bytes += key.getBytes(StandardCharsets.UTF_8).length;
            bytes += annotations.value(i) instanceof JsonString text
                    ? text.text().getBytes(StandardCharsets.UTF_8).length
                    : 0;
        }
        if (bytes > BYTES_MAX) {
            flaws.tooLong(field, BYTES_MAX);
        }
    }
}

package dev.sluice.kube;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/// Requests to a real API server (1.36.3) and its recorded responses.
public final class Recorded {
    private Recorded() {}

    public static JsonObject read(String file) {
        try (InputStream in = Objects.requireNonNull(Recorded.class.getResourceAsStream("/" + file), file)) {
            return (JsonObject) JsonText.read(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }

    public static List<JsonObject> cases(JsonObject recorded) {
        return recorded.array("cases").toList().stream()
                .map(JsonObject.class::cast)
                .toList();
    }
}

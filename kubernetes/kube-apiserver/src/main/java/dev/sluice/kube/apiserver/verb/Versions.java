package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import java.util.List;

/// Versions as clients name them.
final class Versions {
    private static final int TIMEOUT = 504;

    private Versions() {}

    /// Zero if none is named, which means any.
    static long parse(String version) {
        if (version.isEmpty()) {
            return 0;
        }
        try {
            long parsed = Long.parseLong(version);
            if (parsed >= 0) {
                return parsed;
            }
        } catch (NumberFormatException e) {
            // Told below, with what was given.
        }
        throw new ApiStatus(
                        422,
                        "Invalid",
                        "resourceVersion: Invalid value: \"" + version + "\": strconv.ParseUint: parsing \"" + version
                                + "\": invalid syntax",
                        JsonObject.EMPTY)
                .exception();
    }

    /// Nothing has that version yet; a server that lags behind would wait for it.
    static ApiException tooLarge(long wanted, long now) {
        String message = "Too large resource version: %d, current: %d".formatted(wanted, now);
        JsonObject cause = JsonObject.builder()
                .put("reason", "ResourceVersionTooLarge")
                .put("message", "Too large resource version")
                .build();
        JsonObject details = JsonObject.builder()
                .put("causes", JsonArray.of(List.of(cause)))
                .put("retryAfterSeconds", 1)
                .build();
        return new ApiStatus(TIMEOUT, "Timeout", "Timeout: " + message, details).exception();
    }
}

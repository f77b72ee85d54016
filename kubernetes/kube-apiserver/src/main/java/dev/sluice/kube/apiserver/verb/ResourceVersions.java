package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ResourceType;
import java.util.List;

/// Parses resource versions of requests.
final class ResourceVersions {
    private static final int TIMEOUT = 504;

    private static final ResourceType LIST_OPTIONS = new ResourceType("meta.k8s.io", "v1", "", "ListOptions", false);

    private ResourceVersions() {}

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
        throw ApiStatus.badRequest("invalid resource version: " + notAVersion(version));
    }

    static String notAVersion(String version) {
        return "resourceVersion: Invalid value: " + GoQuoting.of(version) + ": " + notANumber(version);
    }

    static String notANumber(String version) {
        return "strconv.ParseUint: parsing " + GoQuoting.of(version) + ": invalid syntax";
    }

    /// How a list's version is meant must make sense.
    static void mustMatch(String version, String match) {
        String field = "resourceVersionMatch";
        if (match.isEmpty()) {
            return;
        }
        Cause cause = null;
        if (version.isEmpty()) {
            cause = forbidden(field, "resourceVersionMatch is forbidden unless resourceVersion is provided");
        } else if (!match.equals("Exact") && !match.equals("NotOlderThan")) {
            cause = new Cause(
                    "FieldValueNotSupported",
                    "Unsupported value: " + GoQuoting.of(match)
                            + ": supported values: \"Exact\", \"NotOlderThan\", \"\"",
                    field);
        } else if (match.equals("Exact") && version.equals("0")) {
            cause = forbidden(field, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
        }
        if (cause != null) {
            throw ApiStatus.invalid(LIST_OPTIONS, "", List.of(cause));
        }
    }

    private static Cause forbidden(String field, String why) {
        return new Cause("FieldValueForbidden", "Forbidden: " + why, field);
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

package dev.sluice.kube.port;

import dev.sluice.kube.json.Json;
import java.util.List;

/// A patch request.
///
/// @param strictErrors decoding errors that only strict validation reports, such as `duplicate field "data.a"`
public record Patch(Format format, Json body, List<String> strictErrors) {
    /// The patch format.
    public enum Format {
        /// JSON patch (RFC 6902): a list of operations.
        JSON("application/json-patch+json"),
        /// JSON merge patch (RFC 7386): an object in which null removes a field.
        MERGE("application/merge-patch+json"),
        /// Strategic merge patch: merges lists by the schema's merge keys.
        STRATEGIC("application/strategic-merge-patch+json");

        private final String mediaType;

        Format(String mediaType) {
            this.mediaType = mediaType;
        }

        public String mediaType() {
            return mediaType;
        }
    }

    public Patch {
        strictErrors = List.copyOf(strictErrors);
    }

    public Patch(Format format, Json body) {
        this(format, body, List.of());
    }

    public static Patch merge(Json body) {
        return new Patch(Format.MERGE, body);
    }

    public static Patch strategic(Json body) {
        return new Patch(Format.STRATEGIC, body);
    }
}

package dev.sluice.kube.port;

import dev.sluice.kube.json.Json;
import java.util.List;

/// A change by what differs.
///
/// @param oddities what only a strict server minds in its text, such as `duplicate field "data.a"`
public record Patch(Format format, Json body, List<String> oddities) {
    /// How the difference is told.
    public enum Format {
        /// RFC 6902: a list of operations.
        JSON("application/json-patch+json"),
        /// RFC 7386: an object like the other one, in which null removes.
        MERGE("application/merge-patch+json"),
        /// Kubernetes' own, which knows what belongs together in lists.
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
        oddities = List.copyOf(oddities);
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

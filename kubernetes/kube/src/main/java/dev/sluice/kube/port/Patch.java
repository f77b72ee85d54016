package dev.sluice.kube.port;

import dev.sluice.kube.json.Json;

/// A change by what differs.
public record Patch(Format format, Json body) {
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

    public static Patch merge(Json body) {
        return new Patch(Format.MERGE, body);
    }

    public static Patch strategic(Json body) {
        return new Patch(Format.STRATEGIC, body);
    }
}

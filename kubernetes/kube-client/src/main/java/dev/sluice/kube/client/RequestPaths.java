package dev.sluice.kube.client;

import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Builds request paths and queries.
final class RequestPaths {
    private RequestPaths() {}

    /// Returns the collection path of a type, in a namespace or in all.
    static String all(ResourceType type, String namespace) {
        String root = type.group().isEmpty() ? "/api/v1" : "/apis/" + type.group() + "/" + type.version();
        String place = type.namespaced() && !namespace.isEmpty() ? "/namespaces/" + encoded(namespace) : "";
        return root + place + "/" + type.plural();
    }

    static String one(ResourceType type, String namespace, String name, String subresource) {
        String object = all(type, namespace) + "/" + encoded(name);
        return subresource.isEmpty() ? object : object + "/" + subresource;
    }

    static String query(ListOptions options) {
        return new Query()
                .add("labelSelector", options.labelSelector())
                .add("fieldSelector", options.fieldSelector())
                .add("limit", options.limit() > 0 ? Long.toString(options.limit()) : "")
                .add("continue", options.next())
                .add("resourceVersion", options.resourceVersion())
                .add("resourceVersionMatch", options.versionMatch())
                .toString();
    }

    /// @param seconds after which the server ends the watch
    static String query(WatchOptions options, long seconds) {
        return new Query()
                .add("watch", "true")
                .add("labelSelector", options.labelSelector())
                .add("fieldSelector", options.fieldSelector())
                .add("resourceVersion", options.resourceVersion())
                .add(
                        "resourceVersionMatch",
                        options.initialEvents() || options.skipsInitialEvents() ? "NotOlderThan" : "")
                .add("allowWatchBookmarks", options.bookmarks() ? "true" : "")
                .add(
                        "sendInitialEvents",
                        options.initialEvents() ? "true" : options.skipsInitialEvents() ? "false" : "")
                .add("timeoutSeconds", Long.toString(seconds))
                .toString();
    }

    static String query(WriteOptions options) {
        return new Query()
                .add("dryRun", options.dryRun() ? "All" : "")
                .add("fieldManager", options.fieldManager())
                .add(
                        "fieldValidation",
                        switch (options.validation()) {
                            case IGNORE -> "Ignore";
                            case WARN -> "Warn";
                            case STRICT -> "Strict";
                        })
                .toString();
    }

    static String query(DeleteOptions options) {
        return new Query().add("dryRun", options.dryRun() ? "All" : "").toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static final class Query {
        private final StringBuilder text = new StringBuilder();

        /// Adds a parameter unless it is empty.
        Query add(String name, String value) {
            if (!value.isEmpty()) {
                text.append(text.isEmpty() ? '?' : '&').append(name).append('=').append(encoded(value));
            }
            return this;
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}

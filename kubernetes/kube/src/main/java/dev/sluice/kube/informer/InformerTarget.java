package dev.sluice.kube.informer;

import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;

/// The resource that an informer follows.
///
/// @param namespace empty for all namespaces
/// @param start how the informer gets the initial objects
public record InformerTarget(
        ResourceType type, String namespace, String labelSelector, String fieldSelector, Start start) {
    /// The page size of client-go's informers.
    static final long PAGE = 500;

    /// How an informer gets the initial objects.
    public enum Start {
        /// Lists page by page.
        LIST,
        /// Opens a watch with initial events (WatchList); falls back to lists where the server refuses that.
        STREAM
    }

    public static InformerTarget all(ResourceType type) {
        return new InformerTarget(type, "", "", "", Start.STREAM);
    }

    ListOptions page(String next) {
        return new ListOptions(labelSelector, fieldSelector, PAGE, next, "", "");
    }

    WatchOptions from(String version) {
        return new WatchOptions(labelSelector, fieldSelector, version, true, false);
    }

    WatchOptions stream() {
        return new WatchOptions(labelSelector, fieldSelector, "", true, true);
    }
}

package dev.sluice.kube.informer;

import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;

/// What an informer is of.
///
/// @param namespace empty for all of them
/// @param start how it learns what is there
public record InformerTarget(
        ResourceType type, String namespace, String labelSelector, String fieldSelector, Start start) {
    /// As many on a page as Kubernetes' own informers ask for.
    static final long PAGE = 500;

    /// How an informer learns what is there.
    public enum Start {
        /// Page by page.
        LIST,
        /// By a watch that begins with all that is there; page by page where the server cannot do that.
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

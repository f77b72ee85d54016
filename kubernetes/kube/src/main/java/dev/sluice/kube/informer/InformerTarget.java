package dev.sluice.kube.informer;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import java.util.function.UnaryOperator;

/// The resource that an informer follows.
///
/// @param namespace empty for all namespaces
/// @param start how the informer gets the initial objects
/// @param trim removes the fields that no handler reads before an object is kept: client-go's transform
public record InformerTarget(
        ResourceType type,
        String namespace,
        String labelSelector,
        String fieldSelector,
        Start start,
        UnaryOperator<JsonObject> trim) {
    /// The page size of client-go's informers.
    static final long PAGE = 500;

    /// How an informer gets the initial objects.
    public enum Start {
        /// Lists page by page.
        LIST,
        /// Opens a watch with initial events (WatchList); falls back to lists where the server refuses that.
        STREAM
    }

    public InformerTarget(
            ResourceType type, String namespace, String labelSelector, String fieldSelector, Start start) {
        this(type, namespace, labelSelector, fieldSelector, start, UnaryOperator.identity());
    }

    /// Returns a target whose objects are trimmed. The function must keep the metadata that identifies an object
    /// and its version.
    public InformerTarget trimmedBy(UnaryOperator<JsonObject> function) {
        return new InformerTarget(type, namespace, labelSelector, fieldSelector, start, function);
    }

    public InformerTarget withFields(String selector) {
        return new InformerTarget(type, namespace, labelSelector, selector, start, trim);
    }

    public InformerTarget withLabels(String selector) {
        return new InformerTarget(type, namespace, selector, fieldSelector, start, trim);
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

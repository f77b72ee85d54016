package dev.sluice.kube.port;

import dev.sluice.kube.json.JsonObject;

/// The Kubernetes API. Every method throws an [ApiException] for an error response, and an
/// [java.io.UncheckedIOException] if the server did not respond. In the latter case it is unknown whether the request
/// took effect.
///
/// Objects are whole and immutable. In lists and watches an empty namespace stands for all namespaces; for
/// cluster-scoped types it is always empty. An empty sub-resource stands for the object itself.
public interface Kube {

    JsonObject get(ResourceType type, ObjectKey key, String subresource);

    default JsonObject get(ResourceType type, ObjectKey key) {
        return get(type, key, "");
    }

    KubeList list(ResourceType type, String namespace, ListOptions options);

    /// Opens a watch.
    ///
    /// @param wake called on any thread when [KubeWatch#poll] may have an event or the watch is over;
    ///     must return at once
    KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake);

    /// Creates an object.
    ///
    /// @param object may have a `generateName` instead of a name
    JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options);

    /// Posts to a sub-resource that is an action rather than state: `binding`, `eviction`.
    JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options);

    JsonObject update(ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options);

    /// Like [#update], and says whether the object was created: servers allow that for some kinds.
    default Written updateOrCreate(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        return Written.updated(update(type, key, subresource, object, options));
    }

    JsonObject patch(ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options);

    /// Deletes an object.
    ///
    /// @return the object as it was when it was removed, or as it is while it terminates; for some types
    ///     real servers return a `Status` instead
    JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options);

    /// Deletes all objects that match.
    ///
    /// @return the deleted objects
    KubeList deleteCollection(ResourceType type, String namespace, ListOptions which, DeleteOptions options);
}

package dev.sluice.kube.port;

import dev.sluice.kube.json.JsonObject;

/// The Kubernetes API. Every method throws an [ApiException] if the server refuses, and an
/// [java.io.UncheckedIOException] if it could not be asked or did not answer: then nobody knows whether it has acted.
///
/// Objects are whole and immutable. An empty namespace stands for all of them in lists and watches, and for none
/// where a type has none. An empty sub-resource stands for the object itself.
public interface Kube {

    JsonObject get(ResourceType type, ObjectKey key, String subresource);

    default JsonObject get(ResourceType type, ObjectKey key) {
        return get(type, key, "");
    }

    KubeList list(ResourceType type, String namespace, ListOptions options);

    /// Follows what changes.
    ///
    /// @param wake called, on whatever thread the change happens on, when [KubeWatch#poll] may have something
    ///     or the watch is over; must return at once
    KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake);

    /// Makes a new object.
    ///
    /// @param object its name may be left to the server by `generateName`
    JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options);

    /// Hands something to a sub-resource that takes actions rather than state: `binding`, `eviction`.
    JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options);

    JsonObject update(ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options);

    /// Like [#update], and says whether the object was created: servers allow that for some kinds.
    default Written updateOrCreate(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        return Written.updated(update(type, key, subresource, object, options));
    }

    JsonObject patch(ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options);

    /// Asks for an object's end.
    ///
    /// @return the object as it was when it went, or as it is while it is still going; of some that are gone, real
    ///     servers only tell so, by a `Status`
    JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options);

    /// Deletes all that match.
    ///
    /// @return what was deleted
    KubeList deleteCollection(ResourceType type, String namespace, ListOptions which, DeleteOptions options);
}

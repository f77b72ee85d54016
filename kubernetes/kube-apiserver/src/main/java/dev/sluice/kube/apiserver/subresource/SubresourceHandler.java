package dev.sluice.kube.apiserver.subresource;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;

/// A subresource with verbs of its own, unlike `status`, which is a part of the stored object. Verbs that a
/// subresource does not have are answered 404.
public interface SubresourceHandler {
    default JsonObject get(ResourceType type, ObjectKey key) {
        throw notFound();
    }

    /// Handles a POST, such as a binding.
    default JsonObject create(ResourceType type, ObjectKey key, JsonObject body, WriteOptions options) {
        throw notFound();
    }

    default JsonObject update(ResourceType type, ObjectKey key, JsonObject given, WriteOptions options) {
        throw notFound();
    }

    default JsonObject patch(ResourceType type, ObjectKey key, Patch patch, WriteOptions options) {
        throw notFound();
    }

    /// The answer for subresources and verbs that do not exist.
    static ApiException notFound() {
        return new ApiStatus(404, "NotFound", "the server could not find the requested resource", JsonObject.EMPTY)
                .exception();
    }
}

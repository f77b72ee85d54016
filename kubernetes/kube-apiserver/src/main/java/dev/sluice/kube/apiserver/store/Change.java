package dev.sluice.kube.apiserver.store;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import org.jspecify.annotations.Nullable;

/// A create, update or delete of one object.
///
/// @param version of the store after the change
/// @param before the object before, if it existed
/// @param after the object after, if it exists
record Change(
        long version,
        ObjectKey key,
        @Nullable JsonObject before,
        @Nullable JsonObject after) {}

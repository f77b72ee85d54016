package dev.sluice.kube.apiserver.store;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import org.jspecify.annotations.Nullable;

/// One object was made, changed or removed.
///
/// @param version the store's, from then on
/// @param before the object as it was, if it was there
/// @param after the object as it is, if it still is
record Change(
        long version,
        ObjectKey key,
        @Nullable JsonObject before,
        @Nullable JsonObject after) {}

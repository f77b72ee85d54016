package dev.sluice.kube;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;

/// Reads the metadata that all objects have.
public final class KubeObjects {
    public static final String METADATA = "metadata";

    private KubeObjects() {}

    public static JsonObject metadata(JsonObject object) {
        return object.object(METADATA);
    }

    public static String name(JsonObject object) {
        return object.text(METADATA, "name");
    }

    public static String namespace(JsonObject object) {
        return object.text(METADATA, "namespace");
    }

    public static ObjectKey key(JsonObject object) {
        return new ObjectKey(namespace(object), name(object));
    }

    public static String uid(JsonObject object) {
        return object.text(METADATA, "uid");
    }

    public static String resourceVersion(JsonObject object) {
        return object.text(METADATA, "resourceVersion");
    }

    /// True if the object has a deletion timestamp.
    public static boolean isTerminating(JsonObject object) {
        return metadata(object).has("deletionTimestamp");
    }
}

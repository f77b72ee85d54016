package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.validation.strategy.Strategy;
import java.util.List;

/// Rules for `metadata` that all kinds share.
public final class ObjectMetadata {
    /// What the server alone says. An update cannot touch it.
    private static final List<String> FIXED =
            List.of("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "generation");

    private ObjectMetadata() {}

    /// The new object with what an update cannot touch taken from the old one.
    public static JsonObject kept(JsonObject object, JsonObject old) {
        JsonObject metadata = KubeObjects.metadata(object).without("selfLink");
        JsonObject before = KubeObjects.metadata(old);
        for (String field : FIXED) {
            Json value = before.get(field);
            metadata = value == null ? metadata.without(field) : metadata.with(field, value);
        }
        metadata = metadata.with("name", before.text("name"));
        if (before.has("namespace")) {
            metadata = metadata.with("namespace", before.text("namespace"));
        }
        return object.with("metadata", metadata);
    }

    /// Counts on if what is wanted has changed; labels and what others report do not count.
    static JsonObject counted(JsonObject object, JsonObject old, Strategy strategy) {
        boolean isSame = wanted(object, strategy).equals(wanted(old, strategy))
                && (!strategy.countsAnnotations()
                        || object.object("metadata", "annotations").equals(old.object("metadata", "annotations")));
        if (!strategy.countsChanges() || isSame) {
            return object;
        }
        long generation = old.number(0, "metadata", "generation");
        return object.withAt(Json.of(generation + 1), "metadata", "generation");
    }

    private static JsonObject wanted(JsonObject object, Strategy strategy) {
        JsonObject all = object.without("metadata");
        return strategy.hasStatus() ? all.without("status") : all;
    }

    /// The version and the identity that an update expects, if it says so.
    public static void mustBeExpected(ResourceType type, JsonObject object, JsonObject old, Strategy strategy) {
        String uid = KubeObjects.uid(object);
        if (!uid.isEmpty() && !uid.equals(KubeObjects.uid(old))) {
            throw ApiStatus.preconditionFailed(type, KubeObjects.key(old), "UID", uid, KubeObjects.uid(old));
        }
        mustHaveVersion(type, object, old, strategy);
    }

    /// The version that a change expects, if it says so.
    static void mustHaveVersion(ResourceType type, JsonObject object, JsonObject old, Strategy strategy) {
        String expected = KubeObjects.resourceVersion(object);
        String name = KubeObjects.name(old);
        if (expected.isEmpty() || expected.equals("0")) {
            if (!strategy.allowsBlindUpdate()) {
                // Kubernetes names the resource here, where it names the kind elsewhere.
                ResourceType plural =
                        new ResourceType(type.group(), type.version(), type.plural(), type.plural(), type.namespaced());
                throw ApiStatus.invalid(
                        plural,
                        name,
                        List.of(new Cause(
                                "FieldValueInvalid",
                                "Invalid value: 0: must be specified for an update",
                                "metadata.resourceVersion")));
            }
        } else if (!expected.matches("[0-9]+")) {
            throw ApiStatus.internal(ResourceVersions.notANumber(expected));
        } else if (!expected.equals(KubeObjects.resourceVersion(old))) {
            throw ApiStatus.conflict(
                    type,
                    name,
                    "the object has been modified; please apply your changes to the latest version and try again");
        }
    }

    /// Whether two objects say the same, apart from their versions.
    static boolean isSame(JsonObject one, JsonObject other) {
        return one.withoutAt("metadata", "resourceVersion").equals(other.withoutAt("metadata", "resourceVersion"));
    }

    public static boolean hasFinalizers(JsonObject object) {
        return !object.array("metadata", "finalizers").isEmpty();
    }
}

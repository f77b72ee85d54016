package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ResourceType;

/// Checks that the name, namespace and kind in a request's body agree with its path.
public final class RequestObjectCheck {
    private RequestObjectCheck() {}

    /// The object with its apiVersion and kind, which may be left out.
    public static JsonObject checked(ResourceType type, String namespace, JsonObject given) {
        JsonObject object = typed(type, given);
        String own = KubeObjects.namespace(object);
        if (!own.isEmpty() && !own.equals(namespace)) {
            throw ApiStatus.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
        return object;
    }

    private static JsonObject typed(ResourceType type, JsonObject given) {
        String kind = given.text("kind");
        String apiVersion = given.text("apiVersion");
        if (!kind.isEmpty() && !kind.equals(type.kind())) {
            throw ApiStatus.badRequest("%s in version \"%s\" cannot be handled as a %s: no kind \"%s\" is registered"
                    .formatted(kind, apiVersion, type.kind(), kind));
        }
        if (!apiVersion.isEmpty() && !apiVersion.equals(type.apiVersion())) {
            throw ApiStatus.badRequest(
                    ("%s in version \"%s\" cannot be handled as a %s: no kind \"%s\" is registered for version \"%s\""
                                    + " in scheme \"pkg/runtime/scheme.go:111\"")
                            .formatted(type.kind(), apiVersion, type.kind(), type.kind(), apiVersion));
        }
        if (given.size() > 1
                && given.name(0).equals("apiVersion")
                && given.name(1).equals("kind")) {
            return given;
        }
        JsonObject.Builder ordered =
                JsonObject.builder().put("apiVersion", type.apiVersion()).put("kind", type.kind());
        for (int i = 0; i < given.size(); i++) {
            if (!given.name(i).equals("apiVersion") && !given.name(i).equals("kind")) {
                ordered.put(given.name(i), given.value(i));
            }
        }
        return ordered.build();
    }

    /// The object must be the one that the path names.
    public static void mustBeNamed(String name, JsonObject object) {
        String own = KubeObjects.name(object);
        if (own.isEmpty()) {
            throw ApiStatus.badRequest(
                    "the name of the object (%s based on URL) was undeterminable: name must be provided"
                            .formatted(name));
        }
        if (!own.equals(name)) {
            throw ApiStatus.badRequest(
                    "the name of the object (%s) does not match the name on the URL (%s)".formatted(own, name));
        }
    }
}

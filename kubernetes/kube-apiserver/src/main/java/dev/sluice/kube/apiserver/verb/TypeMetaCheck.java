package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ResourceType;

/// Requires `apiVersion` and `kind` in custom resources; built-in kinds may omit them.
public final class TypeMetaCheck {
    /// As much of the object as Kubernetes quotes.
    private static final int QUOTED_MAX = 27;

    private TypeMetaCheck() {}

    public static void check(RequestContext context, ResourceType type, JsonObject object) {
        if (!context.isCustom(type)) {
            return;
        }
        if (object.text("kind").isEmpty()) {
            String text = object.toString();
            throw ApiStatus.badRequest(
                    "the object provided is unrecognized (must be of type %s): Object 'Kind' is missing in '%s' (%s ...)"
                            .formatted(type.kind(), text, text.substring(0, Math.min(QUOTED_MAX, text.length()))));
        }
        String apiVersion = object.text("apiVersion");
        if (!apiVersion.equals(type.apiVersion())) {
            throw ApiStatus.badRequest("the API version in the data (%s) does not match the expected API version (%s)"
                    .formatted(apiVersion, type.apiVersion()));
        }
    }
}

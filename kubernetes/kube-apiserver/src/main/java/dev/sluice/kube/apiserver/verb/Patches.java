package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.patch.JsonPatch;
import dev.sluice.kube.patch.MergePatch;
import dev.sluice.kube.patch.MergeRules;
import dev.sluice.kube.patch.StrategicMergePatch;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.validation.strategy.VersionConversion;
import java.util.List;
import java.util.function.Function;

/// The patch verb.
public final class Patches {
    private final RequestContext context;
    private final Update update;
    private final Function<ResourceType, MergeRules> mergeRules;

    /// @param mergeRules which lists of a kind are merged, and by what
    public Patches(RequestContext context, Update update, Function<ResourceType, MergeRules> mergeRules) {
        this.context = context;
        this.update = update;
        this.mergeRules = mergeRules;
    }

    public JsonObject patch(ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
        VersionConversion shape = context.conversionOf(type);
        JsonObject old = context.existing(shape.stored(type), key);
        Json changed = apply(type, shape.served(old), patch);
        if (!(changed instanceof JsonObject object)) {
            throw ApiStatus.badRequest("the patch leaves no object");
        }
        ObjectSchema schema = context.registry().schema().kind(type.apiVersion(), type.kind());
        if (schema != null) {
            PatchFieldValidation.check(schema, object, patch, options);
        }
        mustStayOfKind(type, object);
        RequestObjectCheck.mustBeNamed(key.name(), object);
        JsonObject checked =
                shape.stored(context.canonical(type, RequestObjectCheck.checked(type, key.namespace(), object)));
        ResourceType stored = shape.stored(type);
        ObjectMetadata.mustHaveVersion(stored, checked, old, context.strategyOf(stored));
        shape.check(checked, old);
        return update.replace(stored, key, subresource, checked, old, options);
    }

    /// A patch that makes something else of an object is wrong as a whole.
    private static void mustStayOfKind(ResourceType type, JsonObject object) {
        String kind = object.text("kind");
        String version = object.text("apiVersion");
        boolean isOther = (!kind.isEmpty() && !kind.equals(type.kind()))
                || (!version.isEmpty() && !version.equals(type.apiVersion()));
        if (isOther) {
            Cause cause = Cause.invalid(
                    "patch",
                    object.toString(),
                    "%s in version \"%s\" cannot be handled as a %s".formatted(kind, version, type.kind()));
            throw ApiStatus.invalid(new ResourceType("", "", "", "", false), "", List.of(cause));
        }
    }

    private Json apply(ResourceType type, JsonObject old, Patch patch) {
        return switch (patch.format()) {
            case JSON -> JsonPatch.apply(old, patch.body());
            case MERGE -> MergePatch.apply(old, patch.body());
            case STRATEGIC -> strategic(type, old, patch);
        };
    }

    private Json strategic(ResourceType type, JsonObject old, Patch patch) {
        if (context.isCustom(type)) {
            throw new ApiStatus(
                            415,
                            "UnsupportedMediaType",
                            "the body of the request was in an unknown format - accepted media types include:"
                                    + " application/json-patch+json, application/merge-patch+json,"
                                    + " application/apply-patch+yaml",
                            JsonObject.EMPTY)
                    .exception();
        }
        return StrategicMergePatch.apply(old, patch.body(), mergeRules.apply(type));
    }
}

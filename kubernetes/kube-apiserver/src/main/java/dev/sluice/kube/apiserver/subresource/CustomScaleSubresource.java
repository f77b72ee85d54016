package dev.sluice.kube.apiserver.subresource;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.verb.ObjectMetadata;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.apiserver.verb.Update;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.patch.JsonPatch;
import dev.sluice.kube.patch.MergePatch;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.Arrays;
import java.util.List;

/// The `scale` subresource of custom resources; its paths come from the definition.
final class CustomScaleSubresource implements SubresourceHandler {
    static final String NAME = "scale";

    private static final List<String> TOLD =
            List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp");

    private final RequestContext context;
    private final Update update;

    CustomScaleSubresource(RequestContext context, Update update) {
        this.context = context;
        this.update = update;
    }

    boolean has(ResourceType type, String subresource) {
        return subresource.equals(NAME)
                && !context.strategyOf(type).scalePaths().isEmpty();
    }

    @Override
    public JsonObject get(ResourceType type, ObjectKey key) {
        return of(type, context.existing(type, key));
    }

    private JsonObject of(ResourceType type, JsonObject object) {
        List<String> paths = context.strategyOf(type).scalePaths();
        JsonObject.Builder metadata = JsonObject.builder();
        for (String field : TOLD) {
            Json value = KubeObjects.metadata(object).get(field);
            if (value != null) {
                metadata.put(field, value);
            }
        }
        JsonObject spec = object.at(path(paths.get(0))) instanceof JsonNumber replicas
                ? JsonObject.of("replicas", replicas)
                : JsonObject.EMPTY;
        JsonObject status = JsonObject.of("replicas", Json.of(object.number(0, path(paths.get(1)))));
        String selector = paths.size() > 2 ? object.text(path(paths.get(2))) : "";
        return JsonObject.builder()
                .put("kind", "Scale")
                .put("apiVersion", "autoscaling/v1")
                .put("metadata", metadata.build())
                .put("spec", spec)
                .put("status", selector.isEmpty() ? status : status.with("selector", selector))
                .build();
    }

    @Override
    public JsonObject update(ResourceType type, ObjectKey key, JsonObject scale, WriteOptions options) {
        JsonObject old = context.existing(type, key);
        String expected = KubeObjects.resourceVersion(scale);
        if (!expected.isEmpty()) {
            ObjectMetadata.mustBeExpected(
                    type, old.withAt(Json.of(expected), "metadata", "resourceVersion"), old, context.strategyOf(type));
        }
        String written = context.strategyOf(type).scalePaths().getFirst();
        long replicas = scale.number(0, "spec", "replicas");
        if (replicas < 0) {
            throw ApiStatus.invalid(
                    type,
                    key.name(),
                    List.of(new Cause(
                            "FieldValueInvalid",
                            "Invalid value: %d: should be a non-negative integer".formatted(replicas),
                            written)));
        }
        JsonObject changed = old.withAt(Json.of(replicas), path(written));
        return of(type, update.replace(type, key, "", changed, old, options));
    }

    @Override
    public JsonObject patch(ResourceType type, ObjectKey key, Patch patch, WriteOptions options) {
        JsonObject scale = get(type, key);
        Json changed = switch (patch.format()) {
            case JSON -> JsonPatch.apply(scale, patch.body());
            case MERGE, STRATEGIC -> MergePatch.apply(scale, patch.body());
        };
        return update(type, key, changed instanceof JsonObject object ? object : JsonObject.EMPTY, options);
    }

    /// From `.spec.replicas`.
    private static String[] path(String text) {
        return Arrays.stream(text.split("\\.", -1))
                .filter(part -> !part.isEmpty())
                .toArray(String[]::new);
    }
}

package dev.sluice.kube.apiserver.subresource;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.verb.ObjectMetadata;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.apiserver.verb.RequestObjectCheck;
import dev.sluice.kube.apiserver.verb.Update;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.patch.JsonPatch;
import dev.sluice.kube.patch.MergePatch;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.select.LabelSelector;
import dev.sluice.kube.validation.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;

/// The `scale` subresource of built-in kinds with replicas.
final class ScaleSubresource implements SubresourceHandler {
    private static final ResourceType SCALE = new ResourceType("autoscaling", "v1", "scale", "Scale", true);

    private final RequestContext context;
    private final Update update;

    ScaleSubresource(RequestContext context, Update update) {
        this.context = context;
        this.update = update;
    }

    @Override
    public JsonObject get(ResourceType type, ObjectKey key) {
        return scaleOf(context.existing(type, key));
    }

    @Override
    public JsonObject update(ResourceType type, ObjectKey key, JsonObject given, WriteOptions options) {
        RequestObjectCheck.mustBeNamed(key.name(), given);
        return replace(type, key, context.existing(type, key), given, options);
    }

    @Override
    public JsonObject patch(ResourceType type, ObjectKey key, Patch patch, WriteOptions options) {
        JsonObject old = context.existing(type, key);
        Json changed = switch (patch.format()) {
            case JSON -> JsonPatch.apply(scaleOf(old), patch.body());
            // It has no lists, so both mean the same.
            case MERGE, STRATEGIC -> MergePatch.apply(scaleOf(old), patch.body());
        };
        if (!(changed instanceof JsonObject scale)) {
            throw ApiStatus.badRequest("the patch leaves no object");
        }
        RequestObjectCheck.mustBeNamed(key.name(), scale);
        return replace(type, key, old, scale, options);
    }

    private JsonObject replace(
            ResourceType type, ObjectKey key, JsonObject old, JsonObject scale, WriteOptions options) {
        Strategy strategy = context.strategyOf(type);
        ObjectMetadata.mustBeExpected(type, scale, old, strategy);
        long replicas = scale.number(0, "spec", "replicas");
        if (replicas < 0) {
            Cause cause = new Cause(
                    "FieldValueInvalid",
                    "Invalid value: " + replicas + ": must be greater than or equal to 0",
                    "spec.replicas");
            throw ApiStatus.invalid(SCALE, key.name(), List.of(cause));
        }
        JsonObject changed = old.withAt(Json.of(replicas), "spec", "replicas");
        return scaleOf(update.replace(type, key, "", changed, old, options));
    }

    private static JsonObject scaleOf(JsonObject object) {
        JsonObject.Builder metadata = JsonObject.builder();
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            Json value = KubeObjects.metadata(object).get(field);
            if (value != null) {
                metadata.put(field, value);
            }
        }
        long replicas = object.number(0, "spec", "replicas");
        JsonObject.Builder status = JsonObject.builder().put("replicas", object.number(0, "status", "replicas"));
        String selector = selectorOf(object);
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return JsonObject.builder()
                .put("kind", SCALE.kind())
                .put("apiVersion", SCALE.apiVersion())
                .put("metadata", metadata.build())
                .put("spec", replicas == 0 ? JsonObject.EMPTY : JsonObject.of("replicas", Json.of(replicas)))
                .put("status", status.build())
                .build();
    }

    /// In the form of queries; the oldest kind has a plain map.
    private static String selectorOf(JsonObject object) {
        JsonObject selector = object.object("spec", "selector");
        if (!object.text("kind").equals("ReplicationController")) {
            return LabelSelector.of(selector).toString();
        }
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < selector.size(); i++) {
            String value = selector.value(i) instanceof JsonString text ? text.text() : "";
            labels.add(selector.name(i) + "=" + value);
        }
        labels.sort(null);
        return String.join(",", labels);
    }
}

package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.admission.ConversionCaller;
import dev.sluice.kube.apiserver.admission.ConversionCaller.Answer;
import dev.sluice.kube.apiserver.admission.ConversionCaller.ConversionCall;
import dev.sluice.kube.apiserver.verb.RestartableRequest;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import java.util.ArrayList;
import java.util.List;

/// Converts custom resources between versions: strategy None or Webhook.
///
/// @param webhook empty for None
record Conversion(JsonObject webhook, ConversionCaller caller) {

    static Conversion of(Definition definition, ConversionCaller caller) {
        JsonObject conversion = definition.object().object("spec", "conversion");
        boolean isAsked = conversion.text("strategy").equals("Webhook");
        return new Conversion(isAsked ? conversion.object("webhook") : JsonObject.EMPTY, caller);
    }

    boolean asksOthers() {
        return !webhook.isEmpty();
    }

    /// @param to the desired apiVersion; objects that have it stay as they are
    List<JsonObject> converted(List<JsonObject> objects, String to) {
        List<JsonObject> others = objects.stream()
                .filter(object -> !object.text("apiVersion").equals(to))
                .toList();
        if (others.isEmpty()) {
            return objects;
        }
        List<JsonObject> changed = asksOthers()
                ? asked(others, to)
                : others.stream().map(object -> object.with("apiVersion", to)).toList();
        List<JsonObject> all = new ArrayList<>();
        int next = 0;
        for (JsonObject object : objects) {
            all.add(object.text("apiVersion").equals(to) ? object : changed.get(next++));
        }
        return all;
    }

    private List<JsonObject> asked(List<JsonObject> objects, String to) {
        Answer answer = RestartableRequest.answer(new ConversionCall(webhook, objects, to), caller::ask);
        JsonObject first = objects.getFirst();
        String what = "conversion webhook for %s, Kind=%s".formatted(first.text("apiVersion"), first.text("kind"));
        if (!answer.failure().isEmpty()) {
            throw failed(what + " failed: " + answer.failure());
        }
        if (answer.objects().size() != objects.size()) {
            throw failed(what
                    + " returned %d objects, expected %d"
                            .formatted(answer.objects().size(), objects.size()));
        }
        List<JsonObject> converted = new ArrayList<>();
        for (int i = 0; i < objects.size(); i++) {
            converted.add(checked(what, objects.get(i), answer.objects().get(i), to));
        }
        return converted;
    }

    /// With the metadata of the one it was, but for labels and annotations.
    private static JsonObject checked(String what, JsonObject before, JsonObject after, String to) {
        if (!after.text("apiVersion").equals(to)) {
            throw failed(what
                    + " returned invalid object at index 0: invalid groupVersion (expected %s, received %s)"
                            .formatted(to, after.text("apiVersion")));
        }
        if (!after.text("kind").equals(before.text("kind"))) {
            throw failed(what
                    + " returned invalid object at index 0: invalid kind (expected %s, received %s)"
                            .formatted(before.text("kind"), after.text("kind")));
        }
        for (String field : List.of("name", "namespace", "uid")) {
            String old = KubeObjects.metadata(before).text(field);
            String now = KubeObjects.metadata(after).text(field);
            if (!old.equals(now)) {
                throw failed(what
                        + " returned invalid object: must have the same %s: %s != %s"
                                .formatted(field.equals("uid") ? "UID" : field, old, now));
            }
        }
        JsonObject metadata = KubeObjects.metadata(before);
        for (String field : List.of("labels", "annotations")) {
            Json value = KubeObjects.metadata(after).get(field);
            metadata = value instanceof JsonObject ? metadata.with(field, value) : metadata.without(field);
        }
        return after.with("metadata", metadata);
    }

    private static ApiException failed(String message) {
        return new ApiStatus(500, "", message, null).exception();
    }
}

package dev.sluice.kube.event;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;

/// Records events for a component, like client-go's EventRecorder.
///
/// @param component such as `job-controller`
/// @param host of the component; empty if there is none
public record EventSource(EventRecorder recorder, String component, String host) {
    private static final String NORMAL = "Normal";
    private static final String WARNING = "Warning";

    /// Returns the same source on another host.
    public EventSource at(String otherHost) {
        return new EventSource(recorder, component, otherHost);
    }

    /// Records a Normal event.
    public void normal(ResourceType type, JsonObject object, String reason, String message) {
        if (recorder.isOn()) {
            recorder.record(this, reference(type, object), NORMAL, reason, message);
        }
    }

    /// Records a Warning event.
    public void warning(ResourceType type, JsonObject object, String reason, String message) {
        if (recorder.isOn()) {
            recorder.record(this, reference(type, object), WARNING, reason, message);
        }
    }

    /// Records a Normal event of a pod's container.
    public void containerNormal(ResourceType type, JsonObject pod, String container, String reason, String message) {
        if (recorder.isOn()) {
            JsonObject reference = reference(type, pod).with("fieldPath", "spec.containers{" + container + "}");
            recorder.record(this, reference, NORMAL, reason, message);
        }
    }

    /// Records a Warning event of a pod's container.
    public void containerWarning(ResourceType type, JsonObject pod, String container, String reason, String message) {
        if (recorder.isOn()) {
            JsonObject reference = reference(type, pod).with("fieldPath", "spec.containers{" + container + "}");
            recorder.record(this, reference, WARNING, reason, message);
        }
    }

    /// Records a Normal event of an object that is known by name only.
    public void normalByName(ResourceType type, ObjectKey key, String reason, String message) {
        if (recorder.isOn()) {
            JsonObject.Builder reference = JsonObject.builder().put("kind", type.kind());
            if (!key.namespace().isEmpty()) {
                reference.put("namespace", key.namespace());
            }
            reference.put("name", key.name()).put("apiVersion", type.apiVersion());
            recorder.record(this, reference.build(), NORMAL, reason, message);
        }
    }

    private static JsonObject reference(ResourceType type, JsonObject object) {
        JsonObject.Builder reference = JsonObject.builder().put("kind", type.kind());
        if (type.namespaced()) {
            reference.put("namespace", KubeObjects.namespace(object));
        }
        return reference
                .put("name", KubeObjects.name(object))
                .put("uid", KubeObjects.uid(object))
                .put("apiVersion", type.apiVersion())
                .put("resourceVersion", KubeObjects.resourceVersion(object))
                .build();
    }
}

package dev.sluice.kube.cluster.event;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;

/// Who tells of events.
///
/// @param component such as `job-controller`
/// @param host where it is; empty if it does not matter
public record EventSource(EventRecorder recorder, String component, String host) {
    private static final String NORMAL = "Normal";
    private static final String WARNING = "Warning";

    /// The same, at another place.
    public EventSource at(String otherHost) {
        return new EventSource(recorder, component, otherHost);
    }

    /// What anybody expects.
    public void tell(ResourceType type, JsonObject object, String reason, String message) {
        if (recorder.isOn()) {
            recorder.record(this, reference(type, object), NORMAL, reason, message);
        }
    }

    /// What somebody may have to look after.
    public void warn(ResourceType type, JsonObject object, String reason, String message) {
        if (recorder.isOn()) {
            recorder.record(this, reference(type, object), WARNING, reason, message);
        }
    }

    /// What happens to one of a pod's containers.
    public void tellOfContainer(ResourceType type, JsonObject pod, String container, String reason, String message) {
        if (recorder.isOn()) {
            JsonObject reference = reference(type, pod).with("fieldPath", "spec.containers{" + container + "}");
            recorder.record(this, reference, NORMAL, reason, message);
        }
    }

    /// As [#tellOfContainer], if somebody may have to look after it.
    public void warnOfContainer(ResourceType type, JsonObject pod, String container, String reason, String message) {
        if (recorder.isOn()) {
            JsonObject reference = reference(type, pod).with("fieldPath", "spec.containers{" + container + "}");
            recorder.record(this, reference, WARNING, reason, message);
        }
    }

    /// What happens to an object of which only the name is known.
    public void tellOf(ResourceType type, ObjectKey key, String reason, String message) {
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

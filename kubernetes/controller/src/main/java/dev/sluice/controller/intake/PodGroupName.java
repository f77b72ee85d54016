package dev.sluice.controller.intake;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.port.ObjectKey;
import java.util.Optional;

/// The group that a pod's label names: ours, or a PodGroup of the coscheduling plugin.
///
/// @param label the label that names it
public record PodGroupName(String label, ObjectKey key) {
    /// The coscheduling plugin's label.
    public static final String COSCHEDULING = "scheduling.x-k8s.io/pod-group";

    /// Returns the group of a pod; empty if it has none. A Job is a group of its own.
    public static Optional<PodGroupName> of(JsonObject pod) {
        JsonObject owner = Owners.controller(pod);
        if (owner != null && owner.text("kind").equals(WorkloadRef.JOB)) {
            return Optional.empty();
        }
        for (String label : new String[] {SluiceNames.GROUP, COSCHEDULING}) {
            String name = pod.text("metadata", "labels", label);
            if (!name.isEmpty()) {
                return Optional.of(new PodGroupName(label, new ObjectKey(KubeObjects.namespace(pod), name)));
            }
        }
        return Optional.empty();
    }

    public boolean isOfCoscheduling() {
        return label.equals(COSCHEDULING);
    }

    /// Returns the reference of the group's job. A group of ours is no object, so its name stands for the UID.
    public WorkloadRef ref() {
        return new WorkloadRef(WorkloadRef.GROUP, key, label + " " + key);
    }
}

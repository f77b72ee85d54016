package dev.sluice.controller.workload;

import dev.sluice.controller.intake.Adoption;
import dev.sluice.controller.intake.PodGroupName;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Pods that look like ours and belong to no workload: those of Jobs that may be adopted, and those that were released.
final class Strangers {
    /// By the UID of their Job, and by their own.
    private final Map<String, Map<String, JsonObject>> ofJobs = new HashMap<>();

    /// By UID.
    private final Map<String, JsonObject> released = new LinkedHashMap<>();

    /// Notes a pod.
    ///
    /// @return whether it was released on its own or with its group, so that it may be adopted
    boolean add(JsonObject pod) {
        String uid = KubeObjects.uid(pod);
        boolean isReleased = ReleasedWork.isReleased(pod);
        String job = jobOf(pod);
        if (!job.isEmpty()) {
            if (isReleased || Adoption.hasPath(pod.object("spec"))) {
                ofJobs.computeIfAbsent(job, _ -> new LinkedHashMap<>()).put(uid, pod);
            }
            return false;
        }
        boolean isPlaced = isReleased && !WorkloadPod.of(pod).whereabouts().isEmpty();
        boolean isTaken = isPlaced || (isReleased && PodGroupName.of(pod).isPresent());
        if (isTaken) {
            released.put(uid, pod);
        } else {
            released.remove(uid);
        }
        return isTaken;
    }

    private static String jobOf(JsonObject pod) {
        JsonObject owner = Owners.controller(pod);
        return owner != null && owner.text("kind").equals(WorkloadRef.JOB) ? owner.text("uid") : "";
    }

    /// Removes and returns the pods of a Job.
    List<JsonObject> takePodsOf(String job) {
        Map<String, JsonObject> pods = ofJobs.remove(job);
        return pods == null ? List.of() : new ArrayList<>(pods.values());
    }

    /// Removes and returns the pods that were released: each alone, or with the others of its group.
    List<List<JsonObject>> takeReleased() {
        Map<String, List<JsonObject>> byJob = new LinkedHashMap<>();
        released.forEach((uid, pod) -> byJob.computeIfAbsent(
                        PodGroupName.of(pod).map(name -> name.ref().uid()).orElse(uid), _ -> new ArrayList<>())
                .add(pod));
        released.clear();
        return new ArrayList<>(byJob.values());
    }

    void gone(JsonObject pod) {
        released.remove(KubeObjects.uid(pod));
        Map<String, JsonObject> pods = ofJobs.get(jobOf(pod));
        if (pods != null && pods.remove(KubeObjects.uid(pod)) != null && pods.isEmpty()) {
            ofJobs.remove(jobOf(pod));
        }
    }
}

package dev.sluice.controller.workload;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Pods of Jobs that are not queued, by the UID of their Job. The Job may be reported after its pods.
final class WaitingPods {
    private final Map<String, Map<String, Waiting>> byJob = new HashMap<>();

    private record Waiting(JsonObject pod, Consumer<JsonObject> again) {}

    /// @param again looks at the pod once more
    void add(String job, JsonObject pod, Consumer<JsonObject> again) {
        byJob.computeIfAbsent(job, _ -> new LinkedHashMap<>()).put(KubeObjects.uid(pod), new Waiting(pod, again));
    }

    /// Has the pods of a Job looked at again.
    void take(String job) {
        Map<String, Waiting> pods = byJob.remove(job);
        if (pods != null) {
            new ArrayList<>(pods.values()).forEach(each -> each.again().accept(each.pod()));
        }
    }

    void remove(JsonObject pod) {
        JsonObject owner = Owners.controller(pod);
        String job = owner == null ? "" : owner.text("uid");
        Map<String, Waiting> pods = byJob.get(job);
        if (pods != null && pods.remove(KubeObjects.uid(pod)) != null && pods.isEmpty()) {
            byJob.remove(job);
        }
    }

    /// Forgets the pods of a Job.
    void forget(String job) {
        byJob.remove(job);
    }
}

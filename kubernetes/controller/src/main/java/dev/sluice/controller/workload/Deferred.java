package dev.sluice.controller.workload;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Jobs that cannot be submitted yet: their priority is not known, or another Job is not queued yet.
final class Deferred {
    private final Map<String, Waiting> jobs = new LinkedHashMap<>();

    /// The UIDs of the Jobs that wait for another one, by its name.
    private final Map<ObjectKey, Set<String>> awaited = new HashMap<>();

    private record Waiting(JsonObject job, List<ObjectKey> missing) {}

    /// @param missing the Jobs that it waits for
    void add(JsonObject json, List<ObjectKey> missing) {
        String uid = KubeObjects.uid(json);
        remove(uid);
        jobs.put(uid, new Waiting(json, missing));
        missing.forEach(
                key -> awaited.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(uid));
    }

    void remove(String uid) {
        take(List.of(uid));
    }

    /// Removes and returns those that wait for a Job.
    List<JsonObject> takeAwaiting(ObjectKey key) {
        Set<String> those = awaited.get(key);
        return those == null ? List.of() : take(List.copyOf(those));
    }

    /// Removes and returns all.
    List<JsonObject> takeAll() {
        return take(List.copyOf(jobs.keySet()));
    }

    /// Removes and returns a Job, if it is deferred.
    List<JsonObject> take(String uid) {
        return take(List.of(uid));
    }

    /// @param uids no view of what is changed here
    private List<JsonObject> take(List<String> uids) {
        List<JsonObject> taken = new ArrayList<>();
        for (String uid : uids) {
            Waiting waiting = jobs.remove(uid);
            if (waiting != null) {
                taken.add(waiting.job());
                waiting.missing().forEach(key -> forget(key, uid));
            }
        }
        return taken;
    }

    private void forget(ObjectKey key, String uid) {
        Set<String> those = awaited.get(key);
        if (those != null && those.remove(uid) && those.isEmpty()) {
            awaited.remove(key);
        }
    }
}

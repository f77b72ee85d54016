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
    private final Map<String, JsonObject> jobs = new LinkedHashMap<>();

    /// The UIDs of the Jobs that wait for another one, by its name.
    private final Map<ObjectKey, Set<String>> awaited = new HashMap<>();

    /// @param missing the Jobs that it waits for
    void add(JsonObject json, List<ObjectKey> missing) {
        String uid = KubeObjects.uid(json);
        jobs.put(uid, json);
        missing.forEach(
                key -> awaited.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(uid));
    }

    void remove(String uid) {
        jobs.remove(uid);
    }

    /// Removes and returns those that wait for a Job.
    List<JsonObject> takeAwaiting(ObjectKey key) {
        Set<String> those = awaited.remove(key);
        return those == null ? List.of() : take(those);
    }

    /// Removes and returns all.
    List<JsonObject> takeAll() {
        return take(new ArrayList<>(jobs.keySet()));
    }

    /// Removes and returns a Job, if it is deferred.
    List<JsonObject> take(String uid) {
        return take(List.of(uid));
    }

    private List<JsonObject> take(Iterable<String> uids) {
        List<JsonObject> taken = new ArrayList<>();
        for (String uid : uids) {
            JsonObject json = jobs.remove(uid);
            if (json != null) {
                taken.add(json);
            }
        }
        return taken;
    }
}

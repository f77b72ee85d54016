package dev.sluice.controller.workload;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// How many decided places were lost to pods of other schedulers, by scheduler: the one that bound a pod to the node
/// last.
final class LostRaces {
    /// Where no pod of another scheduler was seen: the node itself has changed.
    private static final String NO_SCHEDULER = "none";

    private final Notices notices;

    /// The scheduler of the last pod that was bound past us, by node.
    private final Map<String, String> last = new HashMap<>();

    private final Map<String, Long> counts = new TreeMap<>();
    private volatile Map<String, Long> published = Map.of();

    LostRaces(Notices notices) {
        this.notices = notices;
    }

    /// Notes a pod that is not ours.
    void seen(JsonObject pod) {
        String node = new Pod(pod).nodeName();
        if (!node.isEmpty()) {
            last.put(node, pod.text("spec", "schedulerName"));
        }
    }

    /// Counts a place that a job has lost on a node.
    void lost(Workload work, String node) {
        String scheduler = last.getOrDefault(node, NO_SCHEDULER);
        notices.operators(work.ref, "LostRace", "node " + node + " to scheduler " + scheduler);
        counts.merge(scheduler, 1L, Long::sum);
        published = Map.copyOf(counts);
    }

    /// Returns the numbers. Any thread may ask.
    Map<String, Long> counts() {
        return published;
    }
}

package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.json.JsonObject;

/// Learns of every pod whose containers run for the first time. Restarts of containers do not count.
@FunctionalInterface
public interface PodStarts {
    PodStarts IGNORED = _ -> {};

    /// Called once per pod, with the pod as it was before.
    void started(JsonObject pod);
}

package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.cluster.work.PodUpdates;
import dev.sluice.kube.json.JsonObject;

/// Writes the statuses of pods. A status that the server has not confirmed is kept and written again: containers that
/// ran while the server was down must not be forgotten.
record StatusWrites(PodUpdates control) {

    void write(JsonObject pod, RunningPod life, JsonObject status) {
        life.setUnconfirmed(status);
        control.writeStatus(pod, status);
        life.setUnconfirmed(null);
    }

    /// Repeats a write that failed.
    void repeat(JsonObject pod, RunningPod life) {
        JsonObject status = life.unconfirmed();
        if (status != null) {
            write(pod, life, status);
        }
    }
}

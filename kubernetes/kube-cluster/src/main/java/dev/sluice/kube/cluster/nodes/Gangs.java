package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.object.Pod;
import java.util.List;

/// Tells whether the gang of a pod is complete: as an MPI program, it makes progress only while all its ranks run.
///
/// A gang is the pods of one controller. It is complete once the demanded number runs at the same time. A pod that has
/// succeeded proves that this was so, which is how late replacements and a restarted fleet know.
record Gangs(Informer pods) {

    boolean isComplete(JsonObject pod, long size) {
        List<JsonObject> members = members(pod);
        long running = members.stream()
                .filter(member -> new Pod(member).phase().equals(Pod.RUNNING))
                .count();
        return running >= size
                || members.stream().anyMatch(member -> new Pod(member).phase().equals(Pod.SUCCEEDED));
    }

    /// Returns the pods of the same controller, the pod itself among them.
    List<JsonObject> members(JsonObject pod) {
        JsonObject controller = Owners.controller(pod);
        return controller == null ? List.of(pod) : pods.cache().find(Index.OWNERS, controller.text("uid"));
    }
}

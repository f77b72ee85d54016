package dev.sluice.controller.workload;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Call;
import dev.sluice.controller.intake.PlacementPath;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import java.util.List;

/// Gives the pods of a job the places that the job holds: binds them, or pins them to their node for the default
/// scheduler. Many of these calls are under way at once.
final class PodBindings {
    private final Surroundings here;
    private final PodPlaces places;
    private final DeniedWrites denied;

    PodBindings(Surroundings here, PodPlaces places) {
        this.here = here;
        this.places = places;
        this.denied = new DeniedWrites(here);
    }

    /// Binds or pins the pods for which there are places.
    void place(Workload work) {
        Idset ended = endedIndexes(work);
        for (WorkloadPod pod : List.copyOf(work.unbound)) {
            if (work.shapes.size() == 1 && work.shape().slots.firstFree().isEmpty()) {
                return;
            }
            String node = choose(work, pod, ended);
            if (node.isEmpty()) {
                continue;
            }
            work.takePlace(pod, node);
            pod.isBusy = true;
            Call call = pod.path() == PlacementPath.GATE
                    ? PodWrites.pin(pod.pod.json(), work.released, node)
                    : PodWrites.bind(pod, node);
            here.calls().start(call, answer -> answered(work, pod, answer));
        }
    }

    /// Removes our gate from a pod of a group, before it is bound.
    void ungate(Workload work, WorkloadPod pod) {
        pod.isBusy = true;
        String nodes = JobWrites.hostlist(work.nodes());
        here.calls()
                .start(PodWrites.release(pod.pod.json(), work.released, nodes), answer -> answered(work, pod, answer));
    }

    /// Returns the indexes of an Indexed Job that get no pods any more.
    private static Idset endedIndexes(Workload work) {
        if (work.job == null) {
            return Idset.EMPTY;
        }
        JsonObject status = work.job.json().object("status");
        return parse(status.text("completedIndexes")).union(parse(status.text("failedIndexes")));
    }

    private static Idset parse(String indexes) {
        return indexes.isEmpty() ? Idset.EMPTY : Idset.parse(indexes);
    }

    /// Pods of an Indexed Job go to the places in the order of their indexes. If there are fewer places than
    /// pods, the lowest indexes get them, whichever pod appears first.
    ///
    /// @param ended the indexes that need no place any more
    private static String choose(Workload work, WorkloadPod pod, Idset ended) {
        PodShape shape = work.shapeOf(pod);
        if (pod.index == Pod.NO_INDEX) {
            return shape.slots.firstFree();
        }
        int position = pod.index - below(ended, pod.index);
        if (shape.isShort() && position >= shape.slots.total()) {
            return "";
        }
        String node = shape.slots.nodeOf(position);
        return shape.slots.free(node) > 0 ? node : shape.slots.firstFree();
    }

    private static int below(Idset indexes, int index) {
        return index == 0 || indexes.isEmpty()
                ? 0
                : (int) indexes.intersect(Idset.range(0, index - 1)).size();
    }

    private void answered(Workload work, WorkloadPod pod, Answer answer) {
        switch (answer.remedy()) {
            case NONE -> {
                pod.isBusy = false;
                pod.failures = 0;
                if (pod.isToBePlaced()) {
                    // Its gate is gone.
                    work.unbound.add(pod);
                }
                here.again().accept(work);
                if (work.ref.isPod()) {
                    String node = pod.node;
                    here.notices().normal(work.ref, "Released", "attempt " + work.released + " on " + node);
                }
            }
            // The watch reports that the pod is gone.
            case DROP -> pod.isBusy = false;
            case READ_AGAIN -> read(work, pod);
            case RETRY -> later(work, pod);
            case DECIDE_AGAIN -> {
                pod.isBusy = false;
                work.leavePlace(pod);
                here.again().accept(work);
            }
            case UNDO -> {
                denied.noteStart(work, answer.problem());
                places.undo(work, "the server refuses to place pod " + pod.key + ": " + answer.problem());
                later(work, pod);
            }
        }
    }

    private void read(Workload work, WorkloadPod pod) {
        here.calls().start(PodWrites.read(pod.key), answer -> readAgain(work, pod, answer));
    }

    private void readAgain(Workload work, WorkloadPod pod, Answer answer) {
        switch (answer) {
            case Answer.Done(JsonObject json) -> {
                pod.isBusy = false;
                // Its informer reports how it ended, while it has its place.
                if (!json.text("metadata", "uid").equals(pod.uid) || new Pod(json).isTerminal()) {
                    return;
                }
                work.see(pod, json);
                boolean isUnchanged = pod.whereabouts().isEmpty() && (pod.isGated() || !pod.node.isEmpty());
                if (isUnchanged) {
                    later(work, pod);
                }
                here.again().accept(work);
            }
            case Answer.Refused refused when refused.status().code() == 404 -> pod.isBusy = false;
            case Answer.Refused _, Answer.Unknown _, Answer.Withheld _ ->
                here.after(Pauses.nanos(++pod.failures), () -> read(work, pod));
        }
    }

    /// Gives the place back, and tries again after a pause.
    private void later(Workload work, WorkloadPod pod) {
        pod.isBusy = true;
        pod.failures++;
        work.leavePlace(pod);
        here.after(Pauses.nanos(pod.failures), () -> {
            pod.isBusy = false;
            if (pod.isToBePlaced() && work.pods.containsKey(pod.uid)) {
                work.unbound.add(pod);
            }
            here.again().accept(work);
        });
    }
}

package dev.sluice.controller.workload;

import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.object.Job;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.MachineState;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keeps as many places for a job as its pods will need.
///
/// A place whose pod has ended is kept if the Job will create another pod. Otherwise it is released, and so is a
/// free place on a node that takes no more pods. A pod without a place makes the engine look for one, ahead of the
/// queue.
final class PodPlaces {
    private final Surroundings here;
    private final Function<String, @Nullable String> paths;
    private final LostRaces races;

    /// @param paths where a node is in the graph, by its name
    PodPlaces(Surroundings here, Function<String, @Nullable String> paths, LostRaces races) {
        this.here = here;
        this.paths = paths;
        this.races = races;
    }

    /// A pod could not get to a node. The attempt is undone, if none of its containers has run.
    void failed(Workload work, String node, String why) {
        if (!work.hasStarted) {
            addFailed(work, node);
            work.undo = work.undo.isEmpty() ? why : work.undo;
        }
    }

    private void addFailed(Workload work, String node) {
        String path = path(work, node);
        if (!path.isEmpty() && !work.failedOn.contains(path)) {
            work.failedOn.add(path);
        }
    }

    /// Returns where a node is in the graph, or was when its places were decided.
    private String path(Workload work, String node) {
        String path = paths.apply(node);
        return path != null ? path : work.slots.path(node);
    }

    /// A kubelet has refused a pod: another program has taken the resources, or the node has changed.
    ///
    /// @param node where it was
    void refused(Workload work, WorkloadPod pod, String node) {
        races.lost(node);
        work.refusedPods++;
        if (work.hasStarted || !work.ref.isJob()) {
            lost(work, node);
        } else {
            failed(
                    work,
                    node,
                    "node " + node + " refused pod " + pod.key + ": "
                            + pod.pod.json().text("status", "reason"));
        }
    }

    /// Releases a place on a node that has failed its pod. The replacement gets another one, elsewhere.
    void lost(Workload work, String node) {
        here.events().accept(new Event.PartLost(work.id, new NodeUse(path(work, node), work.podAmounts)));
        work.slots.remove(node);
    }

    /// Releases places that no pod will take, and asks for those that are missing.
    void balance(Workload work, Job job) {
        balance(work, wanted(work, job));
    }

    /// @param wanted how many places there should be
    void balance(Workload work, int wanted) {
        for (String node : work.slots.freeNodes()) {
            boolean isFull = isFull(work, node);
            boolean isUseless = isFull || isClosed(node);
            if (isFull) {
                races.lost(node);
            }
            while (work.slots.free(node) > 0 && (isUseless || work.slots.total() > Math.max(wanted, work.placed))) {
                release(work, node);
            }
        }
        int missing = Math.max(0, wanted - work.slots.total());
        if (missing != work.partsAsked) {
            work.partsAsked = missing;
            here.events().accept(new Event.PartsWanted(work.id, missing));
        }
    }

    /// Whether the only place of a job is free and on a node that takes no more pods.
    boolean isPlaceLost(Workload work) {
        String node = work.slots.firstFree();
        if (node.isEmpty() || !(isClosed(node) || isFull(work, node))) {
            return false;
        }
        addFailed(work, node);
        return true;
    }

    /// Whether a node is gone or takes no more pods.
    private boolean isClosed(String node) {
        String path = paths.apply(node);
        return path == null || here.engine().state().machineState().closed().isClosed(path);
    }

    /// Whether other programs have taken the resources of a free place.
    private boolean isFull(Workload work, String node) {
        String path = paths.apply(node);
        MachineState machine = here.engine().state().machineState();
        for (String type : work.podAmounts.keySet()) {
            OptionalInt pool = machine.vertex(path + "/" + ResourceTypes.basenameOf(type) + "0");
            long now = here.clock().nowNanos();
            if (pool.isPresent()
                    && machine.model().occupancy().availability().freeNow(pool.getAsInt(), now, now + 1) < 0) {
                return true;
            }
        }
        return false;
    }

    private void release(Workload work, String node) {
        here.events().accept(new Event.PartEnded(work.id, new NodeUse(path(work, node), work.podAmounts)));
        work.slots.remove(node);
    }

    /// Returns how many pods the Job runs at once from now on.
    private static int wanted(Workload work, Job job) {
        boolean isEnding =
                Conditions.isTrue(job.json(), "SuccessCriteriaMet") || Conditions.isTrue(job.json(), "FailureTarget");
        if (isEnding) {
            return 0;
        }
        long succeeded = Math.max(job.json().number(0, "status", "succeeded"), work.succeeded.size());
        if (job.hasCompletions()) {
            long over = succeeded + failedIndexes(job);
            return Math.clamp(job.completions() - over, 0, job.parallelism());
        }
        // Of a work queue no pod is replaced once one has succeeded.
        return succeeded > 0 ? work.placed + work.unbound.size() : job.parallelism();
    }

    /// Indexes that have failed for good get no more pods.
    private static long failedIndexes(Job job) {
        String text = job.json().text("status", "failedIndexes");
        return text.isEmpty() ? 0 : Idset.parse(text).size();
    }
}

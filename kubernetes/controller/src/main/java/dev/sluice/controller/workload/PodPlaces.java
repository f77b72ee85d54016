package dev.sluice.controller.workload;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Calls;
import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.MachineState;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Gives the pods of a job the places that the job holds, and keeps as many places as pods will need.
///
/// A place whose pod has ended is kept if the Job will create another pod. Otherwise it is released, and so is a
/// free place on a node that takes no more pods. A pod without a place makes the engine look for one, ahead of the
/// queue.
final class PodPlaces {
    private final Engine engine;
    private final Calls calls;
    private final Timers timers;
    private final Clock clock;
    private final Function<String, @Nullable String> paths;
    private final Consumer<Event> events;
    private final Consumer<Workload> again;

    /// @param paths where a node is in the graph, by its name
    PodPlaces(
            Engine engine,
            Calls calls,
            Timers timers,
            Clock clock,
            Function<String, @Nullable String> paths,
            Consumer<Event> events,
            Consumer<Workload> again) {
        this.engine = engine;
        this.calls = calls;
        this.timers = timers;
        this.clock = clock;
        this.paths = paths;
        this.events = events;
        this.again = again;
    }

    /// Binds the pods for which there are places.
    void bind(Workload work) {
        for (WorkloadPod pod : List.copyOf(work.unbound)) {
            String node = choose(work, pod);
            if (node.isEmpty()) {
                return;
            }
            work.takePlace(pod, node);
            pod.isBusy = true;
            calls.start(JobWrites.bind(pod, node), answer -> bound(work, pod, answer));
        }
    }

    /// Pods of an Indexed Job go to the places in the order of their indexes.
    private static String choose(Workload work, WorkloadPod pod) {
        if (pod.index != Pod.NO_INDEX) {
            String node = work.slots.nodeOf(pod.index);
            if (work.slots.free(node) > 0) {
                return node;
            }
        }
        return work.slots.firstFree();
    }

    private void bound(Workload work, WorkloadPod pod, Answer answer) {
        switch (answer.remedy()) {
            case NONE -> {
                pod.isBusy = false;
                pod.failures = 0;
            }
            // The watch reports that the pod is gone.
            case DROP -> pod.isBusy = false;
            case READ_AGAIN -> calls.start(JobWrites.readPod(pod.key), read -> readAgain(work, pod, read));
            case RETRY -> later(work, pod);
            case UNDO -> {
                undo(work, pod, "the server refuses to bind pod " + pod.key + ": " + answer.problem());
                later(work, pod);
            }
        }
    }

    private void readAgain(Workload work, WorkloadPod pod, Answer answer) {
        switch (answer) {
            case Answer.Done(JsonObject json) -> {
                pod.isBusy = false;
                boolean isSame = json.text("metadata", "uid").equals(pod.uid);
                if (isSame && !new Pod(json).isPlaced()) {
                    later(work, pod);
                } else if (isSame) {
                    work.see(pod, json);
                }
            }
            case Answer.Refused refused when refused.status().code() == 404 -> pod.isBusy = false;
            case Answer.Refused _, Answer.Unknown _ ->
                timers.schedule(
                        clock.nowNanos() + Pauses.nanos(++pod.failures),
                        (_, _) -> calls.start(JobWrites.readPod(pod.key), read -> readAgain(work, pod, read)),
                        0);
        }
    }

    /// Gives the place back, and tries again after a pause.
    private void later(Workload work, WorkloadPod pod) {
        pod.isBusy = true;
        pod.failures++;
        work.leavePlace(pod);
        timers.schedule(
                clock.nowNanos() + Pauses.nanos(pod.failures),
                (_, _) -> {
                    pod.isBusy = false;
                    if (pod.isToBeBound() && work.pods.containsKey(pod.uid)) {
                        work.unbound.add(pod);
                    }
                    again.accept(work);
                },
                0);
    }

    /// Marks the attempt as one to be undone, if none of its containers has run.
    private void undo(Workload work, WorkloadPod pod, String why) {
        if (!work.hasStarted && work.undo.isEmpty()) {
            work.undo = why;
            addFailed(work, pod.node);
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
        addFailed(work, node);
        if (!work.hasStarted) {
            if (work.undo.isEmpty()) {
                work.undo = "node " + node + " refused pod " + pod.key + ": "
                        + pod.pod.json().text("status", "reason");
            }
        } else {
            // The replacement gets another place.
            release(work, node);
        }
    }

    /// Releases places that no pod will take, and asks for those that are missing.
    void balance(Workload work, Job job) {
        int wanted = wanted(work, job);
        for (String node : work.slots.freeNodes()) {
            boolean isUseless = isUseless(work, node);
            while (work.slots.free(node) > 0 && (isUseless || work.slots.total() > Math.max(wanted, work.placed))) {
                release(work, node);
            }
        }
        int missing = Math.max(0, wanted - work.slots.total());
        if (missing != work.partsAsked) {
            work.partsAsked = missing;
            events.accept(new Event.PartsWanted(work.id, missing));
        }
    }

    /// Whether the only place of a job is free and on a node that takes no more pods.
    boolean isPlaceLost(Workload work) {
        String node = work.slots.firstFree();
        if (node.isEmpty() || !isUseless(work, node)) {
            return false;
        }
        addFailed(work, node);
        return true;
    }

    /// Whether a free place is on a node that takes no more pods: it is closed, gone, or other programs have filled it.
    private boolean isUseless(Workload work, String node) {
        String path = paths.apply(node);
        MachineState machine = engine.state().machineState();
        if (path == null || machine.closed().isClosed(path)) {
            return true;
        }
        for (String type : work.podAmounts.keySet()) {
            OptionalInt pool = machine.vertex(path + "/" + ResourceTypes.basenameOf(type) + "0");
            long now = clock.nowNanos();
            if (pool.isPresent()
                    && machine.model().occupancy().availability().freeNow(pool.getAsInt(), now, now + 1) < 0) {
                return true;
            }
        }
        return false;
    }

    private void release(Workload work, String node) {
        events.accept(new Event.PartEnded(work.id, new NodeUse(path(work, node), work.podAmounts)));
        work.slots.remove(node);
    }

    /// Returns how many pods the Job runs at once from now on.
    private static int wanted(Workload work, Job job) {
        long succeeded = Math.max(job.json().number(0, "status", "succeeded"), work.succeeded.size());
        if (job.hasCompletions()) {
            return Math.clamp(job.completions() - succeeded, 0, job.parallelism());
        }
        // Of a work queue no pod is replaced once one has succeeded.
        return succeeded > 0 ? work.placed + work.unbound.size() : job.parallelism();
    }
}

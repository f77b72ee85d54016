package dev.sluice.controller.workload;

import dev.sluice.controller.intake.PlacementPath;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;
import dev.sluice.queue.JobParts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A managed Job: what the API server says of it, and what of the engine's decisions may be carried out.
final class Workload {
    final long id;
    final WorkloadRef ref;

    /// What one pod holds of its node.
    SortedMap<String, Long> podAmounts = new TreeMap<>();

    /// The Job's last state; null until the first report after a restart, and when it is gone.
    @Nullable
    Job job;

    boolean isGone;

    /// Whether its job has ended in the queue.
    boolean hasEnded;

    /// True if its user has let it go past the queue: its pods are other schedulers' work then.
    boolean isForeign;

    /// The attempt whose start is durable and may be carried out, from 1; 0 if none.
    int released;

    final Slots slots = new Slots();
    final Map<String, WorkloadPod> pods = new LinkedHashMap<>();

    /// The pods that wait for a node, in the order in which they appeared.
    final Set<WorkloadPod> unbound = new LinkedHashSet<>();

    /// How many pods hold resources of a node.
    int holding;

    /// How many pods have taken a place: they are bound or pinned, or are about to be.
    int placed;

    /// The pods that have succeeded, by UID: the Job's status counts them later.
    final Set<String> succeeded = new HashSet<>();

    /// How many pods nodes have refused.
    int refusedPods;

    /// Whether a pod has failed; of a group, which replaces none.
    boolean hasFailed;

    /// Why the attempt is to be undone; empty if it is not.
    String undo = "";

    /// The paths of the nodes that failed the attempt.
    final List<String> failedOn = new ArrayList<>();

    /// Whether a container of the attempt has run.
    boolean hasStarted;

    /// Whether the attempt is to be undone because none did in time.
    boolean isLate;

    /// The attempt whose start a timer watches.
    int timedAttempt;

    /// How many parts the engine was last asked for.
    int partsAsked;

    /// Whether it is checked from time to time for whether any node could run it, and the last answer.
    boolean isChecked;

    String unplaceable = "";

    /// Whether a call about the Job is under way or waits for its back-off.
    boolean isBusy;

    /// How many calls in a row have failed.
    int failures;

    Workload(long id, WorkloadRef ref) {
        this.id = id;
        this.ref = ref;
    }

    /// Takes the amounts of one pod from the job's parts.
    void describePod(JobParts parts) {
        SortedMap<String, Long> amounts = new TreeMap<>();
        for (ResourceRequest slot : parts.part().resources()) {
            slot.with().forEach(each -> amounts.put(each.type(), each.count().min()));
        }
        podAmounts = amounts;
    }

    /// Returns the attempt that the Job was last released for; 0 if none.
    static int attemptOf(Job job) {
        return number(job.json(), SluiceNames.ATTEMPT);
    }

    /// Returns the attempt that was last undone; 0 if none.
    static int undoneOf(Job job) {
        return number(job.json(), SluiceNames.UNDONE);
    }

    /// Returns how many attempts in a row have ended because no container started.
    static int startFailuresOf(Job job) {
        return number(job.json(), SluiceNames.START_FAILURES);
    }

    /// Returns why an object is held; empty if it is not.
    static String holdOf(JsonObject object) {
        return object.text("metadata", "annotations", SluiceNames.HOLD);
    }

    private static int number(JsonObject job, String annotation) {
        try {
            return Integer.parseInt(job.text("metadata", "annotations", annotation));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /// Notes a pod's present state.
    void see(WorkloadPod pod, JsonObject json) {
        holding -= pod.isHolding() ? 1 : 0;
        pod.see(json);
        holding += pod.isHolding() ? 1 : 0;
        if (pod.hasStarted()) {
            hasStarted = true;
        }
        if (pod.pod.hasSucceeded()) {
            succeeded.add(pod.uid);
        }
        hasFailed |= pod.pod.hasFailed();
        if (pod.pod.isTerminal()) {
            leavePlace(pod);
        } else if (!pod.whereabouts().isEmpty() && !pod.node.equals(pod.whereabouts())) {
            // Bound by another program, or bound or pinned before a restart.
            leavePlace(pod);
            if (released > 0 && slots.free(pod.whereabouts()) > 0) {
                takePlace(pod, pod.whereabouts());
            }
        }
        if (pod.isToBePlaced()) {
            unbound.add(pod);
        } else {
            unbound.remove(pod);
        }
    }

    /// Notes that a pod is gone.
    void forget(WorkloadPod pod) {
        holding -= pod.isHolding() ? 1 : 0;
        leavePlace(pod);
        unbound.remove(pod);
        pods.remove(pod.uid);
    }

    /// Whether nothing more is to be heard of it. A terminal pod of the default scheduler is not followed any more.
    boolean isOver() {
        boolean isEnded = !ref.isJob()
                && !pods.isEmpty()
                && pods.values().stream().allMatch(pod -> pod.pod.isTerminal() && pod.path() == PlacementPath.GATE);
        return isEnded || (isGone && pods.isEmpty());
    }

    /// Whether a Job whose job has ended in the queue still waits: what it depends on has not come about.
    boolean isCancelled(JsonObject json) {
        Job now = new Job(json);
        return !isForeign
                && !isGone
                && released == 0
                && now.isSuspended()
                && !now.isFinished()
                && !Dependencies.textOf(json).isEmpty();
    }

    /// Whether a pod joins the group: it is gated, or was released with the group before a restart.
    boolean mayTake(JsonObject json) {
        return !hasEnded && new Pod(json).isActive();
    }

    void takePlace(WorkloadPod pod, String node) {
        slots.take(node);
        pod.node = node;
        placed++;
        unbound.remove(pod);
    }

    void leavePlace(WorkloadPod pod) {
        if (!pod.node.isEmpty()) {
            slots.leave(pod.node);
            pod.node = "";
            placed--;
        }
        if (pod.isToBePlaced()) {
            unbound.add(pod);
        }
    }

    /// Forgets the attempt.
    void clearAttempt() {
        released = 0;
        slots.set(List.of());
        undo = "";
        failedOn.clear();
        hasStarted = false;
        isLate = false;
        timedAttempt = 0;
        partsAsked = 0;
    }
}

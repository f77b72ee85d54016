package dev.sluice.controller.workload;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Call;
import dev.sluice.controller.call.Remedy;
import dev.sluice.controller.intake.PlacementPath;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.object.Times;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.runtime.time.Clock;
import dev.sluice.scheduling.Event;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Compares the pods of a group with the engine's state and makes them agree.
///
/// | the engine says | the pods are | then |
/// |---|---|---|
/// | waits | fewer than the group needs | the group is dissolved; those that are left wait for others |
/// | waits | released by us | the records are older than the cluster: the group is adopted |
/// | runs | all gated, one held since the decision | the group is held |
/// | runs | gated | remove the gates, and bind or pin all of them |
/// | runs | more than there are places | ask for further places |
/// | runs | bound, and none starts in time | their users are told |
/// | is stopped | running | set their deadlines to now |
/// | any | all terminal or gone | the group has ended |
final class GroupReconciler {
    private final Surroundings here;
    private final ObjectCalls calls;
    private final PodPlaces places;
    private final PodBindings bindings;
    private final BooleanSupplier arePodsListed;
    private final Consumer<Workload> dissolved;
    private final StartTimeouts timeouts;
    private final DeniedWrites denied;

    /// @param arePodsListed whether all pods that existed at the start have been reported
    /// @param dissolved takes a group that has too few pods by now
    GroupReconciler(
            Surroundings here,
            PodPlaces places,
            PodBindings bindings,
            BooleanSupplier arePodsListed,
            Consumer<Workload> dissolved) {
        this.here = here;
        this.calls = new ObjectCalls(here);
        this.places = places;
        this.bindings = bindings;
        this.arePodsListed = arePodsListed;
        this.dissolved = dissolved;
        this.timeouts = new StartTimeouts(here);
        this.denied = new DeniedWrites(here);
    }

    void reconcile(Workload work) {
        JobTable table = here.engine().table();
        int index = table.indexOf(work.id);
        if (index == JobTable.NO_JOB || !arePodsListed.getAsBoolean()) {
            return;
        }
        switch (table.state(index)) {
            case HELD, WAITING -> waiting(work, index);
            case RUNNING -> running(work);
            case STOPPING -> {
                if (work.isToStop) {
                    stopping(work);
                }
            }
            default -> {}
        }
    }

    private static int active(Workload work) {
        return (int) work.pods.values().stream()
                .filter(pod -> pod.pod.isActive() && !pod.isGivenUp)
                .count();
    }

    private void waiting(Workload work, int index) {
        JobTable table = here.engine().table();
        int needed = table.job(index).parts().map(JobParts::initial).orElse(1);
        // Pods that wait for a second time have no gates either.
        if (work.hasWhereabouts()
                && work.pods.values().stream().anyMatch(pod -> ReleasedWork.isReleased(pod.pod.json()))) {
            work.found = table.job(index);
            here.again().accept(work);
            return;
        }
        boolean isForeign = work.pods.values().stream().anyMatch(pod -> pod.pod.isPlaced());
        if (isForeign || active(work) < needed) {
            here.events().accept(new Event.JobCancelled(work.id));
            dissolved.accept(work);
            return;
        }
        String hold = holdOf(work);
        if (!work.heldFor.isEmpty() && hold.isEmpty()) {
            if (table.state(index) == JobState.WAITING) {
                here.events().accept(new Event.JobHeld(work.id, work.heldFor));
            }
            writeHold(work);
            return;
        }
        if (!hold.isEmpty() && table.state(index) == JobState.WAITING) {
            here.events().accept(new Event.JobHeld(work.id, hold));
        } else if (hold.isEmpty() && table.state(index) == JobState.HELD) {
            here.events().accept(new Event.JobReleased(work.id));
        }
    }

    /// One of its pods says that the group is held, so that it is enough to remove that.
    private void writeHold(Workload work) {
        if (!work.isBusy && !work.isHoldDenied) {
            WorkloadPod first = work.pods.values().iterator().next();
            call(work, first, PodWrites.hold(first.pod.json(), work.heldFor));
        }
    }

    private void call(Workload work, WorkloadPod pod, Call call) {
        calls.start(
                work,
                pod.pod.json(),
                call,
                PodWrites.read(pod.key),
                new ObjectCalls.Ends(
                        json -> {
                            if (work.pods.containsKey(pod.uid)) {
                                DeniedWrites.changed(work, pod.pod.json(), json);
                                work.see(pod, json);
                            }
                        },
                        why -> {
                            denied.tell(work, why);
                            int index = here.engine().table().indexOf(work.id);
                            work.isHoldDenied |= index != JobTable.NO_JOB
                                    && here.engine().table().state(index).isWaiting();
                        }));
    }

    /// Returns why the group is held: one of its pods is, or cannot run; empty otherwise.
    private static String holdOf(Workload work) {
        if (!work.refused.isEmpty()) {
            return work.refused;
        }
        return work.pods.values().stream()
                .map(pod -> Workload.holdOf(pod.pod.json()))
                .filter(it -> !it.isEmpty())
                .findFirst()
                .orElse("");
    }

    private void running(Workload work) {
        if (work.released == 0) {
            return;
        }
        if (hasEnded(work)) {
            end(work);
            return;
        }
        boolean isUntouched = work.placed == 0 && work.holding == 0;
        if (!work.undo.isEmpty() && isUntouched) {
            here.notices().operators(work.ref, "Undone", "attempt " + work.released + ": " + work.undo);
            here.events().accept(work.lost(""));
            work.clearAttempt();
            return;
        }
        String hold = holdOf(work);
        if (isUntouched && work.pods.values().stream().allMatch(WorkloadPod::isGated) && !hold.isEmpty()) {
            here.events().accept(new Event.JobLost(work.id, hold));
            here.events().accept(new Event.JobHeld(work.id, hold));
            work.clearAttempt();
            return;
        }
        // Pods that are bound stay where they are.
        work.undo = "";
        tellReleased(work);
        for (WorkloadPod pod : work.pods.values()) {
            if (pod.path() == PlacementPath.BINDING && pod.isGated() && !pod.isBusy && pod.pod.isActive()) {
                bindings.ungate(work, pod);
            }
        }
        lookAtStart(work);
        places.balanceGroup(work);
        bindings.place(work);
    }

    private void tellReleased(Workload work) {
        if (work.toldAttempt != work.released) {
            work.toldAttempt = work.released;
            String message = "attempt " + work.released + " of its group on " + JobWrites.hostlist(work.nodes());
            work.pods
                    .values()
                    .forEach(pod -> here.notices()
                            .normal(new WorkloadRef(WorkloadRef.POD, pod.key, pod.uid), "Released", message));
        }
    }

    /// Pods cannot be suspended: their users are told.
    private void lookAtStart(Workload work) {
        if (work.pods.values().stream().allMatch(WorkloadPod::isGated)) {
            return;
        }
        timeouts.watch(work);
        if (!work.isLate && timeouts.isOver(work)) {
            work.isLate = true;
            String why = timeouts.reason(work);
            work.told().forEach(ref -> here.notices().warning(ref, "NotStarted", why));
        }
    }

    private static boolean hasEnded(Workload work) {
        return work.pods.values().stream().allMatch(pod -> pod.pod.isTerminal() || pod.isGivenUp);
    }

    private void end(Workload work) {
        work.hasEnded = true;
        if (work.isUnobserved && !work.hasFailed && work.succeeded.isEmpty()) {
            here.events().accept(new Event.JobVanished(work.id));
            return;
        }
        boolean isWell = !work.hasFailed && !work.succeeded.isEmpty();
        here.events().accept(isWell ? new Event.JobFinished(work.id) : EndCauses.failed(work));
    }

    private void stopping(Workload work) {
        places.releaseFree(work);
        if (work.holding == 0) {
            if (work.placed == 0 && !hasEnded(work)) {
                // None was ever bound, so nothing of it has run.
                here.events().accept(new Event.JobLost(work.id));
                work.clearAttempt();
            } else {
                end(work);
            }
            return;
        }
        for (WorkloadPod pod : work.pods.values()) {
            long now = here.clock().nowNanos();
            long started = Times.parse(pod.pod.json().text("status", "startTime"), now);
            long elapsed = Math.max(1, (now - started) / Clock.NANOS_PER_SECOND);
            long deadline = pod.pod.json().number(Long.MAX_VALUE, "spec", "activeDeadlineSeconds");
            if (pod.isHolding() && deadline > elapsed && !pod.isBusy) {
                stop(work, pod, elapsed);
            }
        }
    }

    /// Stops one of the pods; a write that is denied holds up no others.
    private void stop(Workload work, WorkloadPod pod, long deadlineSeconds) {
        pod.isBusy = true;
        here.calls().start(PodWrites.stop(pod.pod.json(), deadlineSeconds), answer -> {
            switch (answer.remedy()) {
                case NONE -> {
                    pod.isBusy = false;
                    pod.failures = 0;
                    if (work.pods.containsKey(pod.uid)) {
                        work.see(pod, ((Answer.Done) answer).object());
                    }
                    here.again().accept(work);
                }
                // The watch reports that the pod is gone.
                case DROP -> pod.isBusy = false;
                case READ_AGAIN, RETRY, DECIDE_AGAIN, UNDO -> {
                    if (answer.remedy() == Remedy.UNDO) {
                        denied.tell(work, answer.problem());
                    }
                    here.after(Pauses.nanos(++pod.failures), () -> {
                        pod.isBusy = false;
                        here.again().accept(work);
                    });
                }
            }
        });
    }
}

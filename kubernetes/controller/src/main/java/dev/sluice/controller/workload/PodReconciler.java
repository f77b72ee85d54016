package dev.sluice.controller.workload;

import dev.sluice.controller.call.Call;
import dev.sluice.controller.intake.PlacementPath;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.object.Times;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.runtime.time.Clock;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.Event;
import java.util.List;
import java.util.function.Consumer;

/// Compares a pod that no Job owns with the engine's state and makes them agree.
///
/// | the engine says | the pod is | then |
/// |---|---|---|
/// | waits | gated | nothing; the annotation `hold` decides whether it is held |
/// | waits | bound or pinned by us | the records are older than the cluster: it is adopted |
/// | waits | bound | another program has bound it: it is not ours any more |
/// | runs | gated, held since the decision | it is held |
/// | runs | gated, ours to bind | remove the gate |
/// | runs | gated, the default scheduler's to bind | pin it to its node and remove the gate |
/// | runs | not bound, ours to bind | bind it; if its node takes no more pods by now, it waits again |
/// | is stopped | running | set its deadline to now |
/// | any | terminal or gone | it has ended |
///
/// A gate cannot be added again: a pod that waits for a second time has none. Nothing else binds it, since it names
/// our scheduler.
final class PodReconciler {
    private final Engine engine;
    private final Clock clock;
    private final Consumer<Event> events;
    private final Consumer<Workload> again;
    private final ObjectCalls calls;
    private final PodPlaces places;
    private final PodBindings bindings;
    private final StartTimeouts timeouts;
    private final Notices notices;
    private final DeniedWrites denied;

    PodReconciler(Surroundings here, PodPlaces places, PodBindings bindings) {
        this.engine = here.engine();
        this.clock = here.clock();
        this.events = here.events();
        this.again = here.again();
        this.calls = new ObjectCalls(here);
        this.places = places;
        this.bindings = bindings;
        this.timeouts = new StartTimeouts(here);
        this.notices = here.notices();
        this.denied = new DeniedWrites(here);
    }

    void reconcile(Workload work) {
        int index = engine.table().indexOf(work.id);
        if (index == JobTable.NO_JOB || work.isForeign) {
            return;
        }
        JobState state = engine.table().state(index);
        if (work.isGone) {
            gone(work, state);
            return;
        }
        for (WorkloadPod pod : List.copyOf(work.pods.values())) {
            if (pod.pod.isTerminal()) {
                events.accept(pod.pod.hasSucceeded() ? new Event.JobFinished(work.id) : EndCauses.failed(work));
                return;
            }
            switch (state) {
                case HELD, WAITING -> waiting(work, pod.pod, state);
                case RUNNING -> running(work, pod);
                case STOPPING -> {
                    if (work.isToStop) {
                        stopping(work, pod);
                    }
                }
                default -> {}
            }
        }
    }

    private void gone(Workload work, JobState state) {
        if (!work.succeeded.isEmpty()) {
            events.accept(new Event.JobFinished(work.id));
            return;
        }
        if (work.isUnobserved && !work.hasFailed && !state.isWaiting()) {
            events.accept(new Event.JobVanished(work.id));
            return;
        }
        if (state != JobState.STOPPING && !work.hasFailed) {
            events.accept(new Event.JobCancelled(work.id));
        }
        events.accept(EndCauses.failed(work));
    }

    private void waiting(Workload work, Pod pod, JobState state) {
        boolean isReleased = ReleasedWork.isReleased(pod.json()) && work.hasWhereabouts();
        if (isReleased) {
            work.found = engine.table().job(engine.table().indexOf(work.id));
            again.accept(work);
            return;
        }
        if (pod.isPlaced()) {
            work.isForeign = true;
            events.accept(new Event.JobCancelled(work.id));
            notices.warning(work.ref, "Foreign", "was bound past the queue: it counts as other schedulers' work");
            return;
        }
        String hold = work.heldBy(pod.json());
        if (!work.heldFor.isEmpty() && hold.isEmpty()) {
            if (state == JobState.WAITING) {
                events.accept(new Event.JobHeld(work.id, work.heldFor));
            }
            if (!work.isBusy && !work.isHoldDenied) {
                call(work, pod, PodWrites.hold(pod.json(), work.heldFor));
            }
            return;
        }
        if (!hold.isEmpty() && state == JobState.WAITING) {
            events.accept(new Event.JobHeld(work.id, hold));
            notices.normal(work.ref, "Held", hold);
        } else if (hold.isEmpty() && state == JobState.HELD) {
            events.accept(new Event.JobReleased(work.id));
        }
    }

    private void running(Workload work, WorkloadPod pod) {
        if (work.released > 0 && !pod.isGated()) {
            lookAtStart(work);
        }
        if (work.released > 0) {
            places.takeStrays(work);
        }
        if (work.released == 0 || work.isBusy || pod.pod.isPlaced()) {
            return;
        }
        String hold = Workload.holdOf(pod.pod.json());
        if (pod.isGated() && !hold.isEmpty()) {
            events.accept(new Event.JobLost(work.id, hold));
            events.accept(new Event.JobHeld(work.id, hold));
            notices.normal(work.ref, "Held", hold);
            work.clearAttempt();
            return;
        }
        if (pod.path() == PlacementPath.BINDING && pod.isGated()) {
            call(
                    work,
                    pod.pod,
                    PodWrites.release(
                            pod.pod.json(), work.released, work.shape().slots.firstFree()));
            return;
        }
        if (pod.path() == PlacementPath.GATE && !pod.isGated()) {
            // A pin cannot be changed.
            return;
        }
        if (!work.undo.isEmpty() || places.isPlaceLost(work)) {
            Event.JobLost lost = work.lost("its node takes no pods");
            notices.warning(work.ref, "Undone", "attempt " + work.released + ": " + lost.why());
            work.clearAttempt();
            events.accept(lost);
            return;
        }
        bindings.place(work);
    }

    /// A pod cannot be suspended: its user is told.
    private void lookAtStart(Workload work) {
        timeouts.watch(work);
        if (!work.isLate && timeouts.isOver(work)) {
            work.isLate = true;
            notices.warning(work.ref, "NotStarted", timeouts.reason(work));
        }
    }

    private void stopping(Workload work, WorkloadPod it) {
        if (it.whereabouts().isEmpty()) {
            if (!it.isBusy && !work.isBusy) {
                // It was never bound, so nothing of it has run.
                events.accept(new Event.JobLost(work.id));
                work.clearAttempt();
            }
            return;
        }
        Pod pod = it.pod;
        long started = Times.parse(pod.json().text("status", "startTime"), clock.nowNanos());
        long elapsed = Math.max(1, (clock.nowNanos() - started) / Clock.NANOS_PER_SECOND);
        long deadline = pod.json().number(Long.MAX_VALUE, "spec", "activeDeadlineSeconds");
        if (deadline > elapsed && !work.isBusy && pod.isPlaced()) {
            call(work, pod, PodWrites.stop(pod.json(), elapsed));
        }
    }

    private void call(Workload work, Pod pod, Call call) {
        calls.start(
                work,
                pod.json(),
                call,
                PodWrites.read(work.ref.key()),
                new ObjectCalls.Ends(json -> see(work, json), why -> refused(work, why)));
    }

    /// The server will not have what was decided: a pod that is not bound waits again, with a back-off.
    private void refused(Workload work, String why) {
        int index = engine.table().indexOf(work.id);
        if (index != JobTable.NO_JOB && engine.table().isRunning(index) && work.placed == 0) {
            denied.noteStart(work, why);
            events.accept(new Event.JobLost(work.id, why));
            work.clearAttempt();
            return;
        }
        denied.tell(work, why);
        work.isHoldDenied |=
                index != JobTable.NO_JOB && engine.table().state(index).isWaiting();
    }

    private static void see(Workload work, JsonObject json) {
        WorkloadPod pod = work.pods.get(work.ref.uid());
        if (pod != null) {
            DeniedWrites.changed(work, pod.pod.json(), json);
            work.see(pod, json);
        }
    }
}

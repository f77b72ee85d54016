package dev.sluice.controller.workload;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Remedy;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.object.Owners;
import dev.sluice.queue.EndCause;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import dev.sluice.scheduling.Event;
import java.util.Optional;

/// Pods that are pinned to a node on which the default scheduler finds no room for them.
///
/// A pin cannot be changed. After a while the pod is given up and its place released: a Job that has not started is
/// undone, and held after some such attempts; a pod of a controller is deleted so that its replacement gets another
/// place, and any other pod counts as foreign from then on. A Job may start before it is undone, so its pods are
/// looked at again.
final class PinnedPods {
    /// The default scheduler retries a pod within ten seconds and whenever something changes on the node. A pod that
    /// it has not bound by then has lost the race for the node's resources, or breaks a rule that we do not model.
    static final long UNSCHEDULABLE_NANOS = 30 * Clock.NANOS_PER_SECOND;

    private final Surroundings here;
    private final PodPlaces places;
    private final LostRaces races;
    private final DeniedWrites denied;

    PinnedPods(Surroundings here, PodPlaces places, LostRaces races) {
        this.here = here;
        this.places = places;
        this.races = races;
        this.denied = new DeniedWrites(here);
    }

    /// Looks at a pod that has changed.
    void changed(Workload work, WorkloadPod pod) {
        if (!pod.isUnschedulable()) {
            here.timers().cancel(pod.watch);
            pod.watch = Timers.NO_TIMER;
        } else if (pod.watch == Timers.NO_TIMER && !pod.isGivenUp) {
            watch(work, pod, () -> races.lost(work, pod.node));
        }
    }

    /// @param first is done before the pod is given up
    private void watch(Workload work, WorkloadPod pod, Runnable first) {
        pod.watch = here.after(UNSCHEDULABLE_NANOS, () -> {
            pod.watch = Timers.NO_TIMER;
            if (pod.isUnschedulable() && work.pods.containsKey(pod.uid)) {
                first.run();
                giveUp(work, pod);
            }
        });
    }

    private void giveUp(Workload work, WorkloadPod pod) {
        String node = pod.node;
        String reason = pod.unschedulableFor();
        String why = "the default scheduler found no room for pod " + pod.key + " on node " + node
                + (reason.isEmpty() ? "" : ": " + reason);
        if (work.ref.isJob() && !work.hasStarted) {
            work.isLate |= work.undo.isEmpty();
            places.exclude(work, node, why);
            places.undo(work, why);
            here.again().accept(work);
            watch(work, pod, () -> {});
            return;
        }
        pod.isGivenUp = true;
        if (!node.isEmpty()) {
            work.leavePlace(pod);
            places.giveUp(work, pod, node, why);
        }
        if (Owners.controller(pod.pod.json()) != null) {
            delete(work, pod);
        } else {
            WorkloadRef ref = new WorkloadRef(WorkloadRef.POD, pod.key, pod.uid);
            here.notices().warning(ref, "Foreign", why + ": it counts as other schedulers' work from now on");
            if (work.ref.isPod()) {
                work.isForeign = true;
                disown(pod, 1);
                here.events().accept(new Event.JobFailed(work.id, Optional.of(new EndCause(why))));
            }
        }
        here.again().accept(work);
    }

    private void disown(WorkloadPod pod, int calls) {
        here.calls().start(PodWrites.disown(pod), answer -> {
            switch (answer.remedy()) {
                case NONE, DROP, DECIDE_AGAIN -> {}
                case READ_AGAIN, RETRY, UNDO -> here.after(Pauses.nanos(calls), () -> disown(pod, calls + 1));
            }
        });
    }

    private void delete(Workload work, WorkloadPod pod) {
        here.calls().start(PodWrites.delete(pod), answer -> deleted(work, pod, answer));
    }

    private void deleted(Workload work, WorkloadPod pod, Answer answer) {
        switch (answer.remedy()) {
            // The watch reports that the pod is gone. A conflict means that another pod has its name.
            case NONE, DROP -> {}
            case DECIDE_AGAIN -> {
                if (work.pods.containsKey(pod.uid) && pod.isUnschedulable()) {
                    delete(work, pod);
                }
            }
            case READ_AGAIN, RETRY, UNDO -> {
                if (answer.remedy() == Remedy.UNDO) {
                    denied.tell(work, "pod " + pod.key + " cannot be deleted: " + answer.problem());
                }
                if (work.pods.containsKey(pod.uid)) {
                    here.after(Pauses.nanos(++pod.failures), () -> delete(work, pod));
                }
            }
        }
    }
}

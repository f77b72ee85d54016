package dev.sluice.controller.workload;

import dev.sluice.controller.intake.Adoption;
import dev.sluice.controller.intake.Gates;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.object.Times;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Work that runs although the records know nothing of its release: they are older than the cluster, as after a
/// database was restored from a backup. It is adopted as it is; nothing is undone, and nothing is released twice.
///
/// The annotations that a release writes tell. A Job was released for a newer attempt than the records have; a pod
/// has no gate, and a node or our scheduler. Their pods that are on nodes already hold places there; the others get
/// places ahead of the queue.
final class ReleasedWork {
    private final Surroundings here;
    private final WorkloadIndex index;
    private final Workloads.Picture picture;

    ReleasedWork(Surroundings here, WorkloadIndex index, Workloads.Picture picture) {
        this.here = here;
        this.index = index;
        this.picture = picture;
    }

    /// Returns whether we have released a Job, for a newer attempt than this many.
    static boolean isReleased(Job job, int attempts) {
        return !job.isSuspended()
                && !job.isFinished()
                && Workload.attemptOf(job) > Math.max(attempts, Workload.undoneOf(job))
                && job.json().object("metadata", "annotations").has(SluiceNames.NODES)
                && Adoption.hasPath(job.template().object("spec"));
    }

    /// Returns whether we have released a pod that no Job owns.
    static boolean isReleased(JsonObject pod) {
        return Workload.attemptOf(pod) > 0
                && pod.object("metadata", "annotations").has(SluiceNames.NODES)
                && !Gates.isGated(pod.object("spec"))
                && !new Pod(pod).isTerminal();
    }

    /// Tells the engine where a job runs. All pods must have been reported.
    void adopt(Workload work) {
        dev.sluice.queue.Job job = work.found;
        boolean isOver = work.isGone || (work.job != null && work.job.isFinished());
        work.found = null;
        if (job == null || isOver) {
            drop(work);
            return;
        }
        boolean hasStarted = work.hasStarted;
        work.clearAttempt();
        work.hasStarted = hasStarted;
        List<NodeUse> parts = new ArrayList<>();
        for (WorkloadPod pod : work.pods.values()) {
            String path = pod.pod.isTerminal() ? null : picture.pathOf(pod.whereabouts());
            if (path != null) {
                parts.add(new NodeUse(path, work.shapeOf(pod).amounts));
                take(work, pod);
            }
        }
        int attempt = attemptOf(work);
        OptionalLong since = work.hasStarted ? OptionalLong.of(sinceNanos(work)) : OptionalLong.empty();
        here.events().accept(new Event.JobAdopted(job, attempt, since, parts));
        here.again().accept(work);
        String message = "attempt " + attempt + " runs already, which the database does not know";
        work.told().forEach(ref -> here.notices().normal(ref, "Adopted", message));
    }

    /// It has ended meanwhile.
    private void drop(Workload work) {
        if (here.engine().table().indexOf(work.id) == JobTable.NO_JOB) {
            index.remove(work);
        } else {
            here.again().accept(work);
        }
    }

    private void take(Workload work, WorkloadPod pod) {
        if (pod.node.isEmpty()) {
            work.takePlace(pod, pod.whereabouts());
            picture.podTaken(pod.pod.json());
        }
    }

    private static int attemptOf(Workload work) {
        if (work.job != null) {
            return Workload.attemptOf(work.job);
        }
        return work.pods.values().stream()
                .mapToInt(pod -> Workload.attemptOf(pod.pod.json()))
                .max()
                .orElse(1);
    }

    private long sinceNanos(Workload work) {
        long now = here.clock().nowNanos();
        if (work.job != null) {
            return Times.parse(work.job.json().text("status", "startTime"), now);
        }
        return work.pods.values().stream()
                .mapToLong(pod -> Times.parse(pod.pod.json().text("status", "startTime"), now))
                .min()
                .orElse(now);
    }
}

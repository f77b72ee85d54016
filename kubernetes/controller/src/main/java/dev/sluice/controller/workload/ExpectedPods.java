package dev.sluice.controller.workload;

import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import org.jspecify.annotations.Nullable;

/// Whether a job may hold places without pods for now. If not, what it holds beyond its pods is lost to everybody.
///
/// | the job | holds places without pods |
/// |---|---|
/// | starts, or is to be undone | until its objects and the engine agree |
/// | waits for the answer to a call, or for a pod to be bound | until then |
/// | has fewer pods than it is to run at once | until the others are created |
/// | ends: it is stopped, suspended, finished or gone | only for pods that are on their way to a node |
/// | otherwise | no |
final class ExpectedPods {
    private ExpectedPods() {}

    /// @param work null if its objects are gone
    /// @param job its index in the table, or [JobTable#NO_JOB]
    static boolean mayCome(@Nullable Workload work, JobTable table, int job) {
        if (work == null || job == JobTable.NO_JOB || !table.isStarted(job)) {
            return false;
        }
        boolean isChanging =
                work.released <= table.lostCount(job) || work.isOutdated || work.found != null || work.restored != null;
        if (isChanging) {
            return true;
        }
        if (isEnding(work, table.state(job))) {
            return work.pods.values().stream().anyMatch(ExpectedPods::hasPlaceToBe);
        }
        return work.isBusy
                || !work.undo.isEmpty()
                || table.state(job) != JobState.RUNNING
                || work.pods.values().stream().anyMatch(ExpectedPods::isOnItsWay)
                || lacksPods(work);
    }

    /// Whether no further pod gets a place.
    private static boolean isEnding(Workload work, JobState state) {
        if (state == JobState.STOPPING && work.isToStop) {
            return true;
        }
        boolean isFinished = work.job != null && work.job.isFinished();
        return work.ref.isJob() && (work.isGone || isFinished || work.isSuspendedAgain());
    }

    /// Whether a pod has a place on whose node it is not seen, yet or any more.
    private static boolean hasPlaceToBe(WorkloadPod pod) {
        return pod.isLeaving || (!pod.node.isEmpty() && !pod.pod.isPlaced());
    }

    private static boolean isOnItsWay(WorkloadPod pod) {
        boolean isUnbound = pod.pod.isActive() && !pod.pod.isPlaced() && !pod.isGivenUp;
        return pod.isBusy || pod.isLeaving || isUnbound;
    }

    private static boolean lacksPods(Workload work) {
        if (!work.ref.isJob()) {
            return work.pods.isEmpty() && !work.isGone;
        }
        if (work.job == null || work.job.isSuspended()) {
            return true;
        }
        long alive =
                work.pods.values().stream().filter(pod -> !pod.pod.isTerminal()).count();
        return alive < PodPlaces.wanted(work, work.job);
    }
}

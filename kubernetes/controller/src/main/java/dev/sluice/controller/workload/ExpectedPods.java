package dev.sluice.controller.workload;

import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import org.jspecify.annotations.Nullable;

/// Whether a job may hold places without pods for now. If not, what it holds beyond its pods is lost to everybody.
///
/// | the job | holds places without pods |
/// |---|---|
/// | starts, ends, or is undone | until its objects and the engine agree |
/// | waits for the answer to a call, or for a pod to be bound | until then |
/// | has fewer pods than it is to run at once | until the others are created |
/// | is over, but some of its pods are not | until all are: it ends as a whole |
/// | otherwise | no |
final class ExpectedPods {
    private ExpectedPods() {}

    /// @param work null if its objects are gone
    /// @param job its index in the table, or [JobTable#NO_JOB]
    static boolean mayCome(@Nullable Workload work, JobTable table, int job) {
        if (work == null || job == JobTable.NO_JOB || !table.isStarted(job)) {
            return false;
        }
        boolean isChanging = table.state(job) != JobState.RUNNING
                || work.released <= table.lostCount(job)
                || work.isOutdated
                || work.found != null
                || work.restored != null
                || work.isBusy
                || !work.undo.isEmpty();
        return isChanging || work.pods.values().stream().anyMatch(ExpectedPods::isOnItsWay) || lacksPods(work);
    }

    private static boolean isOnItsWay(WorkloadPod pod) {
        boolean isUnbound = pod.pod.isActive() && !pod.pod.isPlaced() && !pod.isGivenUp;
        return pod.isBusy || pod.isLeaving || isUnbound;
    }

    private static boolean lacksPods(Workload work) {
        if (!work.ref.isJob()) {
            return work.pods.isEmpty() && !work.isGone;
        }
        if (work.isGone || (work.job != null && work.job.isFinished())) {
            return work.holding > 0;
        }
        if (work.job == null || work.job.isSuspended()) {
            return true;
        }
        long alive =
                work.pods.values().stream().filter(pod -> !pod.pod.isTerminal()).count();
        return alive < PodPlaces.wanted(work, work.job);
    }
}

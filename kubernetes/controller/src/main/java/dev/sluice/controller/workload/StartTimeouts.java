package dev.sluice.controller.workload;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.queue.image.JobTable;
import dev.sluice.runtime.time.Clock;

/// Attempts of which no container starts, as with a wrong image or a missing ConfigMap. Their places would stay idle.
/// A Job is undone, and held after the last attempt. A pod without a Job keeps its place, and its user is told.
///
/// Time counts from when the release was seen, not from when it was decided: the API server may have been away in
/// between. A pod without a Job is released when it is bound. Nor does time count before this scheduler could act:
/// while it was away, or while another process might have been scheduling, nothing bound the pods.
final class StartTimeouts {
    /// Large images take minutes to pull; an attempt that takes longer has most likely failed.
    static final long START_NANOS = 300 * Clock.NANOS_PER_SECOND;

    /// A registry may be away for a while. An error that persists for three attempts needs its user.
    static final int ATTEMPTS_MAX = 3;

    private final Surroundings here;

    StartTimeouts(Surroundings here) {
        this.here = here;
    }

    /// Looks at a released workload again when its time is over.
    void watch(Workload work) {
        see(work);
        if (!work.hasStarted && work.timedAttempt != work.released && !isOver(work)) {
            work.timedAttempt = work.released;
            here.after(sinceNanos(work) + START_NANOS - here.clock().nowNanos(), () -> {
                work.timedAttempt = 0;
                here.again().accept(work);
            });
        }
    }

    private void see(Workload work) {
        boolean isNews = work.seenAttempt != work.released;
        if (!work.ref.isJob()) {
            for (WorkloadPod pod : work.pods.values()) {
                isNews |= pod.pod.isPlaced() && !pod.isSeenThere;
                pod.isSeenThere = pod.pod.isPlaced();
            }
        }
        if (isNews) {
            work.seenAttempt = work.released;
            work.seenNanos = here.clock().nowNanos();
        }
    }

    /// Returns whether no container has started in time. Only of a workload that is watched.
    boolean isOver(Workload work) {
        return !work.hasStarted && here.clock().nowNanos() - sinceNanos(work) >= START_NANOS;
    }

    private long sinceNanos(Workload work) {
        JobTable table = here.engine().table();
        long released = Math.max(table.startedNanos(table.indexOf(work.id)), work.seenNanos);
        return Math.max(released, here.calls().openSinceNanos());
    }

    /// Returns what happened, with what the pods' containers wait for.
    static String reason(Workload work) {
        String why = "no container started within " + START_NANOS / Clock.NANOS_PER_SECOND / 60 + " minutes";
        for (WorkloadPod pod : work.pods.values()) {
            String waits = waitingReason(pod.pod.json());
            if (!waits.isEmpty()) {
                return why + ": pod " + pod.key + " waits (" + waits + ")";
            }
        }
        return why;
    }

    private static String waitingReason(JsonObject pod) {
        for (String list : new String[] {"initContainerStatuses", "containerStatuses"}) {
            for (Json each : pod.array("status", list)) {
                String reason = each instanceof JsonObject status ? status.text("state", "waiting", "reason") : "";
                if (!reason.isEmpty()) {
                    return reason;
                }
            }
        }
        return "";
    }
}

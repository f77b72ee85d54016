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
            here.after(sinceNanos(work) + here.startNanos() - here.clock().nowNanos(), () -> {
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
        return !work.hasStarted && here.clock().nowNanos() - sinceNanos(work) >= here.startNanos();
    }

    private long sinceNanos(Workload work) {
        JobTable table = here.engine().table();
        long released = Math.max(table.startedNanos(table.indexOf(work.id)), work.seenNanos);
        return Math.max(released, here.calls().openSinceNanos());
    }

    /// Returns what happened, with what the pods' containers wait for.
    String reason(Workload work) {
        return "no container started within " + text(here.startNanos()) + detail(work);
    }

    private static String text(long nanos) {
        long seconds = nanos / Clock.NANOS_PER_SECOND;
        return seconds % 60 == 0 ? seconds / 60 + " minutes" : seconds + " seconds";
    }

    private static String detail(Workload work) {
        if (work.ref.isJob() && work.pods.values().stream().noneMatch(pod -> pod.pod.isActive())) {
            return ": no pod was created; see the Job's Events";
        }
        for (WorkloadPod pod : work.pods.values()) {
            String waits = waitingFor(pod.pod.json());
            if (!waits.isEmpty()) {
                return ": pod " + pod.key + " waits (" + waits + ")";
            }
        }
        return "";
    }

    private static String waitingFor(JsonObject pod) {
        for (String list : new String[] {"initContainerStatuses", "containerStatuses"}) {
            for (Json each : pod.array("status", list)) {
                JsonObject waits =
                        each instanceof JsonObject status ? status.object("state", "waiting") : JsonObject.EMPTY;
                String reason = waits.text("reason");
                String message = waits.text("message");
                if (!reason.isEmpty()) {
                    return message.isEmpty() ? reason : reason + ": " + message;
                }
            }
        }
        return "";
    }
}

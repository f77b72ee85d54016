package dev.sluice.controller.workload;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.queue.EndCause;
import dev.sluice.scheduling.Event;
import java.util.Optional;
import java.util.StringJoiner;

/// What the engine is told of work that has not succeeded. Kubernetes may end it at its `activeDeadlineSeconds` before
/// the engine finds its wall time over: it counts from the release, the engine from when containers run.
final class EndCauses {
    private EndCauses() {}

    /// Returns the end of a Job that has failed.
    static Event failed(Workload work, Job job) {
        JsonObject found = Conditions.find(job.json().array("status", "conditions"), "Failed");
        JsonObject condition = found == null ? JsonObject.EMPTY : found;
        StringJoiner reason = new StringJoiner("; ");
        add(reason, PodFailure.text(condition));
        add(reason, refusals(work));
        add(reason, failureOf(work));
        return event(work, reason.toString(), condition.text("reason").equals(PodFailure.OVERDUE));
    }

    /// Returns the end of a pod without a Job, or of a group, that has failed.
    static Event failed(Workload work) {
        return event(work, failureOf(work), work.failure != null && work.failure.isOverdue());
    }

    /// Returns how many of a Job's pods nodes have refused; empty if none.
    static String refusals(Workload work) {
        return work.refusedPods == 0
                ? ""
                : "nodes refused " + work.refusedPods + " of its pods, which backoffLimit counts";
    }

    /// Returns how the first of its pods has failed; empty if none has, or nothing is known of it.
    private static String failureOf(Workload work) {
        PodFailure first = work.failure;
        if (first == null || first.reason().isEmpty()) {
            return "";
        }
        return work.ref.isPod() ? first.reason() : "pod " + first.pod() + ": " + first.reason();
    }

    private static void add(StringJoiner reasons, String reason) {
        if (!reason.isEmpty()) {
            reasons.add(reason);
        }
    }

    private static Event event(Workload work, String reason, boolean isOverdue) {
        Optional<Integer> exitCode = work.failure == null ? Optional.empty() : work.failure.exitCode();
        Optional<EndCause> cause = reason.isEmpty() ? Optional.empty() : Optional.of(new EndCause(reason, exitCode));
        return isOverdue ? new Event.JobTimedOut(work.id, cause) : new Event.JobFailed(work.id, cause);
    }
}

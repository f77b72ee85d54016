package dev.sluice.controller.workload;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Why a pod has failed, as its status says.
///
/// @param pod its name
/// @param reason for people; empty if the status says nothing
/// @param exitCode of the container that failed first
/// @param isOverdue whether its `activeDeadlineSeconds` were over
record PodFailure(String pod, String reason, Optional<Integer> exitCode, boolean isOverdue) {
    /// What Kubernetes calls the end of a Job or pod whose `activeDeadlineSeconds` are over.
    static final String OVERDUE = "DeadlineExceeded";

    static PodFailure of(Pod failed) {
        JsonObject pod = failed.json();
        String name = KubeObjects.name(pod);
        StringJoiner reason = new StringJoiner("; ");
        String status = text(pod.object("status"));
        if (!status.isEmpty()) {
            reason.add(status);
        }
        JsonObject container = firstFailed(pod);
        if (container == null) {
            return new PodFailure(name, reason.toString(), Optional.empty(), isOverdue(pod));
        }
        JsonObject end = container.object("state", "terminated");
        int exitCode = (int) end.number(0, "exitCode");
        reason.add("container %s: %s, exit code %d".formatted(container.text("name"), end.text("reason"), exitCode));
        return new PodFailure(name, reason.toString(), Optional.of(exitCode), isOverdue(pod));
    }

    private static boolean isOverdue(JsonObject pod) {
        return pod.text("status", "reason").equals(OVERDUE);
    }

    /// Returns reason and message of a status or condition; empty if it has no reason.
    static String text(JsonObject explained) {
        String reason = explained.text("reason");
        String message = explained.text("message");
        return reason.isEmpty() || message.isEmpty() ? reason : reason + ": " + message;
    }

    /// Returns the status of the container that failed first; null if none is known to have failed.
    private static @Nullable JsonObject firstFailed(JsonObject pod) {
        JsonObject first = null;
        for (String list : new String[] {"initContainerStatuses", "containerStatuses"}) {
            for (Json each : pod.array("status", list)) {
                boolean isFailed =
                        each instanceof JsonObject status && status.number(0, "state", "terminated", "exitCode") != 0;
                if (isFailed && (first == null || finished((JsonObject) each).compareTo(finished(first)) < 0)) {
                    first = (JsonObject) each;
                }
            }
        }
        return first;
    }

    /// Kubernetes writes these times in one format, in which their order as texts is that in time.
    private static String finished(JsonObject container) {
        return container.text("state", "terminated", "finishedAt");
    }
}

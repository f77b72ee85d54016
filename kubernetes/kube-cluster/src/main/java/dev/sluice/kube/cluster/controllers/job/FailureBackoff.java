package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import dev.sluice.runtime.time.Clock;
import java.util.List;

/// The exponential backoff of a Job after pod failures.
///
/// @param failures since the last success
/// @param lastNanos the time of the last failure
record FailureBackoff(int failures, long lastNanos) {
    static final FailureBackoff NONE = new FailureBackoff(0, 0);

    private static final long FIRST_NANOS = 10 * Clock.NANOS_PER_SECOND;
    private static final long LONGEST_NANOS = 600 * Clock.NANOS_PER_SECOND;
    private static final int DOUBLINGS_MAX = 10;

    FailureBackoff after(List<JsonObject> succeeded, List<JsonObject> failed) {
        if (failed.isEmpty()) {
            return succeeded.isEmpty() ? this : NONE;
        }
        long lastSuccess = succeeded.stream()
                .mapToLong(FailureBackoff::finishedNanos)
                .max()
                .orElse(Long.MIN_VALUE);
        int count = succeeded.isEmpty() ? failures : 0;
        long last = succeeded.isEmpty() ? lastNanos : 0;
        for (JsonObject pod : failed) {
            long finished = finishedNanos(pod);
            if (finished > lastSuccess) {
                count++;
                last = Math.max(last, finished);
            }
        }
        return new FailureBackoff(count, last);
    }

    /// Returns when the next pod may be created.
    long notBeforeNanos() {
        return failures == 0 ? Long.MIN_VALUE : lastNanos + delayAfter(failures);
    }

    static long delayAfter(int failures) {
        return Math.min(FIRST_NANOS << Math.min(failures - 1, DOUBLINGS_MAX), LONGEST_NANOS);
    }

    /// Returns when a pod finished, by its status.
    static long finishedNanos(JsonObject pod) {
        long latest = Long.MIN_VALUE;
        for (Json status : pod.array("status", "containerStatuses")) {
            if (status instanceof JsonObject container) {
                latest = Math.max(
                        latest, Times.parse(container.text("state", "terminated", "finishedAt"), Long.MIN_VALUE));
            }
        }
        if (latest != Long.MIN_VALUE) {
            return latest;
        }
        long deleted = Times.parse(pod.text("metadata", "deletionTimestamp"), Long.MIN_VALUE);
        if (deleted != Long.MIN_VALUE) {
            return deleted - pod.number(0, "metadata", "deletionGracePeriodSeconds") * Clock.NANOS_PER_SECOND;
        }
        JsonObject ready = Conditions.find(pod.array("status", "conditions"), "Ready");
        long created = Times.parse(pod.text("metadata", "creationTimestamp"), 0);
        return ready == null ? created : Times.parse(ready.text("lastTransitionTime"), created);
    }
}

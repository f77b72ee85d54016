package dev.sluice.controller.sync;

import dev.sluice.kube.object.Pod;
import dev.sluice.kube.object.Times;
import dev.sluice.runtime.time.Clock;
import dev.sluice.scheduling.machine.ForeignUse;

/// When a pod is expected to release its resources.
final class PodEnd {
    private static final long SECONDS_MAX = ForeignUse.OPEN / Clock.NANOS_PER_SECOND;

    private PodEnd() {}

    /// Returns the end of a terminating pod's grace period, which its deletion timestamp includes; else its
    /// deadline, if it has one and has started; else [ForeignUse#OPEN].
    static long nanos(Pod pod) {
        long deletion = Times.parse(pod.json().text("metadata", "deletionTimestamp"), ForeignUse.OPEN);
        return Math.min(deletion, deadline(pod));
    }

    private static long deadline(Pod pod) {
        long seconds = pod.json().number(-1, "spec", "activeDeadlineSeconds");
        if (seconds < 0) {
            // Most pods have none; reading a time costs as much as the rest of a pod.
            return ForeignUse.OPEN;
        }
        long start = Times.parse(pod.json().text("status", "startTime"), ForeignUse.OPEN);
        long nanos = Math.min(seconds, SECONDS_MAX) * Clock.NANOS_PER_SECOND;
        // No real deadline overflows, but a foreign pod may have any.
        return start > ForeignUse.OPEN - nanos ? ForeignUse.OPEN : start + nanos;
    }
}

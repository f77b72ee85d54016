package dev.sluice.controller.sync;

import dev.sluice.kube.object.Pod;
import dev.sluice.kube.object.Times;
import dev.sluice.runtime.time.Clock;
import dev.sluice.scheduling.machine.ForeignUse;

/// When a pod is expected to release its resources.
final class PodEnd {
    private PodEnd() {}

    /// Returns the end of a terminating pod's grace period, which its deletion timestamp includes; else its
    /// deadline, if it has one and has started; else [ForeignUse#OPEN].
    static long nanos(Pod pod) {
        long deletion = Times.parse(pod.json().text("metadata", "deletionTimestamp"), ForeignUse.OPEN);
        long seconds = pod.json().number(-1, "spec", "activeDeadlineSeconds");
        long start = Times.parse(pod.json().text("status", "startTime"), ForeignUse.OPEN);
        boolean hasDeadline = seconds >= 0 && start != ForeignUse.OPEN;
        // No real deadline overflows, but a foreign pod may have any.
        boolean isFar = seconds > (ForeignUse.OPEN - Math.max(0, start)) / Clock.NANOS_PER_SECOND;
        long deadline = !hasDeadline || isFar ? ForeignUse.OPEN : start + seconds * Clock.NANOS_PER_SECOND;
        return Math.min(deletion, deadline);
    }
}

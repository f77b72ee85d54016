package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Failed pods that keep their finalizer until a replacement has their index, since it continues their failure count.
record DelayedPods(
        Job job,
        List<JsonObject> pods,
        List<JsonObject> active,
        Intervals succeeded,
        @Nullable Intervals failed) {

    Set<String> uids() {
        Set<String> uids = new HashSet<>();
        byIndex().values().forEach(pod -> uids.add(KubeObjects.uid(pod)));
        return uids;
    }

    Map<Integer, JsonObject> byIndex() {
        Map<Integer, JsonObject> delayed = new HashMap<>();
        if (!job.isIndexed() || !job.hasBackoffLimitPerIndex()) {
            return delayed;
        }
        BitSet taken = new BitSet();
        active.stream().filter(pod -> JobPods.hasValidIndex(job, pod)).forEach(pod -> taken.set(JobPods.index(pod)));
        for (JsonObject pod : pods) {
            int index = JobPods.index(pod);
            boolean isSettled =
                    succeeded.has(index) || taken.get(Math.max(index, 0)) || (failed != null && failed.has(index));
            if (JobPods.isTracked(pod) && JobPods.hasValidIndex(job, pod) && JobPods.isFailed(job, pod) && !isSettled) {
                delayed.merge(index, pod, DelayedPods::later);
            }
        }
        return delayed;
    }

    private static JsonObject later(JsonObject one, JsonObject other) {
        return failures(other) >= failures(one)
                        && FailureBackoff.finishedNanos(other) >= FailureBackoff.finishedNanos(one)
                ? other
                : one;
    }

    static long failures(JsonObject pod) {
        return JobPodFactory.count(pod, JobPodFactory.FAILURES)
                + JobPodFactory.count(pod, JobPodFactory.IGNORED_FAILURES);
    }
}

package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;

/// What pods are to the Job that has made them.
final class JobPods {
    private JobPods() {}

    /// Whether its end has yet to be counted.
    static boolean isTracked(JsonObject pod) {
        return new Pod(pod).hasFinalizer(Job.TRACKING);
    }

    static int index(JsonObject pod) {
        return new Pod(pod).completionIndex();
    }

    static boolean hasValidIndex(Job job, JsonObject pod) {
        int index = index(pod);
        return index != Pod.NO_INDEX && index < job.completions();
    }

    /// A pod that is leaving counts as failed, for it may never get to say so.
    static boolean isFailed(Job job, JsonObject json) {
        Pod pod = new Pod(json);
        return pod.hasFailed() || (!job.replacesOnlyFailed() && KubeObjects.isTerminating(json) && !pod.hasSucceeded());
    }
}

package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;

/// Classifies the pods of a Job.
final class JobPods {
    private JobPods() {}

    /// True if the pod has the tracking finalizer, so that it is not counted yet.
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

    /// A terminating pod counts as failed, as it may never report its end.
    static boolean isFailed(Job job, JsonObject json) {
        Pod pod = new Pod(json);
        return pod.hasFailed() || (!job.replacesOnlyFailed() && KubeObjects.isTerminating(json) && !pod.hasSucceeded());
    }
}

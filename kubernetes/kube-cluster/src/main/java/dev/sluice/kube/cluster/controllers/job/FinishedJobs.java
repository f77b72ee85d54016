package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.time.Clock;
import java.util.List;
import java.util.OptionalLong;

/// Deletes finished Jobs after `ttlSecondsAfterFinished`.
public final class FinishedJobs implements InformerHandler {
    private final Kube kube;
    private final Informer jobs;
    private final WorkQueue<ObjectKey> queue;

    public FinishedJobs(ControllerContext context) {
        this.kube = context.kube();
        this.jobs = context.informer(KubeTypes.JOBS);
        this.queue = new WorkQueue<>(context.timers());
        jobs.addHandler(this);
        context.drive(new ControllerLoop<>("finished jobs", queue, List.of(jobs), this::reconcile));
    }

    private void reconcile(ObjectKey key, long nowNanos) {
        JsonObject job = jobs.cache().get(key);
        if (job == null || !isDoomed(job) || KubeObjects.isTerminating(job)) {
            return;
        }
        long seconds = job.number(0, "spec", "ttlSecondsAfterFinished");
        long due = finishedNanos(job, nowNanos) + seconds * Clock.NANOS_PER_SECOND;
        if (due > nowNanos) {
            queue.addAt(key, due);
            return;
        }
        kube.delete(
                KubeTypes.JOBS,
                key,
                new DeleteOptions(OptionalLong.empty(), DeleteOptions.FOREGROUND, KubeObjects.uid(job), "", false));
    }

    private static boolean isDoomed(JsonObject job) {
        return job.object("spec").has("ttlSecondsAfterFinished") && new Job(job).isFinished();
    }

    private static long finishedNanos(JsonObject job, long otherwise) {
        for (String type : List.of("Complete", "Failed")) {
            JsonObject end = Conditions.find(job.array("status", "conditions"), type);
            if (end != null && end.text("status").equals(Conditions.TRUE)) {
                return Times.parse(end.text("lastTransitionTime"), otherwise);
            }
        }
        return otherwise;
    }

    @Override
    public void onAdd(JsonObject job) {
        if (isDoomed(job)) {
            queue.add(KubeObjects.key(job));
        }
    }

    @Override
    public void onUpdate(JsonObject before, JsonObject job) {
        onAdd(job);
    }

    @Override
    public void onDelete(JsonObject job) {}
}

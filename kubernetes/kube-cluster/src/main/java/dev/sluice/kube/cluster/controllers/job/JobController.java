package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.cluster.work.ControllerRefs;
import dev.sluice.kube.cluster.work.PodControl;
import dev.sluice.kube.event.EventSource;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.OwnWrites;
import dev.sluice.kube.work.WorkQueue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reconciles Jobs.
public final class JobController {
    private static final int NOT_FOUND = 404;
    private static final String OURSELVES = "kubernetes.io/job-controller";

    private final Kube kube;
    private final Informer jobs;
    private final Informer pods;
    private final WorkQueue<ObjectKey> queue;
    private final WorkQueue<ObjectKey> orphans;
    private final OwnWrites<ObjectKey> podWrites;
    private final OwnWrites<ObjectKey> jobWrites;
    private final ControllerRefs claims;
    private final EventSource events;
    private final PodControl podControl;
    private final Map<ObjectKey, FailureBackoff> backoffs = new HashMap<>();

    public JobController(ControllerContext context) {
        this.kube = context.kube();
        this.jobs = context.informer(KubeTypes.JOBS);
        this.pods = context.informer(KubeTypes.PODS);
        this.queue = new WorkQueue<>(context.timers());
        this.orphans = new WorkQueue<>(context.timers());
        this.podWrites = new OwnWrites<>(pods);
        this.jobWrites = new OwnWrites<>(jobs);
        jobs.addHandler(new JobHandler());
        this.events = context.events().source("job-controller");
        this.podControl = new PodControl(kube, KubeTypes.JOBS, podWrites, events);
        this.claims = new ControllerRefs(context, KubeTypes.JOBS, KubeTypes.PODS, Job.TRACKING);
        pods.addHandler(claims.handler(queue::add));
        pods.addHandler(InformerHandler.onAnyChange(pod -> {
            if (JobPods.isTracked(pod)) {
                orphans.add(KubeObjects.key(pod));
            }
        }));
        context.drive(new ControllerLoop<>("job controller", queue, List.of(jobs, pods), this::reconcile));
        context.drive(
                new ControllerLoop<>("orphans of jobs", orphans, List.of(jobs, pods), (key, _) -> releaseOrphan(key)));
    }

    private static boolean isOthers(JsonObject job) {
        String managedBy = job.text("spec", "managedBy");
        return !managedBy.isEmpty() && !managedBy.equals(OURSELVES);
    }

    private void reconcile(ObjectKey key, long nowNanos) {
        JsonObject job = jobs.cache().get(key);
        if (job == null || new Job(job).isFinished()) {
            backoffs.remove(key);
            podWrites.forget(key);
            jobWrites.forget(key);
            return;
        }
        if (isOthers(job)) {
            return;
        }
        if (!podWrites.areSeen(key) || !jobWrites.areSeen(key)) {
            queue.addAt(key, nowNanos + OwnWrites.LOOK_AGAIN_NANOS);
            return;
        }
        List<JsonObject> ours = claims.of(job, _ -> true, pod -> podWrites.wrote(key, pod));
        FailureBackoff before = backoffs.getOrDefault(key, FailureBackoff.NONE);
        JobReconciliation sync = new JobReconciliation(new Control(key, job), new Job(job), ours, nowNanos);
        backoffs.put(key, sync.run(before));
    }

    /// Removes the tracking finalizer from a finished pod if its Job is gone.
    private void releaseOrphan(ObjectKey key) {
        JsonObject pod = pods.cache().get(key);
        if (pod == null || !JobPods.isTracked(pod)) {
            return;
        }
        JsonObject owner = Owners.controller(pod);
        if (owner != null) {
            JsonObject job = jobs.cache().get(new ObjectKey(key.namespace(), owner.text("name")));
            boolean isWaited =
                    job != null && KubeObjects.uid(job).equals(owner.text("uid")) && !new Job(job).isFinished();
            if (isWaited || !owner.text("kind").equals("Job") || (job != null && isOthers(job))) {
                return;
            }
        }
        release(pod);
    }

    /// Removes the tracking finalizer, if it is still there.
    private void release(JsonObject pod) {
        JsonObject patch = JsonObject.of(
                "metadata",
                JsonObject.builder()
                        .put("uid", KubeObjects.uid(pod))
                        .put("$deleteFromPrimitiveList/finalizers", JsonArray.of(Json.of(Job.TRACKING)))
                        .build());
        try {
            JsonObject after =
                    kube.patch(KubeTypes.PODS, KubeObjects.key(pod), "", Patch.strategic(patch), WriteOptions.PLAIN);
            JsonObject owner = Owners.controller(pod);
            if (owner != null) {
                podWrites.wrote(new ObjectKey(KubeObjects.namespace(pod), owner.text("name")), after);
            }
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
        }
    }

    private final class Control implements JobControl {
        private final ObjectKey key;
        private JsonObject job;

        Control(ObjectKey key, JsonObject job) {
            this.key = key;
            this.job = job;
        }

        @Override
        public void create(JsonObject pod) {
            podControl.create(job, pod);
        }

        @Override
        public long delete(List<JsonObject> scaleDownOrder, boolean releases) {
            for (JsonObject pod : scaleDownOrder) {
                if (releases && JobPods.isTracked(pod)) {
                    JobController.this.release(pod);
                }
                podControl.delete(job, pod);
            }
            return scaleDownOrder.size();
        }

        @Override
        public Set<String> release(List<JsonObject> released) {
            Set<String> uids = new HashSet<>();
            for (JsonObject pod : released) {
                JobController.this.release(pod);
                uids.add(KubeObjects.uid(pod));
            }
            return uids;
        }

        @Override
        public void write(JobStatus status) {
            JsonObject changed = status.toJson();
            if (!changed.equals(job.object("status"))) {
                job = kube.update(KubeTypes.JOBS, key, "status", job.with("status", changed), WriteOptions.PLAIN);
                jobWrites.wrote(key, job);
            }
        }

        @Override
        public void normal(String reason, String message) {
            events.normal(KubeTypes.JOBS, job, reason, message);
        }

        @Override
        public void warning(String reason, String message) {
            events.warning(KubeTypes.JOBS, job, reason, message);
        }

        @Override
        public void lookAgainAt(long nanos) {
            queue.addAt(key, nanos);
        }
    }

    private final class JobHandler implements InformerHandler {
        @Override
        public void onAdd(JsonObject job) {
            queue.add(KubeObjects.key(job));
        }

        @Override
        public void onUpdate(JsonObject before, JsonObject job) {
            queue.add(KubeObjects.key(job));
        }

        @Override
        public void onDelete(JsonObject job) {
            queue.add(KubeObjects.key(job));
            for (JsonObject pod : pods.cache().find(Index.OWNERS, KubeObjects.uid(job))) {
                orphans.add(KubeObjects.key(pod));
            }
        }
    }
}

package dev.sluice.controller.workload;

import dev.sluice.controller.intake.Adoption;
import dev.sluice.controller.intake.Gates;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.intake.NotHonoured;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.object.Pod;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.Event;
import org.jspecify.annotations.Nullable;

/// Turns Jobs and pods that intake has prepared into jobs of the engine.
final class Submissions {
    private final Surroundings here;
    private final JobTranslation translation;
    private final WorkloadIndex index;
    private final Refusals refusals;
    private final Adoptions adoptions;

    Submissions(
            Surroundings here,
            JobTranslation translation,
            WorkloadIndex index,
            Refusals refusals,
            Adoptions adoptions) {
        this.here = here;
        this.translation = translation;
        this.index = index;
        this.refusals = refusals;
        this.adoptions = adoptions;
    }

    /// Submits a Job, if it waits to be released.
    void submit(JsonObject json) {
        Job job = new Job(json);
        if (job.isFinished() || KubeObjects.isTerminating(json)) {
            adoptions.gone(json);
        } else if (!adoptions.isManaged(json)) {
            adoptions.unmanaged(json);
        } else if (!job.isSuspended()) {
            adoptions.foreignJob(json);
        } else {
            JsonObject lacks = Adoption.patch(json);
            if (!lacks.isEmpty()) {
                adoptions.adopt(json, lacks, this::submit);
            } else if (Adoption.hasPath(json.object("spec", "template", "spec"))) {
                submit(json, job);
            }
        }
    }

    private void submit(JsonObject json, Job job) {
        try {
            submitted(json, translation.translate(json, nextId(), 0)).job = job;
            refusals.withdraw(job);
        } catch (NotHonoured e) {
            refusals.refuse(job, e.reason());
        }
    }

    /// Submits a pod that no Job owns, if intake has prepared it and nothing else has bound it.
    @Nullable
    Workload submitPod(JsonObject json) {
        Pod pod = new Pod(json);
        JsonObject owner = Owners.controller(json);
        boolean isOfJob = owner != null && owner.text("kind").equals(WorkloadRef.JOB);
        if (isOfJob || !Gates.isGated(json.object("spec")) || pod.isPlaced() || !pod.isActive()) {
            adoptions.foreignPod(json);
            return null;
        }
        try {
            return submitted(json, translation.translatePod(json, nextId(), json.number(0, "spec", "priority")));
        } catch (NotHonoured e) {
            refusals.refusePod(json, e.reason());
            return null;
        }
    }

    private long nextId() {
        return index.nextId(here.engine().table());
    }

    private Workload submitted(JsonObject json, dev.sluice.queue.Job queued) {
        Workload work = index.add(queued, WorkloadRef.of(queued.jobspec()).orElseThrow());
        here.events().accept(new Event.JobSubmitted(queued));
        here.again().accept(work);
        here.notices()
                .normal(
                        work.ref,
                        "Queued",
                        "waits in queue " + queued.queuePriority().queue());
        String hold = Workload.holdOf(json);
        if (!hold.isEmpty()) {
            here.events().accept(new Event.JobHeld(work.id));
            here.notices().normal(work.ref, "Held", hold);
        }
        return work;
    }

    /// Tells the engine of a waiting Job whose spec has changed.
    void changed(Workload work, JsonObject json) {
        JobTable table = here.engine().table();
        int job = table.indexOf(work.id);
        if (job == JobTable.NO_JOB || !table.state(job).isWaiting()) {
            return;
        }
        try {
            dev.sluice.queue.Job before = table.job(job);
            dev.sluice.queue.Job now =
                    translation.translate(json, work.id, before.queuePriority().priority());
            if (!now.equals(before)) {
                now.parts().ifPresent(work::describePod);
                here.events().accept(new Event.JobChanged(now));
            }
        } catch (NotHonoured e) {
            // The job stays as it was submitted until its spec is mended.
            refusals.refuse(new Job(json), e.reason());
        }
    }
}

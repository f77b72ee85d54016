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
import dev.sluice.queue.Condition;
import dev.sluice.queue.Owner;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.Event;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Turns Jobs and pods that intake has prepared into jobs of the engine.
final class Submissions {
    private final Surroundings here;
    private final JobTranslation translation;
    private final WorkloadIndex index;
    private final Refusals refusals;
    private final Adoptions adoptions;
    private final Users users;
    private final Dependencies dependencies;
    private final Priorities priorities = new Priorities();
    private final Deferred deferred = new Deferred();

    /// The pods whose users are not known yet, by UID.
    private final Map<String, JsonObject> pods = new HashMap<>();

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
        this.users = new Users(here);
        this.dependencies = new Dependencies(index);
    }

    /// Looks at a Job that is no workload yet, and submits it if it waits to be released.
    void submit(JsonObject json) {
        Job job = new Job(json);
        deferred.remove(KubeObjects.uid(json));
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
            } else if (Adoption.hasPath(job.template().object("spec"))) {
                submit(json, job);
            }
        }
    }

    private void submit(JsonObject json, Job job) {
        try {
            Dependencies.Found found = dependencies.of(json);
            OptionalLong priority = priorities.of(job.template().object("spec"));
            if (!found.missing().isEmpty()) {
                deferred.add(json, found.missing());
                String names = String.join(
                        ", ", found.missing().stream().map(key -> key.name()).toList());
                throw new NotHonoured("waits for Jobs that are not queued yet: " + names);
            }
            String user =
                    users.of(json, () -> deferred.take(KubeObjects.uid(json)).forEach(this::submit));
            if (user == null || priority.isEmpty()) {
                deferred.add(json, List.of());
                return;
            }
            dev.sluice.queue.Job queued = translation
                    .translate(json, nextId(), priority.getAsLong())
                    .ownedBy(new Owner(user, KubeObjects.namespace(json)))
                    .waitingFor(found.conditions().toArray(Condition[]::new));
            submitted(json, queued).job = job;
            refusals.withdraw(job);
        } catch (NotHonoured e) {
            // A PriorityClass of that name may be created.
            deferred.add(json, List.of());
            refusals.refuse(job, e.reason());
        }
    }

    /// Submits a pod that no Job owns, if intake has prepared it and nothing else has bound it.
    ///
    /// @param again looks at the pod once more
    @Nullable
    Workload submitPod(JsonObject json, Consumer<JsonObject> again) {
        Pod pod = new Pod(json);
        JsonObject owner = Owners.controller(json);
        boolean isOfJob = owner != null && owner.text("kind").equals(WorkloadRef.JOB);
        if (isOfJob || !Gates.isGated(json.object("spec")) || pod.isPlaced() || !pod.isActive()) {
            adoptions.foreignPod(json);
            return null;
        }
        String uid = KubeObjects.uid(json);
        String user = users.of(json, () -> {
            JsonObject latest = pods.remove(uid);
            if (latest != null) {
                again.accept(latest);
            }
        });
        if (user == null) {
            pods.put(uid, json);
            return null;
        }
        try {
            Workload work = submitted(
                    json,
                    translation
                            .translatePod(json, nextId(), json.number(0, "spec", "priority"))
                            .ownedBy(new Owner(user, KubeObjects.namespace(json))));
            refusals.withdrawPod(json);
            return work;
        } catch (NotHonoured e) {
            refusals.refusePod(json, e.reason());
            return null;
        }
    }

    /// Submits a group of which enough pods are there.
    @Nullable
    Workload submitGroup(PodGroups.Complete group, Runnable again) {
        JsonObject first = group.pods().getFirst();
        String user = users.of(first, again);
        if (user == null) {
            return null;
        }
        try {
            long priority = first.number(0, "spec", "priority");
            Workload work = submitted(
                    first,
                    translation
                            .translateGroup(group.name(), group.pods(), group.size(), nextId(), priority)
                            .ownedBy(new Owner(user, KubeObjects.namespace(first))));
            group.pods().forEach(refusals::withdrawPod);
            return work;
        } catch (NotHonoured e) {
            group.pods().forEach(pod -> refusals.refusePod(pod, e.reason()));
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

    void podGone(JsonObject json) {
        pods.remove(KubeObjects.uid(json));
        adoptions.gone(json);
        refusals.gone(KubeObjects.uid(json));
    }

    /// Notes a Job, for those that depend on it.
    void seen(JsonObject json) {
        dependencies.jobChanged(json);
        deferred.takeAwaiting(KubeObjects.key(json)).forEach(this::submit);
    }

    void gone(JsonObject json) {
        dependencies.jobGone(json);
        deferred.remove(KubeObjects.uid(json));
        refusals.gone(KubeObjects.uid(json));
        adoptions.gone(json);
    }

    /// Tells the engine of a waiting Job whose spec has changed.
    void changed(Workload work, JsonObject json) {
        JobTable table = here.engine().table();
        int job = table.indexOf(work.id);
        if (job == JobTable.NO_JOB || !table.state(job).isWaiting()) {
            return;
        }
        try {
            differing(work, json).ifPresent(now -> change(work, now));
        } catch (NotHonoured e) {
            // The job stays as it was submitted until its spec is mended.
            refusals.refuse(new Job(json), e.reason());
        }
    }

    private void change(Workload work, dev.sluice.queue.Job now) {
        now.parts().ifPresent(work::describePod);
        here.events().accept(new Event.JobChanged(now));
    }

    /// Returns the job as it would be submitted now, if the engine knows it otherwise.
    private Optional<dev.sluice.queue.Job> differing(Workload work, JsonObject json) {
        JobTable table = here.engine().table();
        dev.sluice.queue.Job before = table.job(table.indexOf(work.id));
        long priority = priorities
                .of(new Job(json).template().object("spec"))
                .orElse(before.queuePriority().priority());
        dev.sluice.queue.Job now = translation
                .translate(json, work.id, priority)
                .ownedBy(before.owner())
                .waitingFor(before.conditions().toArray(Condition[]::new));
        return now.equals(before) ? Optional.empty() : Optional.of(now);
    }

    /// Takes the decision back to start a Job that is not the one that was decided on: its spec has changed meanwhile.
    ///
    /// @return whether it has
    boolean decideAnew(Workload work, Job job) {
        try {
            Optional<dev.sluice.queue.Job> now = differing(work, job.json());
            if (now.isEmpty()) {
                return false;
            }
            here.events().accept(new Event.JobLost(work.id));
            change(work, now.get());
        } catch (NotHonoured e) {
            here.events().accept(new Event.JobLost(work.id));
            refusals.refuse(job, e.reason());
        }
        work.clearAttempt();
        return true;
    }

    void priorityClassChanged(JsonObject priorityClass, boolean isGone) {
        priorities.changed(priorityClass, isGone);
        deferred.takeAll().forEach(this::submit);
        for (Workload work : index.all()) {
            if (work.job != null) {
                changed(work, work.job.json());
            }
        }
    }

    /// All priority classes that existed at the start are known.
    void prioritiesListed() {
        priorities.listed();
        deferred.takeAll().forEach(this::submit);
    }
}

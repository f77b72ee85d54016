package dev.sluice.controller.workload;

import dev.sluice.controller.intake.Adoption;
import dev.sluice.controller.intake.Gates;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.intake.LeftAlone;
import dev.sluice.controller.intake.NotHonoured;
import dev.sluice.controller.intake.PlacementPath;
import dev.sluice.controller.intake.PodGroupName;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.queue.Condition;
import dev.sluice.queue.JobParts;
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
    private static final String UNMODELLED = "spec.schedulerName (%s): the pod's volumes, claims or rules between pods"
            + " need the default scheduler; create the %s again, with intake, or without a scheduler's name";

    private static final String WALL_TIME_STAYS = "the wall time of a Job that runs stays as it was when the Job was"
            + " started: the new one counts from the next attempt on";

    private final Surroundings here;
    private final JobTranslation translation;
    private final WorkloadIndex index;
    private final Refusals refusals;
    private final Adoptions adoptions;
    private final Users users;
    private final Dependencies dependencies;
    private final Priorities priorities = new Priorities();
    private final LimitRanges limitRanges = new LimitRanges();
    private final Deferred deferred = new Deferred();

    /// The pods of Jobs of which it is not known yet that they run past the queue.
    private final WaitingPods podsOfJobs = new WaitingPods();

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
        this.users = new Users(here, adoptions);
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
        } else if (ReleasedWork.isReleased(job, 0)) {
            submitReleased(json, job);
        } else if (!job.isSuspended()) {
            adoptions.foreignJob(json);
            podsOfJobs.take(KubeObjects.uid(json));
        } else if (!LeftAlone.job(json)) {
            adoptions.suspended(json);
            JsonObject lacks = Adoption.patch(json);
            if (!lacks.isEmpty()) {
                adoptions.adopt(json, lacks, this::submit);
            } else if (Adoption.hasPath(job.template().object("spec"))) {
                submit(json, job);
            }
        }
    }

    private void submit(JsonObject json, Job job) {
        List<ObjectKey> missing = List.of();
        try {
            Dependencies.Found found = dependencies.of(json);
            OptionalLong priority = priorities.of(job.template().object("spec"));
            missing = found.missing();
            if (!missing.isEmpty()) {
                throw new NotHonoured(found.reason());
            }
            refuseUnmodelled(job);
            String user =
                    users.of(json, () -> deferred.take(KubeObjects.uid(json)).forEach(this::submit));
            if (user == null || priority.isEmpty() || !limitRanges.isListed()) {
                deferred.add(json, List.of());
                return;
            }
            dev.sluice.queue.Job queued = translation
                    .translate(limitRanges.applied(json), nextId(), priority.getAsLong())
                    .ownedBy(new Owner(user, KubeObjects.namespace(json)))
                    .waitingFor(found.conditions().toArray(Condition[]::new));
            Workload work = submitted(List.of(json), queued);
            work.job = job;
            work.dependsOn = Dependencies.textOf(json);
            refusals.withdraw(job);
        } catch (NotHonoured e) {
            // A PriorityClass of that name, or the Jobs, may be created.
            deferred.add(json, missing);
            refusals.refuse(job, e.reason());
        }
    }

    /// Prepares a Job for adoption that runs already. What it depended on has come about.
    private void submitReleased(JsonObject json, Job job) {
        OptionalLong priority = priorities.of(job.template().object("spec"));
        String user = users.of(json, () -> deferred.take(KubeObjects.uid(json)).forEach(this::submit));
        if (user == null || priority.isEmpty()) {
            deferred.add(json, List.of());
            return;
        }
        try {
            Workload work = found(translation
                    .translate(json, nextId(), priority.getAsLong())
                    .ownedBy(new Owner(user, KubeObjects.namespace(json))));
            work.job = job;
        } catch (NotHonoured e) {
            refusals.refuse(job, e.reason());
            adoptions.foreignJob(json);
        }
    }

    /// Prepares released pods for adoption: one that is its own job, or those of a group.
    ///
    /// @param again looks at them once more
    @Nullable
    Workload submitReleased(List<JsonObject> pods, Runnable again) {
        JsonObject first = pods.stream()
                .filter(pod -> Gates.isGated(pod.object("spec")))
                .findFirst()
                .orElse(pods.getFirst());
        String user = users.of(first, again);
        if (user == null) {
            return null;
        }
        long priority = first.number(0, "spec", "priority");
        try {
            Optional<PodGroupName> group = PodGroupName.of(first);
            dev.sluice.queue.Job queued = group.isPresent()
                    ? translation.translateGroup(group.get(), pods, pods.size(), nextId(), priority)
                    : translation.translatePod(first, nextId(), priority);
            return found(queued.ownedBy(new Owner(user, KubeObjects.namespace(first))));
        } catch (NotHonoured e) {
            pods.forEach(pod -> refusals.refusePod(pod, e.reason()));
            return null;
        }
    }

    boolean isManaged(JsonObject json) {
        return adoptions.isManaged(json);
    }

    private Workload found(dev.sluice.queue.Job queued) {
        Workload work = index.add(queued, WorkloadRef.of(queued.jobspec()).orElseThrow());
        work.found = queued;
        here.again().accept(work);
        return work;
    }

    /// Submits a pod that waits for us, if it belongs to no Job or to one that runs past the queue.
    ///
    /// @param again looks at the pod once more
    @Nullable
    Workload submitPod(JsonObject json, Consumer<JsonObject> again) {
        Pod pod = new Pod(json);
        JsonObject owner = Owners.controller(json);
        String ofJob = owner != null && isOfJob(json) ? owner.text("uid") : "";
        boolean isReleased = ofJob.isEmpty() && ReleasedWork.isReleased(json) && !pod.isPlaced() && pod.isActive();
        if (!isReleased && !isWaiting(json, pod)) {
            adoptions.forgetPod(json);
            adoptions.foreignPod(json);
            return null;
        }
        if (!ofJob.isEmpty() && !adoptions.isPast(ofJob)) {
            podsOfJobs.add(ofJob, json, again);
            return null;
        }
        if (!mayBeBound(json, !ofJob.isEmpty(), isReleased)) {
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
            if (ofJob.isEmpty()) {
                Dependencies.refuseOnPods(List.of(json));
            }
            Workload work = submitted(
                    List.of(json),
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

    /// Returns whether a pod waits for us: for the removal of its gate, or for its node.
    static boolean isWaiting(JsonObject json, Pod pod) {
        return Adoption.hasPath(json.object("spec")) && !pod.isPlaced() && pod.isActive();
    }

    /// Returns whether a pod of a group may be placed, which waits for us.
    boolean mayJoinGroup(JsonObject json) {
        return mayBeBound(json, false, false);
    }

    /// Returns whether we may place a pod. Its gate and its scheduler do not tell: anyone may write them. One that
    /// intake has missed is placed all the same if it is managed, as nothing else does that. Its user is told
    /// if we do not either.
    ///
    /// @param isOfJob whether it belongs to a managed Job
    /// @param isReleased whether we have let it go before
    private boolean mayBeBound(JsonObject json, boolean isOfJob, boolean isReleased) {
        if (!isOfJob && !adoptions.isManaged(json)) {
            adoptions.unmanagedPod(json);
            return false;
        }
        adoptions.forgetPod(json);
        if (!isReleased && isUnmodelled(json.object("spec"))) {
            refusals.refusePod(json, UNMODELLED.formatted(SluiceNames.SCHEDULER, "pod"));
            return false;
        }
        List<String> others = Gates.names(Gates.others(json.object("spec")));
        if (!isReleased && !others.isEmpty()) {
            // Its place would idle until then.
            refusals.refusePod(
                    json,
                    "spec.schedulingGates (" + String.join(", ", others)
                            + "): the pod is queued once the programs that have set these gates have removed them");
            return false;
        }
        return true;
    }

    /// Returns whether we would bind pods for which something counts that only the default scheduler knows. Intake
    /// names that one; where it was away, nothing can change the name any more.
    private static boolean isUnmodelled(JsonObject podSpec) {
        return podSpec.text("schedulerName").equals(SluiceNames.SCHEDULER)
                && PlacementPath.of(podSpec.without("schedulingGates")) == PlacementPath.GATE;
    }

    private static void refuseUnmodelled(Job job) {
        if (isUnmodelled(job.template().object("spec"))) {
            throw new NotHonoured(UNMODELLED.formatted(SluiceNames.SCHEDULER, "Job"));
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
            Dependencies.refuseOnPods(group.pods());
            long priority = first.number(0, "spec", "priority");
            Workload work = submitted(
                    group.pods(),
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

    /// @param objects the Job or the pods
    private Workload submitted(List<JsonObject> objects, dev.sluice.queue.Job queued) {
        Workload work = index.add(queued, WorkloadRef.of(queued.jobspec()).orElseThrow());
        here.events().accept(new Event.JobSubmitted(queued));
        here.again().accept(work);
        String kind = work.ref.isJob() ? WorkloadRef.JOB : WorkloadRef.POD;
        String queue = queued.queuePriority().queue();
        objects.forEach(each -> here.notices().normal(Notices.of(kind, each), "Queued", "waits in queue " + queue));
        Optional<String> hold = objects.stream()
                .map(Workload::holdOf)
                .filter(it -> !it.isEmpty())
                .findFirst();
        if (hold.isPresent()) {
            here.events().accept(new Event.JobHeld(work.id, hold.get()));
            objects.forEach(each -> here.notices().normal(Notices.of(kind, each), "Held", hold.get()));
        }
        return work;
    }

    void podGone(JsonObject json) {
        podsOfJobs.remove(json);
        pods.remove(KubeObjects.uid(json));
        adoptions.gone(json);
        refusals.gone(KubeObjects.uid(json));
    }

    /// Notes a Job, for those that depend on it.
    void seen(JsonObject json) {
        dependencies.jobChanged(json);
        deferred.takeAwaiting(KubeObjects.key(json)).forEach(this::lookAgain);
    }

    private void lookAgain(JsonObject json) {
        Workload work = index.ofObject(KubeObjects.uid(json));
        if (work == null) {
            submit(json);
        } else if (work.job != null) {
            // Its user has it depend on a Job that was not there by then.
            changed(work, work.job.json());
        }
    }

    /// @param isMissed whether its last state is not known
    void gone(JsonObject json, boolean isMissed) {
        dependencies.jobGone(json, isMissed);
        deferred.remove(KubeObjects.uid(json));
        refusals.gone(KubeObjects.uid(json));
        adoptions.gone(json);
        podsOfJobs.forget(KubeObjects.uid(json));
    }

    /// Tells the user of a Job that has started, whose wall time has changed: the engine's is the one that it
    /// started with.
    void startedChanged(Workload work, JsonObject before, JsonObject now) {
        JobTable table = here.engine().table();
        int job = table.indexOf(work.id);
        if (before.isEmpty() || job == JobTable.NO_JOB || !table.isStarted(job)) {
            return;
        }
        try {
            if (!translation.wallNanos(now).equals(translation.wallNanos(before))) {
                here.notices().warning(work.ref, "NotHonoured", WALL_TIME_STAYS);
            }
        } catch (NotHonoured e) {
            here.notices().warning(work.ref, "NotHonoured", e.reason());
        }
    }

    /// Tells the engine of a waiting Job whose spec has changed.
    void changed(Workload work, JsonObject json) {
        JobTable table = here.engine().table();
        int job = table.indexOf(work.id);
        if (job == JobTable.NO_JOB || !table.state(job).isWaiting()) {
            return;
        }
        try {
            Optional<dev.sluice.queue.Job> now = differing(work, json);
            if (!work.refused.isEmpty()) {
                work.refused = "";
                refusals.withdraw(new Job(json));
            }
            now.ifPresent(it -> change(work, it));
        } catch (NotHonoured e) {
            // The job stays as it was submitted, and is held, until its spec is mended.
            work.refused = e.reason();
            refusals.refuse(new Job(json), e.reason());
        }
    }

    /// Tells the engine of a waiting pod or group whose queue, wall time or priority has changed.
    void podChanged(Workload work) {
        JobTable table = here.engine().table();
        int job = table.indexOf(work.id);
        if (job == JobTable.NO_JOB || !table.state(job).isWaiting()) {
            return;
        }
        dev.sluice.queue.Job before = table.job(job);
        int needed = before.parts().map(JobParts::initial).orElse(1);
        if (work.pods.size() < needed) {
            // The others are reported later, as after a restart.
            return;
        }
        List<JsonObject> pods =
                work.pods.values().stream().map(pod -> pod.pod.json()).toList();
        try {
            JsonObject first = pods.getFirst();
            if (!isOfJob(first)) {
                Dependencies.refuseOnPods(pods);
            }
            long priority = first.number(0, "spec", "priority");
            Optional<PodGroupName> group = PodGroupName.of(first);
            if (work.ref.isGroup() && group.isEmpty()) {
                // It was taken into the group, and stays there without the label.
                return;
            }
            dev.sluice.queue.Job now = work.ref.isGroup()
                    ? translation.translateGroup(group.get(), pods, needed, work.id, priority)
                    : translation.translatePod(first, work.id, priority);
            if (!work.refused.isEmpty()) {
                work.refused = "";
                pods.forEach(refusals::withdrawPod);
            }
            dev.sluice.queue.Job owned = now.ownedBy(before.owner());
            if (!owned.equals(before)) {
                change(work, owned);
            }
        } catch (NotHonoured e) {
            work.refused = e.reason();
            pods.forEach(pod -> refusals.refusePod(pod, e.reason()));
        }
    }

    /// Adds what a pod lacks of what intake writes, while it waits for us. Of a Job's pods the Job is protected.
    void complete(JsonObject pod) {
        if (isWaiting(pod, new Pod(pod)) && !isOfJob(pod)) {
            adoptions.completePod(pod);
        }
    }

    private static boolean isOfJob(JsonObject pod) {
        JsonObject owner = Owners.controller(pod);
        return owner != null && owner.text("kind").equals(WorkloadRef.JOB);
    }

    private void change(Workload work, dev.sluice.queue.Job now) {
        work.describePods(now);
        index.await(work, now);
        here.events().accept(new Event.JobChanged(now));
    }

    /// Returns the job as it would be submitted now, if the engine knows it otherwise.
    private Optional<dev.sluice.queue.Job> differing(Workload work, JsonObject json) {
        if (!limitRanges.isListed()) {
            return Optional.empty();
        }
        JobTable table = here.engine().table();
        dev.sluice.queue.Job before = table.job(table.indexOf(work.id));
        long priority = priorities
                .of(new Job(json).template().object("spec"))
                .orElse(before.queuePriority().priority());
        dev.sluice.queue.Job now = translation
                .translate(limitRanges.applied(json), work.id, priority)
                .ownedBy(before.owner())
                .waitingFor(conditions(work, json, before).toArray(Condition[]::new));
        work.dependsOn = Dependencies.textOf(json);
        return now.equals(before) ? Optional.empty() : Optional.of(now);
    }

    /// Returns what a queued Job waits for. What came about already is no condition any more, so they are made anew
    /// only if the annotation is another one.
    private List<Condition> conditions(Workload work, JsonObject json, dev.sluice.queue.Job before) {
        String text = Dependencies.textOf(json);
        if (text.equals(work.dependsOn)) {
            return before.conditions();
        }
        if (work.dependsOn == null && !text.isEmpty()) {
            return conditionsAfterRestart(json, before);
        }
        Dependencies.Found found = dependencies.of(json);
        if (!found.missing().isEmpty()) {
            deferred.add(json, found.missing());
            throw new NotHonoured(found.reason());
        }
        return found.conditions();
    }

    /// The records do not have the annotation. It has changed if it names a job that is no condition.
    private List<Condition> conditionsAfterRestart(JsonObject json, dev.sluice.queue.Job before) {
        try {
            List<Condition> now = dependencies.of(json).conditions();
            return before.conditions().containsAll(now) ? before.conditions() : now;
        } catch (NotHonoured _) {
            // Such as one that can no longer be met: the engine knows.
            return before.conditions();
        }
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
            here.events().accept(new Event.JobLost(work.id, "it was changed after the decision"));
            change(work, now.get());
        } catch (NotHonoured e) {
            here.events().accept(new Event.JobLost(work.id, e.reason()));
            here.events().accept(new Event.JobHeld(work.id, e.reason()));
            work.refused = e.reason();
            refusals.refuse(job, e.reason());
        }
        work.clearAttempt();
        return true;
    }

    void priorityClassChanged(JsonObject priorityClass, boolean isGone) {
        priorities.changed(priorityClass, isGone);
        deferred.takeAll().forEach(this::lookAgain);
        lookAgain("");
    }

    /// Looks for Jobs that would be submitted otherwise by now.
    ///
    /// @param namespace empty for all
    private void lookAgain(String namespace) {
        for (Workload work : index.all()) {
            boolean isMeant = namespace.isEmpty() || work.ref.key().namespace().equals(namespace);
            if (isMeant && work.job != null) {
                changed(work, work.job.json());
            }
        }
    }

    void limitRangeChanged(JsonObject limitRange, boolean isGone) {
        limitRanges.changed(limitRange, isGone);
        if (limitRanges.isListed()) {
            lookAgain(KubeObjects.namespace(limitRange));
        }
    }

    /// All LimitRanges that existed at the start are known.
    void limitRangesListed() {
        limitRanges.listed();
        deferred.takeAll().forEach(this::lookAgain);
        lookAgain("");
    }

    /// All priority classes that existed at the start are known.
    void prioritiesListed() {
        priorities.listed();
        deferred.takeAll().forEach(this::lookAgain);
    }
}

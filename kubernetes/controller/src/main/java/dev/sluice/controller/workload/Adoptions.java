package dev.sluice.controller.workload;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Remedy;
import dev.sluice.controller.intake.Adoption;
import dev.sluice.controller.intake.LeftAlone;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Times;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Managed objects that intake has missed. A suspended Job gets what it lacks, and is held. What may run already is
/// neither suspended nor gated: it counts as foreign, and an Event says so.
final class Adoptions {
    private static final String STARTED =
            "is not queued: it was started without Sluice, and counts as other schedulers' work";

    private static final String ONE_BY_ONE = "is not queued: its pods are, one by one";

    private static final String UNSUSPENDED =
            "was unsuspended past the queue: its pods are queued one by one; suspend it to have it queued whole";

    private static final String UNMANAGED =
            ("is not queued, although it names scheduler %s or has its gate: label its namespace %s=true,"
                            + " or the object itself %s=QUEUE")
                    .formatted(SluiceNames.SCHEDULER, SluiceNames.MANAGED, SluiceNames.QUEUE);

    /// What was created shortly before the start may not have been seen by another process.
    private static final long RESTART_NANOS = 10 * 60 * Clock.NANOS_PER_SECOND;

    private final Surroundings here;
    private final Refusals refusals;
    private final long startNanos;
    private final Set<String> excluded;
    private final Set<String> managed = new HashSet<>();

    /// Jobs of namespaces that are not managed, by namespace and UID, if they are suspended or their pods wait for us:
    /// that may change.
    private final Map<String, Map<String, JsonObject>> others = new HashMap<>();

    /// Pods that name our scheduler or have our gate in namespaces that are not managed, by namespace and UID.
    private final Map<String, Map<String, JsonObject>> otherPods = new HashMap<>();

    private boolean areNamespacesListed;

    /// The Jobs that are being adopted, as they were last reported, by UID.
    private final Map<String, JsonObject> adopting = new HashMap<>();

    /// The UIDs of the objects that an Event has called foreign or not managed.
    private final Set<String> foreign = new HashSet<>();

    /// The UIDs of the Jobs that run past the queue, but whose pods wait for us.
    private final Set<String> past = new HashSet<>();

    /// How often in a row Jobs could not be adopted, by UID.
    private final Map<String, Integer> failures = new HashMap<>();

    /// @param excluded the namespaces in which nothing is managed
    Adoptions(Surroundings here, Refusals refusals, Set<String> excluded) {
        this.here = here;
        this.refusals = refusals;
        this.startNanos = here.clock().nowNanos();
        this.excluded = Set.copyOf(excluded);
    }

    boolean isManaged(JsonObject json) {
        String namespace = KubeObjects.namespace(json);
        boolean hasOptedIn = managed.contains(namespace)
                || !json.text("metadata", "labels", SluiceNames.QUEUE).isEmpty();
        return hasOptedIn && !excluded.contains(namespace);
    }

    /// Returns whether [#isManaged] knows all namespaces.
    boolean areNamespacesListed() {
        return areNamespacesListed;
    }

    /// Notes that the objects of a namespace are managed, or are not any more.
    ///
    /// @return the Jobs to be looked at again
    List<JsonObject> namespaceChanged(String name, boolean isManaged) {
        if (!isManaged) {
            managed.remove(name);
            return List.of();
        }
        managed.add(name);
        Map<String, JsonObject> jobs = others.remove(name);
        return jobs == null ? List.of() : new ArrayList<>(jobs.values());
    }

    /// Removes and returns the pods of a namespace that wait until it is managed.
    List<JsonObject> takePods(String namespace) {
        Map<String, JsonObject> pods = otherPods.remove(namespace);
        return pods == null ? List.of() : new ArrayList<>(pods.values());
    }

    /// All namespaces that are managed since the start are known.
    void namespacesListed() {
        areNamespacesListed = true;
        otherPods.values().forEach(pods -> pods.values().forEach(pod -> tellUnmanaged(WorkloadRef.POD, pod)));
        List<JsonObject> jobs = others.values().stream()
                .flatMap(those -> those.values().stream())
                .toList();
        jobs.forEach(this::unmanaged);
    }

    /// Notes a pod that names our scheduler or has our gate, and is not managed.
    void unmanagedPod(JsonObject json) {
        otherPods
                .computeIfAbsent(KubeObjects.namespace(json), _ -> new LinkedHashMap<>())
                .put(KubeObjects.uid(json), json);
        if (areNamespacesListed) {
            tellUnmanaged(WorkloadRef.POD, json);
        }
    }

    /// A pod that was not managed is by now, or does not wait for us any more.
    void forgetPod(JsonObject json) {
        remove(otherPods, json);
    }

    private void tellUnmanaged(String kind, JsonObject json) {
        if (foreign.add(KubeObjects.uid(json))) {
            here.notices().warning(Notices.of(kind, json), "NotManaged", UNMANAGED);
        }
    }

    /// Notes a Job that is not managed.
    void unmanaged(JsonObject json) {
        String namespace = KubeObjects.namespace(json);
        Job job = new Job(json);
        boolean waitsForUs = Adoption.hasPath(job.template().object("spec"));
        if (job.isSuspended() || waitsForUs) {
            others.computeIfAbsent(namespace, _ -> new LinkedHashMap<>()).put(KubeObjects.uid(json), json);
        } else {
            gone(json);
        }
        if (!job.isSuspended() && waitsForUs && areNamespacesListed) {
            tellUnmanaged(WorkloadRef.JOB, json);
        }
    }

    /// Forgets an object.
    void gone(JsonObject json) {
        String uid = KubeObjects.uid(json);
        adopting.remove(uid);
        failures.remove(uid);
        foreign.remove(uid);
        past.remove(uid);
        remove(others, json);
        remove(otherPods, json);
    }

    private static void remove(Map<String, Map<String, JsonObject>> from, JsonObject json) {
        Map<String, JsonObject> there = from.get(KubeObjects.namespace(json));
        if (there != null && there.remove(KubeObjects.uid(json)) != null && there.isEmpty()) {
            from.remove(KubeObjects.namespace(json));
        }
    }

    /// Adds what a suspended Job lacks.
    ///
    /// @param lacks a merge patch
    /// @param again looks at the Job once more
    void adopt(JsonObject json, JsonObject lacks, Consumer<JsonObject> again) {
        String uid = KubeObjects.uid(json);
        if (adopting.put(uid, json) == null) {
            boolean isHeld = lacks.object("metadata", "annotations").has(SluiceNames.HOLD);
            here.calls().start(JobWrites.adopt(new Job(json), lacks), answer -> {
                if (isHeld && answer.remedy() == Remedy.NONE) {
                    here.notices().normal(Notices.of(WorkloadRef.JOB, json), "Adopted", Adoption.HELD);
                }
                answered(json, answer, again);
            });
        }
    }

    /// Adds what a Job lacks that is queued already.
    ///
    /// @param again looks at the Job once more
    void complete(JsonObject json, Consumer<JsonObject> again) {
        JsonObject lacks = Adoption.ofQueued(json);
        if (!lacks.isEmpty() && adopting.put(KubeObjects.uid(json), json) == null) {
            here.calls().start(JobWrites.adopt(new Job(json), lacks), answer -> answered(json, answer, again));
        }
    }

    /// Gives a pod a queue that waits for us and that intake has missed.
    void completePod(JsonObject json) {
        JsonObject lacks = Adoption.ofPod(json);
        if (!lacks.isEmpty() && adopting.put(KubeObjects.uid(json), json) == null) {
            here.calls().start(PodWrites.adopt(json, lacks), answer -> {
                if (answer.remedy() != Remedy.UNDO) {
                    answered(json, answer, this::completePod);
                }
                // Otherwise it stays as it is: it is queued all the same.
            });
        }
    }

    private void answered(JsonObject json, Answer answer, Consumer<JsonObject> again) {
        String uid = KubeObjects.uid(json);
        switch (answer.remedy()) {
            case NONE -> {
                failures.remove(uid);
                adopting.remove(uid);
            }
            case DROP -> adopting.remove(uid);
            case DECIDE_AGAIN -> {
                JsonObject latest = adopting.remove(uid);
                if (latest != null) {
                    again.accept(latest);
                }
            }
            case READ_AGAIN, RETRY ->
                here.after(Pauses.nanos(failures.merge(uid, 1, Integer::sum)), () -> {
                    JsonObject latest = adopting.remove(uid);
                    if (latest != null) {
                        again.accept(latest);
                    }
                });
            case UNDO -> {
                adopting.remove(uid);
                refusals.refuse(new Job(json), "cannot be adopted: " + answer.problem());
            }
        }
    }

    /// Tells the user of a Job that runs past the queue.
    void foreignJob(JsonObject json) {
        if (Adoption.isMissedJob(json)) {
            tellStarted(WorkloadRef.JOB, json);
        } else if (Adoption.hasPath(json.object("spec", "template", "spec"))) {
            past.add(KubeObjects.uid(json));
            tellForeign(WorkloadRef.JOB, json, LeftAlone.job(json) ? ONE_BY_ONE : UNSUSPENDED);
        }
    }

    /// Returns whether a Job runs past the queue, by its UID, and its pods wait for us.
    boolean isPast(String job) {
        return past.contains(job);
    }

    /// Notes that a Job waits for the queue, maybe again.
    void suspended(JsonObject json) {
        if (past.remove(KubeObjects.uid(json))) {
            foreign.remove(KubeObjects.uid(json));
        }
    }

    /// Tells the user of a pod that runs past the queue.
    void foreignPod(JsonObject json) {
        if (isManaged(json) && Adoption.isMissedPod(json)) {
            tellStarted(WorkloadRef.POD, json);
        }
    }

    /// An object that is older than this process has most likely been told of by the one before. Nothing is
    /// written on the object itself, which would tell.
    private void tellStarted(String kind, JsonObject json) {
        long created = Times.parse(json.text("metadata", "creationTimestamp"), startNanos);
        if (created >= startNanos - RESTART_NANOS) {
            tellForeign(kind, json, STARTED);
        }
    }

    private void tellForeign(String kind, JsonObject json, String message) {
        if (foreign.add(KubeObjects.uid(json))) {
            here.notices().warning(Notices.of(kind, json), "Foreign", message);
        }
    }
}

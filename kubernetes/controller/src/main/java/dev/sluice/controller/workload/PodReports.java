package dev.sluice.controller.workload;

import dev.sluice.controller.intake.PlacementPath;
import dev.sluice.controller.intake.PodGroupName;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// Takes what the informers report of pods to the workloads that they belong to, and makes new workloads of pods
/// and groups that wait for us.
final class PodReports {
    private final Surroundings here;
    private final WorkloadIndex index;
    private final Submissions submissions;
    private final PodGroups groups;
    private final PodPlaces places;
    private final LostRaces races;
    private final PinnedPods pinned;
    private final LeavingPods leaving;
    private final Strangers strangers = new Strangers();
    private final BooleanSupplier isListed;

    /// Complete groups whose users are not known yet.
    private final Map<PodGroupName, PodGroups.Complete> complete = new HashMap<>();

    /// @param isListed whether everything that existed at the start has been reported
    PodReports(
            Surroundings here,
            WorkloadIndex index,
            Submissions submissions,
            Refusals refusals,
            PodPlaces places,
            LostRaces races,
            BooleanSupplier isListed) {
        this.isListed = isListed;
        this.here = here;
        this.index = index;
        this.submissions = submissions;
        this.groups = new PodGroups(here, refusals, this::submitGroup);
        this.places = places;
        this.races = races;
        this.pinned = new PinnedPods(here, places, races);
        this.leaving = new LeavingPods(here);
    }

    void changed(JsonObject json) {
        leave(json);
        Workload work = index.ofPod(json);
        if (work == null && strangers.add(json)) {
            races.seen(json);
            if (isListed.getAsBoolean()) {
                takeReleased();
            }
            return;
        }
        if (work == null && waitsForGroup(json)) {
            if (!submissions.mayJoinGroup(json)) {
                races.seen(json);
                return;
            }
            PodGroupName.of(json).ifPresent(name -> {
                PodGroups.Complete refused = complete.remove(name);
                if (refused != null) {
                    groups.putBack(refused);
                }
                groups.add(name, json);
            });
            return;
        }
        if (work == null) {
            work = submissions.submitPod(json, this::changed);
        }
        if (work != null) {
            seen(work, json);
        } else {
            races.seen(json);
        }
    }

    /// A pod without a place that its Job has let go, or whose label names the group no more, is looked at anew.
    private void leave(JsonObject json) {
        Workload work = index.ofPod(json);
        WorkloadPod pod = work == null ? null : work.pods.get(KubeObjects.uid(json));
        boolean isWithout = pod != null
                && pod.node.isEmpty()
                && !pod.isBusy
                && WorkloadPod.of(json).whereabouts().isEmpty();
        if (work != null && pod != null && isWithout && pod.pod.isActive() && !work.isMember(json)) {
            index.removePod(work, pod);
            here.again().accept(work);
        }
    }

    /// Takes over pods that were released and that no workload knows. All that existed at the start has been reported.
    void takeReleased() {
        for (List<JsonObject> pods : strangers.takeReleased()) {
            JsonObject first = pods.getFirst();
            if (index.ofPod(first) != null) {
                pods.forEach(this::changed);
            } else if (submissions.isManaged(first)) {
                adopt(pods);
            }
        }
    }

    private void adopt(List<JsonObject> released) {
        List<JsonObject> pods = new ArrayList<>(released);
        PodGroupName.of(pods.getFirst()).ifPresent(name -> pods.addAll(groups.take(name)));
        Workload work = submissions.submitReleased(pods, this::takeReleased);
        if (work == null) {
            pods.forEach(strangers::add);
        } else {
            pods.forEach(pod -> seen(work, pod));
        }
    }

    /// Takes the pods of a Job to it that were reported before.
    void gather(Workload work) {
        strangers.takePodsOf(work.ref.uid()).forEach(pod -> seen(work, pod));
    }

    private static boolean waitsForGroup(JsonObject json) {
        return Submissions.isWaiting(json, new Pod(json))
                && PodGroupName.of(json).isPresent();
    }

    private void submitGroup(PodGroups.Complete group) {
        Workload work = submissions.submitGroup(group, () -> {
            PodGroups.Complete waiting = complete.remove(group.name());
            if (waiting != null) {
                waiting.pods().forEach(this::changed);
            }
        });
        if (work == null) {
            complete.put(group.name(), group);
        } else {
            group.pods().forEach(pod -> seen(work, pod));
        }
    }

    /// The pods of a group that has too few of them wait for others.
    void dissolve(Workload work) {
        index.remove(work);
        work.pods.values().forEach(pod -> changed(pod.pod.json()));
    }

    /// The Job was let go past the queue. Its pods wait for us all the same, as nothing else places them.
    void past(Workload work) {
        index.remove(work);
        if (work.job != null) {
            submissions.submit(work.job.json());
        }
        work.pods.values().forEach(pod -> changed(pod.pod.json()));
    }

    private void seen(Workload work, JsonObject json) {
        WorkloadPod pod = index.addPod(work, json);
        String node = pod.node;
        boolean wasTerminal = pod.pod.isTerminal();
        pod.isLeaving = false;
        work.isUnobserved &= work.ref.isJob();
        if (!work.ref.isJob()) {
            DeniedWrites.changed(work, pod.pod.json(), json);
        }
        boolean hadStarted = pod.hasStarted();
        work.see(pod, json);
        if (!hadStarted && pod.hasStarted() && work.hasStarted) {
            places.started(work);
        }
        if (pod.isRefused() && !wasTerminal && !node.isEmpty()) {
            places.refused(work, pod, node);
            if (!work.ref.isJob()) {
                String reason = pod.pod.json().text("status", "reason");
                WorkloadRef ref = new WorkloadRef(WorkloadRef.POD, pod.key, pod.uid);
                here.notices().warning(ref, "RefusedByNode", "node " + node + " refused it: " + reason);
            }
        }
        pinned.changed(work, pod);
        if (!work.ref.isJob()) {
            submissions.podChanged(work);
            submissions.complete(json);
        }
        here.again().accept(work);
    }

    /// @param isMissed whether the pod's final state is not known
    void gone(JsonObject json, boolean isMissed) {
        Workload work = index.ofPod(json);
        WorkloadPod pod = work == null ? null : work.pods.get(KubeObjects.uid(json));
        submissions.podGone(json);
        if (work != null && pod != null && new Pod(json).isTerminal() && !pod.pod.isTerminal()) {
            // It has ended and was deleted since it was seen last.
            seen(work, json);
        }
        if (work == null || pod == null) {
            strangers.gone(json);
            groups.gone(json);
            PodGroupName.of(json).ifPresent(name -> complete.computeIfPresent(name, (_, group) -> group.without(json)));
        } else if (pod.path() == PlacementPath.BINDING || pod.pod.isTerminal()) {
            forget(work, pod, isMissed);
        } else if (!pod.isLeaving) {
            pod.isLeaving = true;
            leaving.read(
                    pod.key,
                    pod.uid,
                    new LeavingPods.Ends(
                            () -> pod.isLeaving,
                            it -> ended(work, it),
                            () -> forget(work, pod, !KubeObjects.isTerminating(json))));
        }
    }

    /// No event reports when a terminal pod of the default scheduler is deleted.
    private void ended(Workload work, JsonObject json) {
        seen(work, json);
        WorkloadPod pod = work.pods.get(KubeObjects.uid(json));
        if (pod != null && !work.ref.isPod()) {
            index.removePod(work, pod);
        }
    }

    /// @param isUnknown whether how it ended is not known
    private void forget(Workload work, WorkloadPod pod, boolean isUnknown) {
        work.isUnobserved |= isUnknown && !work.ref.isJob();
        index.removePod(work, pod);
        work.isGone |= !work.ref.isJob() && work.pods.isEmpty();
        here.again().accept(work);
    }

    /// All pods that existed at the start have been reported. A pod that was not may have ended meanwhile.
    void listed() {
        for (Workload work : index.all()) {
            if (work.ref.isGroup()) {
                // Which pods its places are for can be told only now.
                work.isOutdated |= work.released > 0;
                here.again().accept(work);
            } else if (work.ref.isPod() && work.pods.isEmpty()) {
                leaving.read(
                        work.ref.key(),
                        work.ref.uid(),
                        new LeavingPods.Ends(work.pods::isEmpty, json -> seen(work, json), () -> {
                            work.isGone = true;
                            here.again().accept(work);
                        }));
            }
        }
    }
}

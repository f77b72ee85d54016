package dev.sluice.controller.workload;

import dev.sluice.controller.intake.Gates;
import dev.sluice.controller.intake.PlacementPath;
import dev.sluice.controller.intake.PodGroupName;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import java.util.HashMap;
import java.util.Map;

/// Takes what the informers report of pods to the workloads that they belong to, and makes new workloads of gated pods
/// and groups.
final class PodReports {
    private final Surroundings here;
    private final WorkloadIndex index;
    private final Submissions submissions;
    private final PodGroups groups;
    private final PodPlaces places;
    private final LostRaces races;
    private final PinnedPods pinned;
    private final LeavingPods leaving;

    /// Complete groups whose users are not known yet.
    private final Map<PodGroupName, PodGroups.Complete> complete = new HashMap<>();

    PodReports(
            Surroundings here,
            WorkloadIndex index,
            Submissions submissions,
            Refusals refusals,
            PodPlaces places,
            LostRaces races) {
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
        Workload work = index.ofPod(json);
        if (work == null && waitsForGroup(json)) {
            PodGroupName.of(json).ifPresent(name -> groups.add(name, json));
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

    private static boolean waitsForGroup(JsonObject json) {
        Pod pod = new Pod(json);
        return Gates.isGated(json.object("spec"))
                && pod.isActive()
                && !pod.isPlaced()
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

    private void seen(Workload work, JsonObject json) {
        WorkloadPod pod = work.pods.computeIfAbsent(KubeObjects.uid(json), _ -> new WorkloadPod(json));
        String node = pod.node;
        boolean wasTerminal = pod.pod.isTerminal();
        pod.isLeaving = false;
        work.see(pod, json);
        if (pod.isRefused() && !wasTerminal && !node.isEmpty()) {
            places.refused(work, pod, node);
            if (work.ref.isPod()) {
                String reason = pod.pod.json().text("status", "reason");
                here.notices().warning(work.ref, "RefusedByNode", "node " + node + " refused it: " + reason);
            }
        }
        pinned.changed(work, pod);
        here.again().accept(work);
    }

    void gone(JsonObject json) {
        Workload work = index.ofPod(json);
        WorkloadPod pod = work == null ? null : work.pods.get(KubeObjects.uid(json));
        if (work == null || pod == null) {
            submissions.podGone(json);
            groups.gone(json);
            PodGroupName.of(json).ifPresent(name -> complete.computeIfPresent(name, (_, group) -> group.without(json)));
        } else if (pod.path() == PlacementPath.BINDING || pod.pod.isTerminal()) {
            forget(work, pod);
        } else if (!pod.isLeaving) {
            pod.isLeaving = true;
            leaving.read(
                    pod.key,
                    pod.uid,
                    new LeavingPods.Ends(() -> pod.isLeaving, it -> ended(work, it), () -> forget(work, pod)));
        }
    }

    /// No event reports when a terminal pod of the default scheduler is deleted.
    private void ended(Workload work, JsonObject json) {
        seen(work, json);
        WorkloadPod pod = work.pods.get(KubeObjects.uid(json));
        if (pod != null && !work.ref.isPod()) {
            work.forget(pod);
        }
    }

    private void forget(Workload work, WorkloadPod pod) {
        work.forget(pod);
        work.isGone |= !work.ref.isJob() && work.pods.isEmpty();
        here.again().accept(work);
    }

    /// All pods that existed at the start have been reported. A pod that was not may have ended meanwhile.
    void listed() {
        for (Workload work : index.all()) {
            if (work.ref.isGroup()) {
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

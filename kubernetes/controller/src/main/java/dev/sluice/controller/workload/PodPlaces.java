package dev.sluice.controller.workload;

import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.graph.Basenames;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.request.PodRequest;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.MachineState;
import dev.sluice.scheduling.machine.NodeUse;
import dev.sluice.scheduling.state.EngineState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/// Keeps as many places for a job as its pods will need.
///
/// A place whose pod has ended is kept if the Job will create another pod. Otherwise it is released, and so is a
/// free place on a node that takes no more pods. A pod without a place makes the engine look for one, ahead of the
/// queue. What a job may start without, by its smaller gang or group, it gets only where no job in line is delayed.
/// A job that ends gives up each place as its pod ends: pods that take long to die hold back no others.
final class PodPlaces {
    private final Surroundings here;
    private final Workloads.Picture picture;
    private final LostRaces races;

    PodPlaces(Surroundings here, Workloads.Picture picture, LostRaces races) {
        this.here = here;
        this.picture = picture;
        this.races = races;
    }

    /// Gives pods that are on nodes without a place the places that the job has there, or enters what they hold as
    /// the job's.
    void takeStrays(Workload work) {
        for (WorkloadPod pod : List.copyOf(work.strays)) {
            String node = pod.whereabouts();
            String path = picture.pathOf(node);
            if (path != null) {
                PodShape shape = work.shapeOf(pod);
                if (shape.slots.free(node) <= 0) {
                    shape.slots.add(node, path);
                    here.events().accept(new Event.PartFound(work.id, new NodeUse(path, shape.amounts)));
                }
                work.takePlace(pod, node);
                picture.podTaken(pod.pod.json());
            }
        }
    }

    /// A pod could not get to a node. The attempt is undone, if none of its containers has run.
    void undo(Workload work, String why) {
        if (!work.hasStarted) {
            work.undo = work.undo.isEmpty() ? why : work.undo;
        }
    }

    private void add(List<String> nodes, Workload work, String node) {
        String path = path(work, node);
        if (!path.isEmpty() && !nodes.contains(path)) {
            nodes.add(path);
        }
    }

    /// The default scheduler finds no room for pods of the job on a node, which may have nothing to do with the node.
    /// The job does not get it again until its pods have started.
    void exclude(Workload work, String node, String why) {
        String path = path(work, node);
        if (!path.isEmpty()) {
            add(work.avoided, work, node);
            work.excluded.add(path);
            work.excludedFor = why;
            here.events().accept(new Event.NodesExcluded(work.id, List.copyOf(work.excluded)));
        }
    }

    /// The job may have all nodes again.
    void includeAll(Workload work) {
        if (!work.excluded.isEmpty()) {
            work.excluded.clear();
            work.excludedFor = "";
            here.events().accept(new Event.NodesExcluded(work.id, List.of()));
        }
    }

    /// None of the attempt's containers has started in time. The nodes may be to blame, or the Job: the next attempt
    /// avoids these nodes for now. If its containers start elsewhere, the nodes are to blame.
    void suspect(Workload work) {
        work.suspects.clear();
        for (WorkloadPod pod : work.pods.values()) {
            if (pod.isHolding()) {
                add(work.avoided, work, pod.pod.nodeName());
                work.suspects.add(pod.pod.nodeName());
            }
        }
    }

    private void blameSuspects(Workload work) {
        work.nodes().forEach(work.suspects::remove);
        for (String node : work.suspects) {
            String path = picture.pathOf(node);
            if (path != null) {
                here.events().accept(new Event.PartLost(work.id, new NodeUse(path, new TreeMap<>())));
                here.notices().operators(work.ref, "NodeBlamed", "no container started on node " + node);
            }
        }
        work.suspects.clear();
    }

    /// A container of a pod has started.
    void started(Workload work) {
        DeniedWrites.started(work);
        if (!work.suspects.isEmpty()) {
            blameSuspects(work);
        }
        boolean isWhole = work.pods.values().stream().allMatch(pod -> !pod.pod.isActive() || pod.hasStarted());
        if (isWhole) {
            includeAll(work);
        }
    }

    /// Returns where a node is in the graph, or was when its places were decided.
    private String path(Workload work, String node) {
        String path = picture.pathOf(node);
        return path != null
                ? path
                : work.shapes.stream()
                        .map(shape -> shape.slots.path(node))
                        .filter(it -> !it.isEmpty())
                        .findFirst()
                        .orElse("");
    }

    /// A kubelet has refused a pod: another program has taken the resources, or the node has changed.
    ///
    /// @param node where it was
    void refused(Workload work, WorkloadPod pod, String node) {
        races.lost(work, node);
        work.refusedPods++;
        String why = "node " + node + " refused pod " + pod.key + ": "
                + pod.pod.json().text("status", "reason");
        if (work.hasStarted || !work.ref.isJob()) {
            lost(work, pod, node, why);
        } else {
            add(work.failedOn, work, node);
            undo(work, why);
        }
    }

    /// Releases a place on a node that has failed its pod. The replacement gets another one, elsewhere.
    private void lost(Workload work, WorkloadPod pod, String node, String why) {
        SortedMap<String, Long> held = new TreeMap<>();
        if (!pod.isPlaceReleased) {
            PodShape shape = work.shapeOf(pod);
            SortedMap<String, Long> used = picture.heldFor(pod.uid);
            held = used == null ? shape.amounts : used;
            shape.slots.remove(node);
            pod.isPlaceReleased = true;
        }
        here.events().accept(new Event.PartLost(work.id, new NodeUse(path(work, node), held), why));
    }

    /// Returns the place of a pod. What a pod gave up of it before a restart is not the job's any more; which pods did
    /// is not recorded, so each pod is given what it needs of the rest.
    OwnWork.Place placeOf(Workload work, WorkloadPod pod, JsonObject json) {
        SortedMap<String, Long> amounts = work.shapeOf(pod).amounts;
        if (work.restored == null) {
            return new OwnWork.Place(work.id, amounts, amounts);
        }
        SortedMap<String, Long> needed =
                ResourceTypes.byType(PodRequest.of(json).amounts());
        SortedMap<String, Long> wanted = new TreeMap<>();
        amounts.forEach((type, amount) -> wanted.put(type, Math.min(amount, needed.getOrDefault(type, 0L))));
        return new OwnWork.Place(work.id, amounts, work.restored.take(pod.node, wanted));
    }

    /// A pod has ended. If it used a part of its place only, no other pod can take that place.
    ///
    /// @return whether the part is released
    boolean ended(Workload work, String uid, OwnWork.Place place, NodeUse share) {
        String node = share.node().substring(share.node().lastIndexOf('/') + 1);
        if (place.amounts().equals(share.amounts())) {
            if (work.restored != null) {
                work.restored.putBack(node, share.amounts());
            }
            return false;
        }
        WorkloadPod pod = work.pods.get(uid);
        if (pod != null && pod.isPlaceReleased) {
            return false;
        }
        PodShape its = work.shapes.stream()
                .filter(shape -> shape.amounts.equals(place.amounts()))
                .findFirst()
                .orElse(work.shape());
        its.slots.remove(node);
        if (pod != null) {
            pod.isPlaceReleased = true;
        }
        return true;
    }

    /// Releases what pods gave up while no scheduler followed them, and free places of which a part is gone. All pods
    /// have been reported.
    void settleRestored(Workload work) {
        RestoredShares restored = work.restored;
        work.restored = null;
        if (restored == null || work.shapes.size() > 1) {
            // Of pods that are unlike it is not known what belongs to which place.
            return;
        }
        PodShape shape = work.shape();
        for (String node : shape.slots.nodes()) {
            String path = path(work, node);
            for (int free = shape.slots.free(node); free > 0; free--) {
                SortedMap<String, Long> place = restored.take(node, shape.amounts);
                if (!place.equals(shape.amounts)) {
                    here.events().accept(new Event.PartEnded(work.id, new NodeUse(path, place)));
                    shape.slots.remove(node);
                }
            }
            SortedMap<String, Long> surplus = restored.left(node);
            // Pods on a node that is away are given theirs when it returns.
            if (!surplus.isEmpty() && picture.pathOf(node) != null) {
                here.events().accept(new Event.PartShrunk(work.id, new NodeUse(path, surplus)));
            }
        }
    }

    /// Releases the place of a pod that the default scheduler could not bind. The replacement gets another one,
    /// elsewhere.
    void giveUp(Workload work, WorkloadPod pod, String node, String why) {
        exclude(work, node, why);
        if (!pod.isPlaceReleased) {
            pod.isPlaceReleased = true;
            release(work, work.shapeOf(pod), node, why);
        }
    }

    /// Releases places that no pod will take, and asks for those that are missing.
    void balance(Workload work, Job job) {
        takeStrays(work);
        boolean isElastic = !job.json()
                .text("metadata", "annotations", SluiceNames.MIN_AVAILABLE)
                .isEmpty();
        balance(work, work.shape(), wanted(work, job) + work.placesLetGo(), isElastic);
    }

    /// The same for a group, of which every pod gets a place.
    void balanceGroup(Workload work) {
        takeStrays(work);
        Map<PodShape, Integer> alive = new HashMap<>();
        for (WorkloadPod pod : work.pods.values()) {
            if (!pod.pod.isTerminal() && !pod.isGivenUp) {
                alive.merge(work.shapeOf(pod), 1, Integer::sum);
            }
        }
        boolean isElastic = work.shapes.size() == 1;
        work.shapes.forEach(shape -> balance(work, shape, alive.getOrDefault(shape, 0), isElastic));
    }

    /// Releases the places that no pod has, of a job whose attempt ends: no pod will take them. Asks for no others.
    void releaseFree(Workload work) {
        JobTable table = here.engine().table();
        int job = table.indexOf(work.id);
        if (work.released == 0 || job == JobTable.NO_JOB || !table.isStarted(job)) {
            return;
        }
        takeStrays(work);
        for (PodShape shape : work.shapes) {
            for (String node : shape.slots.freeNodes()) {
                while (shape.slots.free(node) > 0) {
                    release(work, shape, node, "");
                }
            }
            if (shape.partsAsked > 0) {
                ask(work, shape, 0);
            }
            if (shape.growthAsked > 0) {
                askToGrow(work, shape, 0);
            }
        }
    }

    /// @param wanted how many places there should be
    /// @param isElastic whether those beyond the size with which it starts are only welcome
    private void balance(Workload work, PodShape shape, int wanted, boolean isElastic) {
        for (String node : shape.slots.freeNodes()) {
            boolean isFull = isFull(shape, node);
            String useless = "";
            if (isFull) {
                races.lost(work, node);
                useless = "other programs have taken its place on node " + node;
            } else if (isClosed(work, node)) {
                useless = "node " + node + " takes no more pods";
            }
            while (shape.slots.free(node) > 0
                    && (!useless.isEmpty() || shape.slots.total() > Math.max(wanted, shape.placed))) {
                release(work, shape, node, useless);
            }
        }
        int missing = Math.max(0, wanted - shape.slots.total());
        int needed = isElastic ? Math.clamp(startSize(work) - shape.slots.total(), 0, missing) : missing;
        if (needed != shape.partsAsked) {
            ask(work, shape, needed);
        }
        if (missing - needed != shape.growthAsked) {
            askToGrow(work, shape, missing - needed);
        }
    }

    /// Returns with how many pods a job starts.
    private int startSize(Workload work) {
        JobTable table = here.engine().table();
        int job = table.indexOf(work.id);
        return job == JobTable.NO_JOB
                ? 0
                : table.job(job).parts().map(JobParts::initial).orElse(0);
    }

    private void ask(Workload work, PodShape shape, int parts) {
        shape.partsAsked = parts;
        here.events().accept(new Event.PartsWanted(work.id, parts, shape.part));
    }

    private void askToGrow(Workload work, PodShape shape, int parts) {
        shape.growthAsked = parts;
        here.events().accept(new Event.GrowthWanted(work.id, parts));
    }

    /// Whether the only place of a job is free and on a node that takes no more pods.
    boolean isPlaceLost(Workload work) {
        String node = work.shape().slots.firstFree();
        if (node.isEmpty() || !(isClosed(work, node) || isFull(work.shape(), node))) {
            return false;
        }
        add(work.avoided, work, node);
        return true;
    }

    /// Whether a node is gone, or takes no more pods of the job: it is closed, or has a taint that they do not
    /// tolerate.
    private boolean isClosed(Workload work, String node) {
        String path = picture.pathOf(node);
        EngineState state = here.engine().state();
        int job = state.table().indexOf(work.id);
        return path == null
                || state.machineState().closed().isClosed(path)
                || (job != JobTable.NO_JOB && !isAdmitted(state, job, path));
    }

    private static boolean isAdmitted(EngineState state, int job, String path) {
        OptionalInt vertex = state.machineState().vertex(path);
        return vertex.isPresent() && state.machine().admits(state.shape(job).request(), vertex.getAsInt());
    }

    /// Whether other programs have taken the resources of a free place: more is held of the node than it has, and the
    /// place is a part of that.
    private boolean isFull(PodShape shape, String node) {
        String path = picture.pathOf(node);
        return path != null && shape.amounts.keySet().stream().anyMatch(type -> isOvercommitted(path, type));
    }

    private boolean isOvercommitted(String node, String type) {
        MachineState machine = here.engine().state().machineState();
        OptionalInt vertex = machine.vertex(node + "/" + Basenames.of(type) + "0");
        for (int unit = 1; vertex.isPresent(); unit++) {
            if (machine.model().occupancy().availability().overcommitted(vertex.getAsInt()) > 0) {
                return true;
            }
            vertex = machine.vertex(node + "/" + Basenames.of(type) + unit);
        }
        return false;
    }

    /// @param why for people, if not because it is needed no more; empty otherwise
    private void release(Workload work, PodShape shape, String node, String why) {
        here.events().accept(new Event.PartEnded(work.id, new NodeUse(path(work, node), shape.amounts), why));
        shape.slots.remove(node);
    }

    /// Returns how many pods the Job runs at once from now on.
    static int wanted(Workload work, Job job) {
        boolean isEnding =
                Conditions.isTrue(job.json(), "SuccessCriteriaMet") || Conditions.isTrue(job.json(), "FailureTarget");
        if (isEnding) {
            return 0;
        }
        long succeeded = Math.max(job.json().number(0, "status", "succeeded"), work.succeeded.size());
        boolean isEmptied = !job.hasCompletions() && succeeded > 0;
        return isEmptied ? work.placed + work.unbound.size() : JobTranslation.podsLeft(job, succeeded);
    }
}

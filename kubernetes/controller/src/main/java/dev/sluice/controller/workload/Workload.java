package dev.sluice.controller.workload;

import dev.sluice.controller.intake.Gates;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.intake.NotHonoured;
import dev.sluice.controller.intake.PlacementPath;
import dev.sluice.controller.intake.PodGroupName;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.object.Times;
import dev.sluice.queue.record.Share;
import dev.sluice.runtime.time.Clock;
import dev.sluice.scheduling.Event;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A managed Job: what the API server says of it, and what of the engine's decisions may be carried out.
final class Workload {
    /// The label of the slot of one pod.
    private static final String PART = "pod";

    /// Of a Job that does not run.
    private static final long NEVER = Long.MAX_VALUE;

    /// The Job controller writes when it has resumed a Job after it has created pods, of which many take some seconds.
    private static final long RELEASE_NANOS = 10 * Clock.NANOS_PER_SECOND;

    final long id;
    final WorkloadRef ref;

    /// What its pods hold of their nodes. All pods of a Job are alike.
    final List<PodShape> shapes = new ArrayList<>();

    /// The Job's last state; null until the first report after a restart, and when it is gone.
    @Nullable
    Job job;

    boolean isGone;

    /// The Job's final state, if it is gone and was seen to the end; null otherwise.
    @Nullable
    Job last;

    /// True as long as nothing was seen of its object since a restart, and if the end of the object was missed: how
    /// it ended is not known then.
    boolean isUnobserved;

    /// Whether its job has ended in the queue.
    boolean hasEnded;

    /// True of a pod that was placed past the queue: it is other schedulers' work then.
    boolean isForeign;

    /// The attempt whose start is durable and may be carried out, from 1; 0 if none.
    int released;

    /// Whether the decision to stop it is durable and may be carried out.
    boolean isToStop;

    /// Whether an attempt is over, after which it waits again: a part may be completed.
    boolean isReturned;

    /// Whether places were decided that its shapes do not have yet.
    boolean isOutdated;

    final Map<String, WorkloadPod> pods = new LinkedHashMap<>();

    /// The pods that wait for a node, in the order in which they appeared.
    final Set<WorkloadPod> unbound = new LinkedHashSet<>();

    /// The pods that are on a node where they have no place: another program has bound them, or a scheduler whose
    /// records are lost.
    final Set<WorkloadPod> strays = new LinkedHashSet<>();

    /// The pods that have a place, and that their Job does not control any more.
    private final Set<WorkloadPod> letGo = new LinkedHashSet<>();

    /// The job as it is to be adopted: it was released, and the engine does not know. Null if it is not.
    dev.sluice.queue.@Nullable Job found;

    /// What the job holds since before a restart, as far as no pod has been given it yet; null if nothing is left to
    /// be given.
    @Nullable
    RestoredShares restored;

    /// How many pods hold resources of a node.
    int holding;

    /// How many pods have taken a place: they are bound or pinned, or are about to be.
    int placed;

    /// The pods that have succeeded, by UID: the Job's status counts them later.
    final Set<String> succeeded = new HashSet<>();

    /// How many pods nodes have refused.
    int refusedPods;

    /// Whether a pod has failed; of a group, which replaces none.
    boolean hasFailed;

    /// How the first pod of the attempt has failed; null if none has. A Job's pods that nodes refused do not count.
    @Nullable
    PodFailure failure;

    /// Why the attempt is to be undone; empty if it is not.
    String undo = "";

    /// The paths of the nodes that failed the attempt: their kubelets have refused pods.
    final List<String> failedOn = new ArrayList<>();

    /// The paths of nodes that do not suit the attempt, through no fault of theirs.
    final List<String> avoided = new ArrayList<>();

    /// The nodes of the attempt before, if none of its containers started in time: they or the Job are to blame.
    final Set<String> suspects = new TreeSet<>();

    /// The paths of the nodes where the default scheduler has found no room for its pods, until its pods have started;
    /// and why it found none.
    final SortedSet<String> excluded = new TreeSet<>();

    String excludedFor = "";

    /// Whether a container of the attempt has run. Pods of earlier attempts do not count.
    boolean hasStarted;

    /// Whether the attempt is to be undone because none did in time.
    boolean isLate;

    /// The attempt whose start a timer watches.
    int timedAttempt;

    /// The attempt that was seen to be released, and when it was, or when its last pod was bound.
    int seenAttempt;

    long seenNanos;

    /// The attempt whose release the users of a group's pods have been told.
    int toldAttempt;

    /// Whether it is checked from time to time for whether any node could run it, and the last answer.
    boolean isChecked;

    String unplaceable = "";

    /// Why the object, as it is now, cannot run; empty if it can. It was submitted as it was before, and is held.
    String refused = "";

    /// The annotation from which the job's conditions were made; null if that was before a restart.
    @Nullable
    String dependsOn;

    /// Whether a call about the Job is under way or waits for its back-off.
    boolean isBusy;

    /// How many calls in a row have failed.
    int failures;

    /// How many attempts in a row could not be started, since the server denied a write; the last of them, and why.
    int denials;

    int deniedAttempt;

    String denial = "";

    /// Why it is held after these; empty if it is not. Whether that could not be written on its object.
    String heldFor = "";

    boolean isHoldDenied;

    Workload(long id, WorkloadRef ref) {
        this.id = id;
        this.ref = ref;
    }

    /// Takes what pods hold from the job's request.
    void describePods(dev.sluice.queue.Job job) {
        List<PodShape> described = new ArrayList<>();
        for (ResourceRequest slot : job.jobspec().resources()) {
            SortedMap<String, Long> amounts = new TreeMap<>();
            slot.with().forEach(each -> amounts.put(each.type(), each.count().min()));
            boolean isOnly = job.jobspec().resources().size() == 1;
            described.add(new PodShape(amounts, isOnly ? Optional.empty() : Optional.of(partOf(job, slot))));
        }
        boolean isNews = !described.stream()
                .map(shape -> shape.amounts)
                .toList()
                .equals(shapes.stream().map(shape -> shape.amounts).toList());
        if (isNews) {
            shapes.clear();
            shapes.addAll(described);
        }
    }

    private static Jobspec partOf(dev.sluice.queue.Job job, ResourceRequest slot) {
        Jobspec any = job.parts().orElseThrow().part();
        ResourceRequest one =
                ResourceRequest.slot(PART, Count.exactly(1), slot.with().toArray(ResourceRequest[]::new));
        return new Jobspec(any.version(), List.of(one), any.tasks(), any.attributes());
    }

    /// Returns the shape of a Job's pods, or of a pod without a Job.
    PodShape shape() {
        return shapes.getFirst();
    }

    /// Returns the shape of a pod. A pod that joins a group may have one of its own.
    PodShape shapeOf(WorkloadPod pod) {
        if (!ref.isGroup()) {
            return shape();
        }
        PodShape known = pod.shape;
        if (known == null) {
            known = findShape(pod.pod.json());
            pod.shape = known;
        }
        return known;
    }

    private PodShape findShape(JsonObject pod) {
        SortedMap<String, Long> amounts;
        try {
            amounts = JobTranslation.amountsOf(pod);
        } catch (NotHonoured _) {
            return shape();
        }
        for (PodShape shape : shapes) {
            if (shape.amounts.equals(amounts)) {
                return shape;
            }
        }
        PodShape another = new PodShape(amounts, Optional.of(JobTranslation.partOf(pod)));
        shapes.add(another);
        return another;
    }

    /// Takes over the places that the job holds.
    void setPlaces(List<Share> shares) {
        shapes.forEach(PodShape::wasExtended);
        if (shapes.size() == 1) {
            shape().slots.set(shares);
            return;
        }
        int[] counts = new int[shapes.size()];
        for (WorkloadPod pod : pods.values()) {
            counts[shapes.indexOf(shapeOf(pod))] += pod.pod.isTerminal() ? 0 : 1;
        }
        List<List<Share>> places = new ShapePlaces(shapes, counts).of(shares);
        for (int i = 0; i < counts.length; i++) {
            shapes.get(i).slots.set(places.get(i));
        }
    }

    /// Returns what the engine is told when the attempt is undone.
    ///
    /// @param otherwise why, if that was forgotten over a restart
    Event.JobLost lost(String otherwise) {
        return new Event.JobLost(id, failedOn, avoided, undo.isEmpty() ? otherwise : undo);
    }

    /// Returns the nodes where places wait for pods.
    Set<String> freeNodes() {
        Set<String> nodes = new LinkedHashSet<>();
        shapes.forEach(shape -> nodes.addAll(shape.slots.freeNodes()));
        return nodes;
    }

    /// Returns the nodes where it has places, each once.
    List<String> nodes() {
        return shapes.stream()
                .flatMap(shape -> shape.slots.nodes().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /// Returns the attempt that the Job was last released for; 0 if none.
    static int attemptOf(Job job) {
        return attemptOf(job.json());
    }

    static int attemptOf(JsonObject object) {
        return number(object, SluiceNames.ATTEMPT);
    }

    /// Returns the attempt that was last undone; 0 if none.
    static int undoneOf(Job job) {
        return number(job.json(), SluiceNames.UNDONE);
    }

    /// Returns how many attempts in a row have ended because no container started.
    static int startFailuresOf(Job job) {
        return number(job.json(), SluiceNames.START_FAILURES);
    }

    /// Returns why an object is held; empty if it is not. The annotation holds it, whatever its value.
    static String holdOf(JsonObject object) {
        JsonObject annotations = object.object("metadata", "annotations");
        if (!annotations.has(SluiceNames.HOLD)) {
            return "";
        }
        String why = annotations.text(SluiceNames.HOLD);
        return why.isEmpty() ? "annotation " + SluiceNames.HOLD : why;
    }

    /// Returns why an object of this workload is held, by its user or by us; empty if it is not.
    String heldBy(JsonObject object) {
        return refused.isEmpty() ? holdOf(object) : refused;
    }

    /// Returns the objects on which Events tell of it: a group of ours is no object, so its pods.
    List<WorkloadRef> told() {
        return ref.isGroup()
                ? pods.values().stream()
                        .map(pod -> new WorkloadRef(WorkloadRef.POD, pod.key, pod.uid))
                        .toList()
                : List.of(ref);
    }

    private static int number(JsonObject job, String annotation) {
        try {
            return Integer.parseInt(job.text("metadata", "annotations", annotation));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /// Whether a state of an object is not older than the one that is known: answers and the watch overtake each other.
    ///
    /// @param known empty if none is
    static boolean isNewer(JsonObject json, JsonObject known) {
        return Informer.versionNumber(KubeObjects.resourceVersion(json))
                >= Informer.versionNumber(KubeObjects.resourceVersion(known));
    }

    /// Notes a pod's present state, unless a newer one is known.
    void see(WorkloadPod pod, JsonObject json) {
        if (!isNewer(json, pod.pod.json())) {
            return;
        }
        boolean hadPlace = !pod.node.isEmpty();
        boolean hadFailed = pod.pod.hasFailed();
        holding -= pod.isHolding() ? 1 : 0;
        pod.see(json);
        holding += pod.isHolding() ? 1 : 0;
        hasStarted |= pod.hasStarted() && (hadPlace || isOfAttempt(json));
        if (ref.isJob() && !isMember(json)) {
            letGo.add(pod);
        } else if (pod.pod.hasSucceeded()) {
            succeeded.add(pod.uid);
        }
        hasFailed |= pod.pod.hasFailed();
        if (pod.pod.hasFailed() && !hadFailed && failure == null && !(ref.isJob() && pod.isRefused())) {
            failure = PodFailure.of(pod.pod);
        }
        if (pod.pod.isTerminal()) {
            leavePlace(pod);
            strays.remove(pod);
        } else if (!pod.whereabouts().isEmpty() && !pod.node.equals(pod.whereabouts())) {
            // Bound by another program, or bound or pinned before a restart.
            leavePlace(pod);
            if (released > 0 && shapeOf(pod).slots.free(pod.whereabouts()) > 0) {
                takePlace(pod, pod.whereabouts());
            } else if (!pod.isGivenUp) {
                strays.add(pod);
            }
        }
        if (pod.isToBePlaced()) {
            unbound.add(pod);
        } else {
            unbound.remove(pod);
        }
    }

    /// Whether a pod that has no place was created since the Job was released. Pods of earlier attempts stay there once
    /// they have ended.
    private boolean isOfAttempt(JsonObject pod) {
        if (!ref.isJob()) {
            return true;
        }
        Job its = job;
        long released = its == null || its.isSuspended()
                ? NEVER
                : Times.parse(its.json().text("status", "startTime"), NEVER);
        return Times.parse(pod.text("metadata", "creationTimestamp"), 0) >= released - RELEASE_NANOS;
    }

    /// Whether its Job was released for the attempt and is suspended again, by us or by its user.
    boolean isSuspendedAgain() {
        Job its = job;
        return released > 0 && its != null && its.isSuspended() && attemptOf(its) >= released;
    }

    /// Whether a pod is on a node, or may be.
    boolean hasWhereabouts() {
        return pods.values().stream().anyMatch(pod -> !pod.whereabouts().isEmpty());
    }

    /// Notes that a pod is gone.
    void forget(WorkloadPod pod) {
        holding -= pod.isHolding() ? 1 : 0;
        leavePlace(pod);
        unbound.remove(pod);
        strays.remove(pod);
        letGo.remove(pod);
        pods.remove(pod.uid);
    }

    /// Whether nothing more is to be heard of it. A terminal pod of the default scheduler is not followed any more.
    boolean isOver() {
        boolean isEnded = !ref.isJob()
                && !pods.isEmpty()
                && pods.values().stream().allMatch(pod -> pod.pod.isTerminal() && pod.path() == PlacementPath.GATE);
        return isEnded || (isGone && pods.isEmpty());
    }

    /// Whether a Job whose job has ended in the queue still waits: what it depends on has not come about.
    boolean isCancelled(JsonObject json) {
        Job now = new Job(json);
        return !isForeign
                && !isGone
                && released == 0
                && now.isSuspended()
                && !now.isFinished()
                && !Dependencies.textOf(json).isEmpty();
    }

    /// Whether a pod is the workload itself, its Job controls it, or its label names the group.
    boolean isMember(JsonObject json) {
        if (ref.isGroup()) {
            return PodGroupName.of(json)
                    .map(name -> name.ref().uid().equals(ref.uid()))
                    .orElse(false);
        }
        JsonObject owner = Owners.controller(json);
        String uid = ref.isJob() && owner != null ? owner.text("uid") : KubeObjects.uid(json);
        return uid.equals(ref.uid());
    }

    /// Returns how many places of the Job pods have that it does not control any more. It replaces them.
    int placesLetGo() {
        return (int) letGo.stream().filter(pod -> !pod.node.isEmpty()).count();
    }

    /// Whether a pod joins the group: no other program holds it back, or it was released with the group before a
    /// restart.
    boolean mayTake(JsonObject json) {
        boolean isReady = ReleasedWork.isReleased(json)
                || Gates.others(json.object("spec")).isEmpty();
        return !hasEnded && isReady && new Pod(json).isActive();
    }

    void takePlace(WorkloadPod pod, String node) {
        shapeOf(pod).slots.take(node);
        shapeOf(pod).placed++;
        hasStarted |= pod.hasStarted();
        pod.node = node;
        pod.isPlaceReleased = false;
        placed++;
        unbound.remove(pod);
        strays.remove(pod);
    }

    void leavePlace(WorkloadPod pod) {
        if (!pod.node.isEmpty()) {
            shapeOf(pod).slots.leave(pod.node);
            shapeOf(pod).placed--;
            pod.node = "";
            placed--;
        }
        if (pod.isToBePlaced()) {
            unbound.add(pod);
        }
    }

    /// Forgets the attempt.
    void clearAttempt() {
        isReturned = released > 0;
        released = 0;
        isToStop = false;
        restored = null;
        shapes.forEach(PodShape::endAttempt);
        undo = "";
        failure = null;
        failedOn.clear();
        avoided.clear();
        hasStarted = false;
        isLate = false;
        timedAttempt = 0;
        seenAttempt = 0;
        toldAttempt = 0;
    }
}

package dev.sluice.controller.workload;

import dev.sluice.controller.call.Calls;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.intake.NotHonoured;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.controller.sync.Source;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.object.Pod;
import dev.sluice.queue.image.JobTable;
import dev.sluice.runtime.id.TimeOrderedIds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.drive.Effects;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The managed Jobs. Submits them to the engine, follows them and their pods, and carries out what the engine
/// decides.
public final class Workloads implements OwnWork, Effects {
    private final Engine engine;
    private final JobTranslation translation;
    private final Clock clock;
    private final JobReconciler reconciler;
    private final PodReconciler podReconciler;
    private final PodPlaces places;
    private final Refusals refusals;
    private final Map<String, Workload> byUid = new HashMap<>();
    private final Map<Long, Workload> byId = new HashMap<>();

    /// The workloads to be looked at.
    private final Set<Workload> due = new LinkedHashSet<>();

    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private @Nullable TimeOrderedIds ids;

    /// @param paths where a node is in the graph, by its name
    public Workloads(
            Engine engine,
            JobTranslation translation,
            Calls calls,
            Timers timers,
            Clock clock,
            Function<String, @Nullable String> paths) {
        this.engine = engine;
        this.translation = translation;
        this.clock = clock;
        this.places = new PodPlaces(engine, calls, timers, clock, paths, events::add, due::add);
        ObjectCalls objectCalls = new ObjectCalls(calls, timers, clock, due::add);
        this.reconciler = new JobReconciler(engine, objectCalls, places, clock, events::add);
        this.podReconciler = new PodReconciler(engine, objectCalls, places, clock, events::add);
        this.refusals = new Refusals(calls);
    }

    /// Takes over the jobs of a restarted engine. Their objects are reported later.
    public void restore() {
        JobTable table = engine.table();
        for (int job = 0; job < table.size(); job++) {
            if (!table.isFree(job) && !table.state(job).isFinal()) {
                restore(job);
            }
        }
    }

    private void restore(int job) {
        JobTable table = engine.table();
        WorkloadRef.of(table.job(job).jobspec()).ifPresent(ref -> {
            Workload work = add(table.job(job), ref);
            if (table.isStarted(job)) {
                release(work, job);
                work.hasStarted = table.confirmedNanos(job) != JobTable.NEVER;
            }
        });
    }

    private Workload add(dev.sluice.queue.Job job, WorkloadRef ref) {
        Workload work = new Workload(job.id(), ref);
        job.parts().ifPresent(work::describePod);
        byUid.put(ref.uid(), work);
        byId.put(work.id, work);
        return work;
    }

    private long nextId() {
        if (ids == null) {
            // Jobs that have ended count too: late reports may name them.
            long last = LongStream.concat(
                            byId.keySet().stream().mapToLong(Long::longValue),
                            engine.table().finished().all().keySet().stream().mapToLong(Long::longValue))
                    .max()
                    .orElse(TimeOrderedIds.NONE_ISSUED);
            ids = new TimeOrderedIds(clock, 0, last);
        }
        return ids.next();
    }

    @Override
    public void jobChanged(JsonObject json) {
        String uid = KubeObjects.uid(json);
        Workload work = byUid.get(uid);
        if (work == null) {
            submit(json);
        } else if (isNewer(json, work.job)) {
            work.job = new Job(json);
            changeIfWaiting(work, json);
            due.add(work);
        }
    }

    /// An answer to a call may have been newer than what the watch reports now.
    private static boolean isNewer(JsonObject json, @Nullable Job known) {
        return known == null
                || Informer.versionNumber(KubeObjects.resourceVersion(json))
                        >= Informer.versionNumber(KubeObjects.resourceVersion(known.json()));
    }

    private void submit(JsonObject json) {
        Job job = new Job(json);
        if (!isOurs(json) || job.isFinished() || !job.isSuspended() || KubeObjects.isTerminating(json)) {
            return;
        }
        try {
            submitted(json, translation.translate(json, nextId(), 0)).job = job;
            refusals.withdraw(job);
        } catch (NotHonoured e) {
            refusals.refuse(job, e.reason());
        }
    }

    /// Whether intake has prepared the Job for us.
    private static boolean isOurs(JsonObject json) {
        return json.text("spec", "template", "spec", "schedulerName").equals(SluiceNames.SCHEDULER)
                && !json.text("metadata", "labels", SluiceNames.QUEUE).isEmpty();
    }

    /// Tells the engine of a waiting Job whose spec has changed.
    private void changeIfWaiting(Workload work, JsonObject json) {
        int index = engine.table().indexOf(work.id);
        if (index == JobTable.NO_JOB || !engine.table().state(index).isWaiting()) {
            return;
        }
        try {
            dev.sluice.queue.Job before = engine.table().job(index);
            dev.sluice.queue.Job now =
                    translation.translate(json, work.id, before.queuePriority().priority());
            if (!now.equals(before)) {
                now.parts().ifPresent(work::describePod);
                events.add(new Event.JobChanged(now));
            }
        } catch (NotHonoured e) {
            // The job stays as it was submitted until its spec is mended.
            refusals.refuse(new Job(json), e.reason());
        }
    }

    @Override
    public void jobGone(JsonObject json) {
        Workload work = byUid.get(KubeObjects.uid(json));
        if (work != null) {
            work.job = null;
            work.isGone = true;
            due.add(work);
        }
        refusals.gone(KubeObjects.uid(json));
    }

    @Override
    public void listed(Source source) {
        for (Workload work : byUid.values()) {
            boolean isMissing = work.ref.isPod()
                    ? source == Source.OWN_PODS && work.pods.isEmpty()
                    : source == Source.JOBS && work.job == null;
            if (isMissing) {
                work.isGone = true;
                due.add(work);
            }
        }
    }

    @Override
    public void podChanged(JsonObject json) {
        Workload work = workOf(json);
        if (work == null) {
            work = submitPod(json);
        }
        if (work == null) {
            return;
        }
        WorkloadPod pod = work.pods.computeIfAbsent(KubeObjects.uid(json), _ -> new WorkloadPod(json));
        String node = pod.node;
        boolean wasTerminal = pod.pod.isTerminal();
        work.see(pod, json);
        if (pod.isRefused() && !wasTerminal && !node.isEmpty()) {
            places.refused(work, pod, node);
        }
        due.add(work);
    }

    @Override
    public void podGone(JsonObject json) {
        Workload work = workOf(json);
        WorkloadPod pod = work == null ? null : work.pods.get(KubeObjects.uid(json));
        if (work != null && pod != null) {
            work.forget(pod);
            work.isGone |= work.ref.isPod();
            due.add(work);
        }
    }

    /// A pod belongs to its Job, or is a job of its own.
    private @Nullable Workload workOf(JsonObject pod) {
        JsonObject owner = Owners.controller(pod);
        Workload ofOwner = owner == null ? null : byUid.get(owner.text("uid"));
        return ofOwner != null ? ofOwner : byUid.get(KubeObjects.uid(pod));
    }

    /// Submits a pod that no Job owns, if intake has prepared it and nothing else has bound it.
    private @Nullable Workload submitPod(JsonObject json) {
        Pod pod = new Pod(json);
        JsonObject owner = Owners.controller(json);
        boolean isOfJob = owner != null && owner.text("kind").equals(WorkloadRef.JOB);
        boolean isGated = JobWrites.hasGate(json);
        if (isOfJob || !isGated || pod.isPlaced() || !pod.isActive()) {
            return null;
        }
        try {
            return submitted(json, translation.translatePod(json, nextId(), json.number(0, "spec", "priority")));
        } catch (NotHonoured e) {
            refusals.refusePod(json, e.reason());
            return null;
        }
    }

    private Workload submitted(JsonObject json, dev.sluice.queue.Job queued) {
        Workload work = add(queued, WorkloadRef.of(queued.jobspec()).orElseThrow());
        events.add(new Event.JobSubmitted(queued));
        if (!json.text("metadata", "annotations", SluiceNames.HOLD).isEmpty()) {
            events.add(new Event.JobHeld(work.id));
        }
        return work;
    }

    @Override
    public void act(Consumer<Event> told) {
        if (!events.isEmpty()) {
            // The engine must know of these first.
            drain(told);
            return;
        }
        List<Workload> now = new ArrayList<>(due);
        due.clear();
        for (Workload work : now) {
            if (work.ref.isPod()) {
                podReconciler.reconcile(work);
            } else {
                reconciler.reconcile(work);
            }
            if (work.isGone && engine.table().indexOf(work.id) == JobTable.NO_JOB && work.pods.isEmpty()) {
                byUid.remove(work.ref.uid());
                byId.remove(work.id);
            }
        }
        drain(told);
    }

    private void drain(Consumer<Event> told) {
        for (Event event = events.poll(); event != null; event = events.poll()) {
            told.accept(event);
        }
    }

    @Override
    public OptionalLong jobOf(JsonObject json, String path) {
        Workload work = workOf(json);
        WorkloadPod pod = work == null ? null : work.pods.get(KubeObjects.uid(json));
        boolean hasPlace = pod != null && !pod.node.isEmpty() && pod.node.equals(new Pod(json).nodeName());
        return work != null && hasPlace ? OptionalLong.of(work.id) : OptionalLong.empty();
    }

    /// A whole share stays with the job, which decides whether another pod will take it.
    @Override
    public boolean isReleased(long job, NodeUse share) {
        Workload work = byId.get(job);
        if (work == null || share.amounts().equals(work.podAmounts)) {
            return false;
        }
        work.slots.remove(share.node().substring(share.node().lastIndexOf('/') + 1));
        return true;
    }

    @Override
    public boolean expectsPods(long job) {
        Workload work = byId.get(job);
        return work != null && work.released > 0;
    }

    @Override
    public void carryOut(List<Decision> decisions) {
        for (Decision decision : decisions) {
            switch (decision) {
                case Decision.Start it -> released(it.job());
                case Decision.Extend it -> released(it.job());
                case Decision.Stop it -> look(it.job());
                case Decision.Requeue it -> look(it.job());
                case Decision.Refuse it -> refuse(it.job(), it.reason().sentence());
                default -> {}
            }
        }
    }

    private void released(long id) {
        Workload work = byId.get(id);
        int job = engine.table().indexOf(id);
        if (work != null && job != JobTable.NO_JOB && engine.table().isStarted(job)) {
            release(work, job);
            due.add(work);
        }
    }

    private void release(Workload work, int job) {
        work.released = engine.table().lostCount(job) + 1;
        work.slots.set(engine.state().machineState().sharesOf(job));
        work.partsAsked = 0;
    }

    private void look(long id) {
        Workload work = byId.get(id);
        if (work != null) {
            due.add(work);
        }
    }

    private void refuse(long id, String why) {
        Workload work = byId.get(id);
        if (work != null && work.job != null) {
            refusals.refuse(work.job, why);
        }
    }
}

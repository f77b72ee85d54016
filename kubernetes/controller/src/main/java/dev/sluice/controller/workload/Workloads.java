package dev.sluice.controller.workload;

import dev.sluice.controller.call.Calls;
import dev.sluice.controller.intake.IntakeOptions;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.controller.sync.Source;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.drive.Effects;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The managed Jobs and pods. Submits them to the engine, follows them, and carries out what the engine decides.
public final class Workloads implements OwnWork, Effects {
    private final Engine engine;
    private final WorkloadIndex index;
    private final Adoptions adoptions;
    private final Submissions submissions;
    private final JobReconciler reconciler;
    private final PodReconciler podReconciler;
    private final GroupReconciler groupReconciler;
    private final PodReports pods;
    private final PodPlaces places;
    private final Refusals refusals;
    private final Unplaceable unplaceable;
    private final ReleasedWork releasedWork;

    private final LostRaces races;
    private final Quarantines quarantines;
    private final FreePlaces freePlaces = new FreePlaces();

    /// The workloads to be looked at.
    private final Set<Workload> due = new LinkedHashSet<>();

    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private final Set<Source> listed = EnumSet.noneOf(Source.class);

    /// What the graph knows of nodes and pods.
    public interface Picture {
        /// Returns where a node is in the graph; null if it is not there.
        @Nullable
        String pathOf(String node);

        /// A pod that counted as other schedulers' work is a job's from now on.
        void podTaken(JsonObject pod);

        /// Returns what a job holds for a pod, by its UID; null if nothing.
        @Nullable
        SortedMap<String, Long> heldFor(String pod);
    }

    /// @param startNanos how long an attempt may take until a container starts
    public Workloads(
            Engine engine,
            JobTranslation translation,
            IntakeOptions intake,
            long startNanos,
            Calls calls,
            Timers timers,
            Clock clock,
            NoticeListener notices,
            Picture picture) {
        this.engine = engine;
        this.index = new WorkloadIndex(clock);
        Notices told = new Notices(calls, clock, index, notices);
        Surroundings here = new Surroundings(engine, calls, timers, clock, events::add, due::add, told, startNanos);
        this.races = new LostRaces(told);
        this.quarantines = new Quarantines(here);
        this.refusals = new Refusals(here);
        this.adoptions = new Adoptions(here, refusals, intake.excludedNamespaces());
        this.submissions = new Submissions(here, translation, index, refusals, adoptions);
        this.releasedWork = new ReleasedWork(here, index, picture);
        this.places = new PodPlaces(here, picture, races);
        this.pods = new PodReports(here, index, submissions, refusals, places, races, this::isListed);
        this.unplaceable = new Unplaceable(here);
        PodBindings bindings = new PodBindings(here, places);
        this.reconciler = new JobReconciler(here, submissions, places, bindings, pods::past);
        this.podReconciler = new PodReconciler(here, places, bindings);
        this.groupReconciler = new GroupReconciler(here, places, bindings, this::arePodsListed, pods::dissolve);
    }

    /// Returns how many decided places were lost, by the scheduler that took them. Any thread may ask.
    public Map<String, Long> lostRaces() {
        return races.counts();
    }

    /// Returns how many nodes are in quarantine. Any thread may ask.
    public int quarantined() {
        return quarantines.count();
    }

    /// Returns the objects of a name that cannot run as they are. Any thread may ask.
    public List<Refused> refused(ObjectKey key) {
        return refusals.of(key);
    }

    /// Takes over the jobs of a restarted engine. Their objects are reported later.
    public void restore() {
        quarantines.publish();
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
            Workload work = index.add(table.job(job), ref);
            work.isUnobserved = true;
            work.excluded.addAll(engine.state().lacking().excluded(work.id));
            if (table.isStarted(job)) {
                release(work, job);
                work.restored = new RestoredShares(engine.state().machineState().sharesOf(job), work.shapes);
                work.hasStarted = table.confirmedNanos(job) != JobTable.NEVER;
                work.isToStop = table.state(job) == JobState.STOPPING;
            }
        });
    }

    @Override
    public void namespaceChanged(String name, boolean isManaged) {
        adoptions.namespaceChanged(name, isManaged).forEach(submissions::submit);
        if (isManaged) {
            adoptions.takePods(name).forEach(pods::changed);
        }
    }

    @Override
    public void priorityClassChanged(JsonObject priorityClass, boolean isGone) {
        submissions.priorityClassChanged(priorityClass, isGone);
    }

    @Override
    public void limitRangeChanged(JsonObject limitRange, boolean isGone) {
        submissions.limitRangeChanged(limitRange, isGone);
    }

    @Override
    public void jobChanged(JsonObject json) {
        follow(json);
        submissions.seen(json);
    }

    private void follow(JsonObject json) {
        Workload work = index.ofObject(KubeObjects.uid(json));
        if (work != null && work.isCancelled(json) && isKnown(work.id) && hasEnded(work.id)) {
            // What it depended on did not come about. It may depend on something else now.
            index.remove(work);
            work = null;
        }
        if (work == null) {
            submissions.submit(json);
            return;
        }
        JsonObject before = work.job == null ? JsonObject.EMPTY : work.job.json();
        if (Workload.isNewer(json, before)) {
            work.job = new Job(json);
            work.isUnobserved = false;
            DeniedWrites.changed(work, before, json);
            submissions.startedChanged(work, before, json);
            submissions.changed(work, json);
            complete(work);
            due.add(work);
        }
    }

    /// Adds what a queued Job lacks of what intake writes: it may be older than this version.
    private void complete(Workload work) {
        int job = engine.table().indexOf(work.id);
        boolean isWaiting = job != JobTable.NO_JOB && engine.table().state(job).isWaiting();
        if (isWaiting && work.job != null) {
            adoptions.complete(work.job.json(), _ -> complete(work));
        }
    }

    @Override
    public void jobGone(JsonObject json, boolean isMissed) {
        Workload work = index.ofObject(KubeObjects.uid(json));
        if (work != null) {
            work.job = null;
            work.last = new Job(json);
            work.isUnobserved = isMissed;
            work.isGone = true;
            due.add(work);
        }
        submissions.gone(json, isMissed);
    }

    @Override
    public void listed(Source source) {
        listed.add(source);
        if (isListed()) {
            pods.takeReleased();
            index.all().stream()
                    .filter(work -> work.found != null || work.restored != null || !work.strays.isEmpty())
                    .forEach(due::add);
        }
        if (source == Source.PRIORITY_CLASSES) {
            submissions.prioritiesListed();
        } else if (source == Source.LIMIT_RANGES) {
            submissions.limitRangesListed();
        } else if (source == Source.NAMESPACES) {
            adoptions.namespacesListed();
        }
        boolean isOfPods = source == Source.OWN_PODS || source == Source.FOREIGN_PODS;
        if (isOfPods && arePodsListed()) {
            pods.listed();
        } else if (source == Source.JOBS) {
            index.all().stream()
                    .filter(work -> work.ref.isJob() && work.job == null)
                    .forEach(work -> {
                        work.isGone = true;
                        due.add(work);
                    });
        }
    }

    /// Whether everything that existed at the start has been reported.
    private boolean isListed() {
        return listed.containsAll(EnumSet.allOf(Source.class));
    }

    private boolean arePodsListed() {
        return listed.contains(Source.OWN_PODS) && listed.contains(Source.FOREIGN_PODS);
    }

    @Override
    public void podChanged(JsonObject json) {
        pods.changed(json);
        foreignChanged(json);
    }

    /// Work of another scheduler may leave no room for the pods that places wait for.
    private void foreignChanged(JsonObject json) {
        if (index.ofPod(json) == null) {
            nodeChanged(new Pod(json).nodeName());
        }
    }

    @Override
    public void nodeChanged(String name) {
        due.addAll(freePlaces.on(name));
    }

    @Override
    public void podGone(JsonObject json, boolean isMissed) {
        pods.gone(json, isMissed);
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
            if (work.found != null) {
                if (isListed()) {
                    pods.gather(work);
                    releasedWork.adopt(work);
                }
                continue;
            }
            refresh(work);
            if (isListed()) {
                places.settleRestored(work);
            }
            boolean isOver = hasEnded(work.id);
            work.hasEnded |= isOver;
            if (work.ref.isPod()) {
                podReconciler.reconcile(work);
            } else if (work.ref.isGroup()) {
                groupReconciler.reconcile(work);
            } else if (isOver && work.job != null && work.isCancelled(work.job.json())) {
                refusals.refuse(
                        work.job,
                        "annotation " + SluiceNames.DEPENDS_ON + " (" + Dependencies.textOf(work.job.json())
                                + ") can no longer be met");
            } else {
                reconciler.reconcile(work);
            }
            freePlaces.note(work, isOver);
            if (isOver && work.isOver()) {
                index.remove(work);
            } else if (!isOver) {
                unplaceable.add(work);
            }
        }
        drain(told);
    }

    /// Whether the engine has handled the job's submission.
    private boolean isKnown(long id) {
        return engine.table().indexOf(id) != JobTable.NO_JOB
                || engine.table().finished().find(id).isPresent();
    }

    private boolean hasEnded(long id) {
        int job = engine.table().indexOf(id);
        return job == JobTable.NO_JOB || engine.table().state(job).isFinal();
    }

    private void drain(Consumer<Event> told) {
        for (Event event = events.poll(); event != null; event = events.poll()) {
            told.accept(event);
            endOf(event).ifPresent(id -> {
                // It leaves the index if its object is gone, too: its name means nothing to dependents then.
                look(id);
                due.addAll(index.takeDependents(id));
            });
        }
    }

    private static OptionalLong endOf(Event event) {
        return switch (event) {
            case Event.JobFinished it -> OptionalLong.of(it.job());
            case Event.JobFailed it -> OptionalLong.of(it.job());
            case Event.JobTimedOut it -> OptionalLong.of(it.job());
            case Event.JobCancelled it -> OptionalLong.of(it.job());
            case Event.JobVanished it -> OptionalLong.of(it.job());
            default -> OptionalLong.empty();
        };
    }

    @Override
    public Optional<Place> placeOf(JsonObject json, String node) {
        Workload work = index.ofPod(json);
        WorkloadPod pod = work == null ? null : work.pods.get(KubeObjects.uid(json));
        return work != null && pod != null && pod.node.equals(node)
                ? Optional.of(places.placeOf(work, pod, json))
                : Optional.empty();
    }

    /// A whole share stays with the job, which decides whether another pod will take it.
    @Override
    public boolean isReleased(String pod, Place place, NodeUse share) {
        Workload work = index.ofJob(place.job());
        return work != null && places.ended(work, pod, place, share);
    }

    @Override
    public boolean expectsPods(long job) {
        JobTable table = engine.table();
        return ExpectedPods.mayCome(index.ofJob(job), table, table.indexOf(job));
    }

    @Override
    public void carryOut(List<Decision> decisions) {
        for (Decision decision : decisions) {
            switch (decision) {
                case Decision.Start it -> released(it.job());
                case Decision.Adopt it -> released(it.job());
                case Decision.Extend it -> released(it.job());
                case Decision.Stop it -> stop(it.job());
                case Decision.Requeue it -> look(it.job());
                case Decision.Refuse it -> refuse(it.job(), it.reason().sentence());
                case Decision.Quarantine it -> quarantines.began(it);
                default -> {}
            }
        }
    }

    private void released(long id) {
        Workload work = index.ofJob(id);
        int job = engine.table().indexOf(id);
        if (work != null && job != JobTable.NO_JOB && engine.table().isStarted(job)) {
            work.isOutdated = true;
            due.add(work);
        }
    }

    /// Takes the places from the engine that were decided. Not before all events have been handled: the places of ended
    /// parts would come back.
    private void refresh(Workload work) {
        int job = engine.table().indexOf(work.id);
        if (work.isOutdated && job != JobTable.NO_JOB && engine.table().isStarted(job)) {
            release(work, job);
        }
        work.isOutdated = false;
    }

    private void release(Workload work, int job) {
        work.released = engine.table().lostCount(job) + 1;
        work.setPlaces(engine.state().machineState().sharesOf(job));
    }

    private void stop(long id) {
        Workload work = index.ofJob(id);
        if (work != null) {
            work.isToStop = true;
            due.add(work);
        }
    }

    private void look(long id) {
        Workload work = index.ofJob(id);
        if (work != null) {
            due.add(work);
        }
    }

    private void refuse(long id, String why) {
        Workload work = index.ofJob(id);
        if (work != null && work.job != null) {
            refusals.refuse(work.job, why);
        }
    }
}

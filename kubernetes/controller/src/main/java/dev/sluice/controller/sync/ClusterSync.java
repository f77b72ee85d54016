package dev.sluice.controller.sync;

import dev.sluice.controller.sync.DeltaInbox.Batch;
import dev.sluice.controller.sync.DeltaInbox.Delta;
import dev.sluice.controller.topology.NodeReader;
import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.time.Clock;
import dev.sluice.scheduling.Event;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The inbox of an engine that follows a cluster: turns what the informers saw into events, each time the engine
/// asks for one. Belongs to the engine's thread.
///
/// The engine's machine then equals the cluster as of [#version]: that is what an audit compares.
///
/// Informers list at their own pace. What depends on other sources waits for them: the objects of a source are
/// reported when all needed sources before it, in the order of [Source], are listed. So nodes are known before their
/// pods, and Jobs before theirs. Our own work acts when all are listed and the engine has handled what they
/// say; until then nothing follows from an object that only seems to be absent.
///
/// A batch of many changes, such as the first list, is applied in slices: the engine handles what follows from one
/// before the next one is applied. Whatever depends on the whole batch waits for the last one.
public final class ClusterSync implements Supplier<Optional<Event>> {

    /// Changes that are applied at once: so few that events are garbage before the collector has to copy them. With
    /// 150,000 at once it spent more time than the engine. Everyday batches are smaller and stay whole.
    static final int SLICE_MAX = 1000;

    /// For so long the machine is taken to be as it was last seen. A restarted API server is back by then, and
    /// what other schedulers place in a minute is a lost race or two. After hours most places could be taken.
    static final long UNSEEN_NANOS_MAX = 60 * Clock.NANOS_PER_SECOND;

    private final DeltaInbox inbox;
    private final TopologyOptions topology;
    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private final NodeSync nodes;
    private final PodSync pods;
    private final OwnWork work;
    private final Set<Source> needed;
    private final Set<Source> listed = EnumSet.noneOf(Source.class);

    /// Read by other threads.
    private volatile boolean isWhole;

    /// Whether something was reported to our own work since it acted last.
    private boolean isActDue;

    /// What is left of the batch that was taken last, in this order.
    private final ArrayDeque<Section> sections = new ArrayDeque<>();

    private Batch batch = Batch.EMPTY;

    private long unseenSinceNanos = Batch.NEVER_NANOS;

    /// A part of a batch.
    ///
    /// @param deltas not yet applied
    /// @param versions that are reached when they are
    private record Section(Iterator<Delta> deltas, Map<Source, Long> versions) {}

    /// What waits until the sources before it are listed: the last state of each object, by UID.
    private final Map<Source, Map<String, Delta>> heldBack = new EnumMap<>(Source.class);

    /// The versions that [#events] leads to, and those that the engine has reached.
    private Map<Source, Long> arriving = Map.of();

    private Map<Source, Long> reached = Map.of();

    /// What has changed since [#beginNotes]; null if no notes are taken.
    private @Nullable Notes notes;

    private final Set<String> ownPods = new HashSet<>();
    private long eventCount;

    /// What has changed during an audit.
    ///
    /// @param gone the UIDs of the objects that are gone
    /// @param jobs the jobs of the pods that have changed or are gone, by the pods' UIDs
    public record Notes(Set<String> gone, Map<String, Long> jobs) {
        static Notes none() {
            return new Notes(new HashSet<>(), new HashMap<>());
        }
    }

    public ClusterSync(DeltaInbox inbox, TopologyOptions topology, OwnWork work) {
        this(inbox, topology, work, Set.of());
    }

    /// @param needed the sources without which the picture is not whole
    public ClusterSync(DeltaInbox inbox, TopologyOptions topology, OwnWork work, Set<Source> needed) {
        this.needed = needed;
        this.inbox = inbox;
        this.topology = topology;
        this.work = work;
        this.nodes = new NodeSync(new NodeReader(topology), this::emit);
        this.pods = new PodSync(nodes::path, work, this::emit);
    }

    private void emit(Event event) {
        eventCount++;
        events.add(event);
    }

    /// Removes and returns the next event of the engine.
    @Override
    public Optional<Event> get() {
        applyUntilEvents();
        if (events.isEmpty()) {
            allHandled();
        }
        if (events.isEmpty()) {
            take(inbox.take());
            applyUntilEvents();
            if (events.isEmpty()) {
                allHandled();
            }
        }
        return Optional.ofNullable(events.poll());
    }

    /// All of the last batch has been applied and handled.
    private void allHandled() {
        reached = arriving;
        if (!isWhole && listed.containsAll(needed)) {
            isWhole = true;
        }
        act();
    }

    /// Lets our own work act on what was reported, once the engine has handled all of it.
    private void act() {
        if (isActDue && isWhole) {
            isActDue = false;
            work.act(this::emit);
            pods.reportTaken();
            isActDue = !events.isEmpty();
        }
    }

    private void take(Batch taken) {
        isActDue = true;
        batch = taken;
        unseenSinceNanos = taken.unseenSinceNanos();
        if (isWhole) {
            arriving = taken.versions();
            sections.add(new Section(taken.deltas().iterator(), arriving));
        } else {
            takeInOrder(taken);
        }
    }

    private void takeInOrder(Batch taken) {
        for (Delta delta : taken.deltas()) {
            heldBack.computeIfAbsent(delta.source(), _ -> new LinkedHashMap<>())
                    .put(KubeObjects.uid(delta.object()), delta);
        }
        Map<Source, Long> versions = new EnumMap<>(Source.class);
        for (Source source : Source.values()) {
            Map<String, Delta> deltas = heldBack.remove(source);
            long version = taken.versions().getOrDefault(source, 0L);
            versions.put(source, version);
            sections.add(new Section(
                    deltas == null
                            ? Collections.emptyIterator()
                            : deltas.values().iterator(),
                    Map.of(source, version)));
            if (needed.contains(source) && !listed.contains(source) && version == 0) {
                break;
            }
        }
        arriving = versions;
    }

    /// Applies slices of the batch until there is something for the engine to handle, or nothing is left.
    private void applyUntilEvents() {
        while (events.isEmpty() && !sections.isEmpty()) {
            for (int i = 0; i < SLICE_MAX && !sections.isEmpty(); i++) {
                applyNext(sections.element());
            }
            if (sections.isEmpty()) {
                batch.events().forEach(this::emit);
                batch.answers().forEach(Runnable::run);
                batch = Batch.EMPTY;
            }
        }
    }

    private void applyNext(Section section) {
        if (section.deltas().hasNext()) {
            apply(section.deltas().next());
        } else {
            sections.remove();
            section.versions().forEach(this::noteListed);
        }
    }

    private void noteListed(Source source, long version) {
        if (version > 0 && listed.add(source)) {
            work.listed(source);
        }
    }

    /// Returns whether all objects that existed at the start have been reported to the engine. Any thread may
    /// ask.
    public boolean isWhole() {
        return isWhole;
    }

    /// Returns whether the engine has been told all of what has arrived, apart from what is still in the inbox,
    /// and no nodes or pods have been out of sight for long. A part of a batch may show places as free that the
    /// rest of it takes. Belongs to the engine's thread.
    public boolean mayDecide(long nowNanos) {
        return isWhole && sections.isEmpty() && events.isEmpty() && unseenSinceNanos >= nowNanos - UNSEEN_NANOS_MAX;
    }

    private void apply(Delta delta) {
        if (delta.isGone() && notes != null) {
            notes.gone().add(KubeObjects.uid(delta.object()));
        }
        switch (delta.source()) {
            case NODES -> applyNode(delta.object(), delta.isGone());
            case FOREIGN_PODS -> applyPod(delta);
            case OWN_PODS -> {
                if (delta.isGone()) {
                    ownPods.remove(KubeObjects.uid(delta.object()));
                } else {
                    ownPods.add(KubeObjects.uid(delta.object()));
                }
                applyPod(delta);
            }
            case NAMESPACES -> work.namespaceChanged(KubeObjects.name(delta.object()), !delta.isGone());
            case PRIORITY_CLASSES -> work.priorityClassChanged(delta.object(), delta.isGone());
            case LIMIT_RANGES -> work.limitRangeChanged(delta.object(), delta.isGone());
            case JOBS -> {
                if (delta.isGone()) {
                    work.jobGone(delta.object(), delta.isMissed());
                } else {
                    work.jobChanged(delta.object());
                }
            }
        }
    }

    private void applyNode(JsonObject node, boolean isGone) {
        if (isGone) {
            nodes.gone(node);
        } else if (nodes.changed(node)) {
            pods.nodeChanged(KubeObjects.name(node));
        }
        work.nodeChanged(KubeObjects.name(node));
    }

    private void applyPod(Delta delta) {
        JsonObject pod = delta.object();
        noteJob(pod);
        if (delta.isGone()) {
            work.podGone(pod, delta.isMissed());
            pods.gone(pod);
        } else {
            work.podChanged(pod);
            pods.changed(pod);
        }
        noteJob(pod);
    }

    private void noteJob(JsonObject pod) {
        if (notes != null) {
            Map<String, Long> jobs = notes.jobs();
            String uid = KubeObjects.uid(pod);
            pods.job(uid).ifPresent(job -> jobs.put(uid, job));
        }
    }

    /// A pod is a job's from now on. It is reported again after the events that our own work is about to tell.
    public void podTaken(JsonObject pod) {
        pods.taken(pod);
    }

    /// Returns what a job holds for a pod, by its UID; null if nothing.
    public @Nullable SortedMap<String, Long> heldFor(String pod) {
        return pods.heldFor(pod);
    }

    /// Returns the resource version up to which the engine has been told all changes of a source. Only between
    /// turns of the engine: the events that [#get] returned last must have been handled.
    public long version(Source source) {
        return reached.getOrDefault(source, 0L);
    }

    /// Whether the engine has handled all events that follow from [#version].
    public boolean isSettled() {
        return events.isEmpty();
    }

    /// Starts to note what changes.
    public void beginNotes() {
        notes = Notes.none();
    }

    /// Returns what has changed since [#beginNotes], and stops taking notes.
    public Notes endNotes() {
        Notes taken = notes == null ? Notes.none() : notes;
        notes = null;
        return taken;
    }

    /// Copies what the engine was told, for readers on other threads.
    public Reported reported() {
        return new Reported(topology, nodes.reported(), pods.reported(), ownPods());
    }

    /// Returns a copy of the UIDs of the pods of our own scheduler that are not gone.
    public Set<String> ownPods() {
        return new HashSet<>(ownPods);
    }

    public Set<String> podUids() {
        return pods.uids();
    }

    /// True if this holder of the engine's machine is not a pod, but stands for units that a node lacks for now.
    public static boolean isMissingUnits(String holder) {
        return holder.startsWith(NodeSync.MISSING_PREFIX);
    }

    /// Returns which labels of nodes tell their zones and racks.
    public TopologyOptions topology() {
        return topology;
    }

    /// Returns where a node is in the graph, by its name; null if it is not there.
    public @Nullable String nodePath(String name) {
        return nodes.path(name);
    }

    public int nodeCount() {
        return nodes.size();
    }

    /// Returns how many events the engine was told.
    public long eventCount() {
        return eventCount;
    }
}

package dev.sluice.controller.sync;

import dev.sluice.controller.sync.DeltaInbox.Batch;
import dev.sluice.controller.sync.DeltaInbox.Delta;
import dev.sluice.controller.topology.NodeReader;
import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.scheduling.Event;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The inbox of an engine that follows a cluster: turns what the informers saw into events, each time the engine
/// asks for one. Belongs to the engine's thread.
///
/// The engine's machine then equals the cluster as of [#version]: that is what an audit compares.
public final class ClusterSync implements Supplier<Optional<Event>> {
    private final DeltaInbox inbox;
    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private final NodeSync nodes;
    private final PodSync pods;
    private final OwnWork work;
    private final Set<Source> needed;
    private final Set<Source> listed = EnumSet.noneOf(Source.class);
    private boolean isWhole;

    /// The versions that [#events] leads to, and those that the engine has reached.
    private Map<Source, Long> arriving = Map.of();

    private Map<Source, Long> reached = Map.of();

    /// The UIDs of objects that are gone since [#beginNotes]; null if no notes are taken.
    private @Nullable Set<String> notedGone;

    private final Set<String> ownPods = new HashSet<>();
    private long eventCount;

    public ClusterSync(DeltaInbox inbox, TopologyOptions topology, OwnWork work) {
        this(inbox, topology, work, Set.of());
    }

    /// @param needed the sources without which the picture is not whole
    public ClusterSync(DeltaInbox inbox, TopologyOptions topology, OwnWork work, Set<Source> needed) {
        this.needed = needed;
        this.inbox = inbox;
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
        if (events.isEmpty()) {
            reached = arriving;
            isWhole |= listed.containsAll(needed);
            Batch batch = inbox.take();
            arriving = batch.versions();
            batch.deltas().forEach(this::apply);
            batch.events().forEach(this::emit);
            batch.answers().forEach(Runnable::run);
            for (Source source : Source.values()) {
                if (arriving.getOrDefault(source, 0L) > 0 && listed.add(source)) {
                    work.listed(source);
                }
            }
            work.act(this::emit);
            if (events.isEmpty()) {
                reached = arriving;
            }
        }
        return Optional.ofNullable(events.poll());
    }

    /// Returns whether all objects that existed at the start have been reported to the engine.
    public boolean isWhole() {
        return isWhole;
    }

    private void apply(Delta delta) {
        if (delta.isGone() && notedGone != null) {
            notedGone.add(KubeObjects.uid(delta.object()));
        }
        switch (delta.source()) {
            case NODES -> applyNode(delta.object(), delta.isGone());
            case FOREIGN_PODS -> applyPod(delta.object(), delta.isGone());
            case OWN_PODS -> {
                if (delta.isGone()) {
                    ownPods.remove(KubeObjects.uid(delta.object()));
                } else {
                    ownPods.add(KubeObjects.uid(delta.object()));
                }
                applyPod(delta.object(), delta.isGone());
            }
            case NAMESPACES -> work.namespaceChanged(KubeObjects.name(delta.object()), !delta.isGone());
            case PRIORITY_CLASSES -> work.priorityClassChanged(delta.object(), delta.isGone());
            case JOBS -> {
                if (delta.isGone()) {
                    work.jobGone(delta.object());
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
    }

    private void applyPod(JsonObject pod, boolean isGone) {
        if (isGone) {
            work.podGone(pod);
            pods.gone(pod);
        } else {
            work.podChanged(pod);
            pods.changed(pod);
        }
    }

    /// Returns the resource version up to which the engine has been told all changes of a source. Only between
    /// turns of the engine: the events that [#get] returned last must have been handled.
    public long version(Source source) {
        return reached.getOrDefault(source, 0L);
    }

    /// Starts to note which objects are gone.
    public void beginNotes() {
        notedGone = new HashSet<>();
    }

    /// Returns the UIDs of the objects that are gone since [#beginNotes], and stops taking notes.
    public Set<String> endNotes() {
        Set<String> gone = notedGone == null ? Set.of() : notedGone;
        notedGone = null;
        return gone;
    }

    public Optional<String> nodeVersion(String uid, String name) {
        return nodes.version(uid, name);
    }

    /// True if a node was added or has changed after a version.
    public boolean isNodeNewerThan(String name, long version) {
        return nodes.versionOf(name)
                .filter(it -> Informer.versionNumber(it) > version)
                .isPresent();
    }

    public Optional<String> podVersion(String uid) {
        return pods.version(uid);
    }

    public OptionalLong jobOfPod(String uid) {
        return pods.job(uid);
    }

    public Set<String> podUids() {
        return pods.uids();
    }

    /// True for a pod of our own scheduler that is not gone.
    public boolean isOwnPod(String uid) {
        return ownPods.contains(uid);
    }

    /// True if this holder of the engine's machine is not a pod, but stands for units that a node lacks for now.
    public static boolean isMissingUnits(String holder) {
        return holder.startsWith(NodeSync.MISSING_PREFIX);
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

package dev.sluice.controller.sync;

import dev.sluice.controller.topology.HostPortsOf;
import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.request.PodRequest;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Turns changes of pods into events of the engine.
///
/// A pod holds its effective request from the moment at which it is bound until it is terminal or gone; a
/// terminating one holds until then, too. A pod with a nominated node holds there what it is about to get. A pod
/// whose node is not known waits here for the node.
///
/// Every report is an upsert by UID: the first one may be an update or a deletion, and the same one may come twice.
final class PodSync {
    private final Function<String, @Nullable String> paths;
    private final OwnWork jobs;
    private final Consumer<Event> events;
    private final Map<String, Known> pods = new HashMap<>();
    private final Map<String, Set<String>> onNode = new HashMap<>();

    /// The pods that became a job's since [#reportTaken].
    private final List<JsonObject> taken = new ArrayList<>();

    /// A pod as it was last reported.
    ///
    /// @param node the name of the node on which it holds resources; empty if it holds none
    /// @param held what the engine was told of it, if it is other schedulers' work; null if nothing
    /// @param share what the engine was told of it, if it belongs to a job; null if nothing
    /// @param unentered the pod, as long as its node is not known; null otherwise
    record Known(
            String version,
            String node,
            SortedMap<String, Long> amounts,
            List<HostPort> ports,
            long endNanos,
            boolean isRunning,
            @Nullable ForeignUse held,
            @Nullable Part share,
            @Nullable JsonObject unentered) {
        boolean holds() {
            return !node.isEmpty();
        }
    }

    /// A job's share that a pod uses.
    ///
    /// @param use what the job holds for it; less than the place if the pod needs less
    record Part(OwnWork.Place place, NodeUse use, boolean isConfirmed) {
        long job() {
            return place.job();
        }
    }

    /// @param paths where a node is in the graph, by its name
    PodSync(Function<String, @Nullable String> paths, OwnWork jobs, Consumer<Event> events) {
        this.paths = paths;
        this.jobs = jobs;
        this.events = events;
    }

    Set<String> uids() {
        return pods.keySet();
    }

    /// Returns what was last reported of all pods, by UID.
    Map<String, Known> reported() {
        return new HashMap<>(pods);
    }

    /// Returns the job whose share a pod uses.
    OptionalLong job(String uid) {
        Known known = pods.get(uid);
        return known == null || known.share() == null
                ? OptionalLong.empty()
                : OptionalLong.of(known.share().job());
    }

    /// Returns how many pods hold resources.
    int holding() {
        return onNode.values().stream().mapToInt(Set::size).sum();
    }

    /// Reports the present state of a pod.
    void changed(JsonObject json) {
        String uid = KubeObjects.uid(json);
        Known before = pods.get(uid);
        Known now = read(json, before);
        if (before != null && before.holds() && !before.node().equals(now.node())) {
            left(before.node(), uid);
        }
        if (!now.holds()) {
            pods.put(uid, before == null ? now : released(uid, before, now));
            return;
        }
        onNode.computeIfAbsent(now.node(), _ -> new LinkedHashSet<>()).add(uid);
        pods.put(uid, entered(uid, now));
    }

    private Known read(JsonObject json, @Nullable Known before) {
        Pod pod = new Pod(json);
        String version = KubeObjects.resourceVersion(json);
        String node = holdsOn(pod);
        ForeignUse held = before == null ? null : before.held();
        Part share = before == null ? null : before.share();
        if (node.isEmpty()) {
            return new Known(version, "", new TreeMap<>(), List.of(), 0, false, held, share, null);
        }
        PodRequest request = PodRequest.of(json);
        return new Known(
                version,
                node,
                ResourceTypes.byType(request.amounts()),
                HostPortsOf.pod(json),
                PodEnd.nanos(pod),
                pod.phase().equals(Pod.RUNNING),
                held,
                share,
                json);
    }

    /// Returns the name of the node on which a pod holds resources; empty if it holds none.
    private static String holdsOn(Pod pod) {
        if (pod.isTerminal()) {
            return "";
        }
        return pod.isPlaced() ? pod.nodeName() : pod.json().text("status", "nominatedNodeName");
    }

    /// Tells the engine what a pod holds, where that has changed.
    private Known entered(String uid, Known now) {
        String path = paths.apply(now.node());
        Part share = now.share();
        if (path == null && share == null && now.held() == null) {
            return now;
        }
        if (path == null) {
            // What it held on that node is still held there; what it held on another one is not.
            boolean isThere = now.held() == null || now.held().node().endsWith("/" + now.node());
            return isThere ? with(now, now.held(), share) : left(uid, now);
        }
        JsonObject json = now.unentered();
        boolean isEntered = now.held() != null && now.held().node().equals(path);
        if (share == null && !isEntered && json != null) {
            Optional<OwnWork.Place> place = jobs.placeOf(json, now.node());
            share = place.isEmpty()
                    ? null
                    : new Part(place.get(), new NodeUse(path, place.get().held()), false);
        }
        return share == null ? enteredAsForeign(uid, now, path, now.amounts()) : enteredForJob(uid, now, path, share);
    }

    private Known left(String uid, Known now) {
        events.accept(new Event.ForeignGone(uid));
        return new Known(
                now.version(),
                now.node(),
                now.amounts(),
                now.ports(),
                now.endNanos(),
                now.isRunning(),
                null,
                now.share(),
                now.share() == null ? now.unentered() : null);
    }

    private Known enteredAsForeign(String uid, Known now, String path, SortedMap<String, Long> amounts) {
        ForeignUse use = new ForeignUse(uid, path, amounts, now.ports(), now.endNanos());
        if (!use.equals(now.held())) {
            events.accept(new Event.ForeignHeld(use));
        }
        // The engine keeps a copy of its own; sharing it keeps one for each pod.
        SortedMap<String, Long> shared = amounts.equals(now.amounts()) ? use.amounts() : now.amounts();
        return new Known(
                now.version(), now.node(), shared, now.ports(), now.endNanos(), now.isRunning(), use, null, null);
    }

    /// Confirms the job's start when the pod runs, releases what the pod does not need of its share, and enters what it
    /// holds beyond as other work: the overhead of a runtime class, an injected sidecar, a resize.
    private Known enteredForJob(String uid, Known now, String path, Part share) {
        if (now.isRunning() && !share.isConfirmed()) {
            events.accept(new Event.JobStarted(share.job()));
        }
        SortedMap<String, Long> kept = new TreeMap<>();
        SortedMap<String, Long> less = new TreeMap<>();
        SortedMap<String, Long> more = new TreeMap<>();
        share.use().amounts().forEach((type, amount) -> {
            long wanted = now.amounts().getOrDefault(type, 0L);
            kept.put(type, Math.min(wanted, amount));
            if (wanted < amount) {
                less.put(type, amount - wanted);
            }
        });
        now.amounts().forEach((type, amount) -> {
            long beyond = amount - kept.getOrDefault(type, 0L);
            if (beyond > 0) {
                more.put(type, beyond);
            }
        });
        if (!less.isEmpty()) {
            events.accept(
                    new Event.PartShrunk(share.job(), new NodeUse(share.use().node(), less)));
        }
        boolean isConfirmed = share.isConfirmed() || now.isRunning();
        Part part = new Part(share.place(), new NodeUse(path, kept), isConfirmed);
        if (more.isEmpty()) {
            if (now.held() != null) {
                events.accept(new Event.ForeignGone(uid));
            }
            return with(now, null, part);
        }
        Known beyond = enteredAsForeign(uid, now, path, more);
        return with(now, beyond.held(), part);
    }

    private static Known with(Known known, @Nullable ForeignUse held, @Nullable Part share) {
        return new Known(
                known.version(),
                known.node(),
                known.amounts(),
                known.ports(),
                known.endNanos(),
                known.isRunning(),
                held,
                share,
                null);
    }

    /// Tells the engine that a pod holds nothing any more.
    private Known released(String uid, Known before, Known now) {
        if (before.held() != null) {
            events.accept(new Event.ForeignGone(uid));
        }
        Part share = before.share();
        if (share != null && jobs.isReleased(uid, share.place(), share.use())) {
            events.accept(new Event.PartEnded(share.job(), share.use()));
        }
        return with(now, null, null);
    }

    /// Returns what a job holds for a pod; null if nothing.
    @Nullable
    SortedMap<String, Long> heldFor(String uid) {
        Known known = pods.get(uid);
        return known == null || known.share() == null
                ? null
                : known.share().use().amounts();
    }

    /// A pod that counted as other schedulers' work is a job's from now on. The job's place comes next, then what the
    /// pod holds of it.
    void taken(JsonObject json) {
        String uid = KubeObjects.uid(json);
        Known known = pods.get(uid);
        if (known == null || known.share() != null) {
            return;
        }
        pods.put(uid, known.held() == null ? known : left(uid, known));
        taken.add(json);
    }

    /// Reports the pods that became a job's. The engine has been told of the jobs' places.
    void reportTaken() {
        for (JsonObject json : taken) {
            if (pods.containsKey(KubeObjects.uid(json))) {
                changed(json);
            }
        }
        taken.clear();
    }

    /// Reports that a pod is gone.
    void gone(JsonObject last) {
        String uid = KubeObjects.uid(last);
        Known known = pods.remove(uid);
        if (known == null) {
            return;
        }
        if (known.holds()) {
            left(known.node(), uid);
        }
        released(uid, known, known);
    }

    private void left(String node, String uid) {
        Set<String> there = onNode.get(node);
        if (there != null && there.remove(uid) && there.isEmpty()) {
            onNode.remove(node);
        }
    }

    /// Reports the pods of a node again, which has appeared or has another path.
    void nodeChanged(String name) {
        for (String uid : List.copyOf(onNode.getOrDefault(name, Set.of()))) {
            Known known = pods.get(uid);
            if (known != null) {
                pods.put(uid, entered(uid, known));
            }
        }
    }
}

package dev.sluice.controller.audit;

import dev.sluice.controller.audit.MachinePicture.Held;
import dev.sluice.controller.audit.MachinePicture.NodeState;
import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.Reported;
import dev.sluice.controller.topology.NodeReader;
import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.request.Allocatable;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.NodeAmounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compares the cluster as it was listed with what the engine believes.
///
/// Everything was copied at one moment, when the engine was as new as the lists or newer. An object that has
/// changed since its list shows another version in the sync, or was noted as gone; it is counted and left out. So
/// is one that the sync does not know and that is no longer as it was listed: it came, and went or ended, while a
/// watch was cut. Everything else must be equal:
///
/// - each node is in the graph, in its zone and rack, at its size, open or closed, with its labels and taints, and no
///   other node is;
/// - each pod that holds resources holds exactly its request on its node, until it is expected to end, and its host
///   ports; no other pod holds any;
/// - a pod of a job holds exactly what it requests beyond its share of the job's resources;
/// - a job holds at least what its pods on a node request, and more only if it expects further pods; a job is left out
///   if one of its pods has changed.
final class Comparison {
    /// Objects that the sync does not know and that the server is asked for. A sync that lacks more is broken.
    private static final int ASKED_MAX = 100;

    /// Whether the server still has an object as it was listed.
    interface Server {
        boolean hasStill(ResourceType type, ObjectKey key, String uid, long version);
    }

    private final ClusterListing listing;
    private final MachinePicture machine;
    private final Reported sync;
    private final ClusterSync.Notes notes;
    private final LongPredicate expectsPods;
    private final Server server;
    private int asked;
    private final List<Drift> drifts = new ArrayList<>();

    /// What the pods of each job request, by job and node.
    private final Map<Long, Map<String, SortedMap<String, Long>>> ofJobs = new HashMap<>();

    private final Set<String> knownNodes = new HashSet<>();
    private final Set<String> compared = new HashSet<>();
    private long driftCount;
    private int changed;
    private int nodes;
    private int pods;
    private int ownForeign;
    private long sparePlaces;

    /// @param notes what has changed since the lists were begun
    /// @param expectsPods whether pods of a job are still to come, so that it holds shares without pods
    Comparison(
            ClusterListing listing,
            MachinePicture machine,
            Reported sync,
            ClusterSync.Notes notes,
            LongPredicate expectsPods,
            Server server) {
        this.server = server;
        this.listing = listing;
        this.machine = machine;
        this.sync = sync;
        this.notes = notes;
        this.expectsPods = expectsPods;
    }

    AuditReport report(long nowNanos) {
        listing.nodes().forEach(this::node);
        findSurplusNodes();
        listing.pods().forEach(this::pod);
        findSurplusPods();
        compareJobs();
        return new AuditReport(nowNanos, nodes, pods, changed, drifts, driftCount, ownForeign, sparePlaces);
    }

    private void drift(String node, String what, Object expected, Object found, String holder) {
        driftCount++;
        if (drifts.size() < AuditReport.DRIFTS_MAX) {
            drifts.add(new Drift(node, what, String.valueOf(expected), String.valueOf(found), holder));
        }
    }

    private void node(JsonObject json) {
        Node node = new Node(json);
        knownNodes.add(node.name());
        String uid = KubeObjects.uid(json);
        String version = sync.nodeVersion(uid, node.name()).orElse("");
        long listed = Informer.versionNumber(KubeObjects.resourceVersion(json));
        if (isChanged(uid, version, listed)
                || (version.isEmpty() && cameAndWent(KubeTypes.NODES, KubeObjects.key(json), uid, listed))) {
            changed++;
            return;
        }
        nodes++;
        NodeState found = machine.nodes().get(node.name());
        if (found == null) {
            drift(node.name(), "node", "present", "absent", "");
            return;
        }
        String place = place(node);
        if (!found.path().equals(place)) {
            drift(node.name(), "place", place, found.path(), "");
        }
        compareSizes(node, found);
        compareState(node, ClosedReason.DOWN, !isReady(json), found);
        compareState(node, ClosedReason.CORDONED, json.isTrue("spec", "unschedulable"), found);
        if (found.isDown() == found.reasons().isEmpty()) {
            drift(node.name(), "state", found.reasons(), found.isDown() ? "closed" : "open", "");
        }
        if (!found.labels().equals(node.labels().texts())) {
            drift(node.name(), "labels", node.labels(), found.labels(), "");
        }
        if (!taints(node).equals(texts(found.taints()))) {
            drift(node.name(), "taints", taints(node), texts(found.taints()), "");
        }
    }

    /// Returns where a node belongs in the graph.
    private String place(Node node) {
        Map<String, String> labels = node.labels().texts();
        String zone = labels.getOrDefault(sync.topology().zoneLabel(), "");
        String rack = labels.getOrDefault(sync.topology().rackLabel(), "");
        return "/cluster0" + (zone.isEmpty() ? "" : "/zone:" + zone) + (rack.isEmpty() ? "" : "/rack:" + rack) + "/"
                + node.name();
    }

    /// Reads the condition itself, not by what the sync reads it with.
    private static boolean isReady(JsonObject node) {
        for (Json each : node.array("status", "conditions")) {
            if (each instanceof JsonObject condition && condition.text("type").equals("Ready")) {
                return condition.text("status").equals("True");
            }
        }
        return false;
    }

    private void compareState(Node node, ClosedReason reason, boolean holds, NodeState found) {
        if (holds != found.reasons().contains(reason)) {
            drift(node.name(), reason.name().toLowerCase(Locale.ROOT), holds, !holds, "");
        }
    }

    /// True if the engine knows a newer state than the list, or that the object is gone.
    private boolean isChanged(String uid, String known, long listed) {
        return notes.gone().contains(uid) || (!known.isEmpty() && Informer.versionNumber(known) > listed);
    }

    private boolean cameAndWent(ResourceType type, ObjectKey key, String uid, long version) {
        return asked++ < ASKED_MAX && !server.hasStill(type, key, uid, version);
    }

    private static Set<String> taints(Node node) {
        Set<String> taints = new TreeSet<>();
        for (Json each : node.taints()) {
            if (each instanceof JsonObject taint) {
                String value = taint.text("value");
                taints.add(taint.text("key") + (value.isEmpty() ? "" : "=" + value) + ":" + taint.text("effect"));
            }
        }
        return taints;
    }

    private static Set<String> texts(List<?> values) {
        Set<String> texts = new TreeSet<>();
        values.forEach(value -> texts.add(value.toString()));
        return texts;
    }

    /// Compares what there is of each resource. Units that a node lacks for now are vertices that something holds.
    private void compareSizes(Node node, NodeState found) {
        Map<String, Long> expected = Allocatable.of(node.json()).amounts();
        SortedMap<String, Long> missing = heldBy("missing units of node " + node.name(), node.name());
        expected.forEach((resource, amount) -> {
            String type = ResourceTypes.typeOf(resource);
            long there = found.sizes().getOrDefault(type, 0L) - missing.getOrDefault(type, 0L);
            long most = found.units().contains(type) ? NodeReader.VERTICES_PER_NODE_MAX : ResourceTypes.AMOUNT_MAX;
            if (there != Math.min(amount, most)) {
                drift(node.name(), resource, amount, there, "");
            }
        });
        found.sizes().forEach((type, size) -> {
            long there = size - missing.getOrDefault(type, 0L);
            boolean isHardware = type.equals("socket");
            if (there != 0 && !isHardware && !expected.containsKey(ResourceTypes.resourceOf(type))) {
                drift(node.name(), ResourceTypes.resourceOf(type), 0, there, "");
            }
        });
    }

    private SortedMap<String, Long> heldBy(String holder, String node) {
        Held held = machine.foreign().get(holder);
        return held == null ? new TreeMap<>() : held.byNode().getOrDefault(node, new TreeMap<>());
    }

    private void findSurplusNodes() {
        machine.nodes().keySet().stream()
                .sorted()
                .filter(name -> !knownNodes.contains(name))
                .forEach(name -> {
                    // Added since the list, unless the sync does not know it either.
                    if (sync.isNodeNewerThan(name, listing.nodesVersion())) {
                        changed++;
                    } else {
                        drift(name, "node", "absent", "present", "");
                    }
                });
    }

    private void pod(ListedPod pod) {
        compared.add(pod.uid());
        String version = sync.podVersion(pod.uid()).orElse("");
        // Terminal pods of other schedulers hold nothing, and the sync does not know them.
        boolean isUnknown = version.isEmpty() && !pod.node().isEmpty();
        if (isChanged(pod.uid(), version, pod.version())
                || (isUnknown && cameAndWent(KubeTypes.PODS, pod.key(), pod.uid(), pod.version()))) {
            changed++;
            return;
        }
        pods++;
        Held held = machine.foreign().get(pod.uid());
        OptionalLong job = sync.jobOfPod(pod.uid());
        if (job.isPresent() && !pod.node().isEmpty()) {
            comparePodOfJob(job.getAsLong(), pod, held);
        } else {
            ownForeign += !pod.node().isEmpty() && sync.isOwnPod(pod.uid()) ? 1 : 0;
            compareHeld(pod, pod.amounts(), held);
            comparePorts(pod, portsOf(held));
        }
    }

    /// @param amounts what the pod is to hold on its node, by resource
    private void compareHeld(ListedPod pod, Map<String, Long> amounts, @Nullable Held held) {
        String node = pod.node();
        if (held != null) {
            for (String other : held.byNode().keySet()) {
                if (!other.equals(node)) {
                    drift(other, "pod", "absent", held.byNode().get(other), pod.name());
                }
            }
        }
        NodeState state = machine.nodes().get(node);
        if (node.isEmpty() || state == null) {
            return;
        }
        SortedMap<String, Long> found =
                held == null ? new TreeMap<>() : held.byNode().getOrDefault(node, new TreeMap<>());
        if (held != null && held.byNode().containsKey(node)) {
            compareEnd(pod, held);
        }
        SortedMap<String, Long> expected = expected(amounts, state);
        Set<String> types = new TreeSet<>(expected.keySet());
        types.addAll(found.keySet());
        for (String type : types) {
            long wanted = expected.getOrDefault(type, 0L);
            long there = found.getOrDefault(type, 0L);
            if (wanted != there && !(wanted > there && isSaturated(node, type, state))) {
                drift(node, ResourceTypes.resourceOf(type), wanted, there, pod.name());
            }
        }
    }

    /// Compares until when a pod is expected to hold. What was over before it was entered ends at once.
    private void compareEnd(ListedPod pod, Held held) {
        long expected = Math.max(pod.endNanos(), held.startNanos() + 1);
        if (held.endNanos() != expected) {
            drift(pod.node(), "end", end(expected), end(held.endNanos()), pod.name());
        }
    }

    private static String end(long nanos) {
        return nanos == ForeignUse.OPEN ? "open" : Times.text(nanos);
    }

    /// Whether so much more is held of a resource than there is that further pods do not count. Adds up all holders:
    /// few nodes are ever in doubt.
    private boolean isSaturated(String node, String type, NodeState state) {
        long size = state.sizes().getOrDefault(type, 0L);
        long most = state.units().contains(type)
                ? size * (1 + NodeAmounts.UNIT_OVERCOMMITTED_MAX)
                : size + NodeAmounts.OVERCOMMITTED_MAX;
        return Stream.concat(machine.foreign().values().stream(), machine.jobs().values().stream())
                        .mapToLong(held -> held.byNode()
                                .getOrDefault(node, Collections.emptySortedMap())
                                .getOrDefault(type, 0L))
                        .sum()
                >= most;
    }

    /// Returns what a pod holds of the resources that its node has. Of units it cannot hold more than there are.
    private static SortedMap<String, Long> expected(Map<String, Long> amounts, NodeState state) {
        SortedMap<String, Long> expected = new TreeMap<>();
        amounts.forEach((resource, amount) -> {
            String type = ResourceTypes.typeOf(resource);
            Long size = state.sizes().get(type);
            if (size != null) {
                long most = state.units().contains(type) ? size : ResourceTypes.AMOUNT_MAX;
                expected.put(type, Math.min(amount, most));
            }
        });
        expected.values().removeIf(amount -> amount == 0);
        return expected;
    }

    private static Set<String> portsOf(@Nullable Held held) {
        return held == null ? Set.of() : texts(held.ports());
    }

    private void comparePorts(ListedPod pod, Set<String> found) {
        if (machine.nodes().containsKey(pod.node()) && !found.equals(pod.ports())) {
            drift(pod.node(), "host ports", new TreeSet<>(pod.ports()), found, pod.name());
        }
    }

    /// A pod of a job uses its share of what the job holds. What it requests beyond is held as other work is. Only
    /// the sync knows how large its share is; whether the job holds as much is compared by the sum of all its pods.
    private void comparePodOfJob(long job, ListedPod pod, @Nullable Held held) {
        SortedMap<String, Long> share = sync.shareOfPod(pod.uid());
        Map<String, Long> ofShare = new HashMap<>();
        Map<String, Long> beyond = new HashMap<>();
        pod.amounts().forEach((resource, amount) -> {
            long most = share.getOrDefault(ResourceTypes.typeOf(resource), 0L);
            ofShare.put(resource, Math.min(amount, most));
            beyond.put(resource, Math.max(0, amount - most));
        });
        compareHeld(pod, beyond, held);
        Set<String> ports = new TreeSet<>(portsOf(held));
        ports.addAll(portsOf(machine.jobs().get(job)));
        comparePorts(pod, ports);
        NodeState state = machine.nodes().get(pod.node());
        if (state != null) {
            SortedMap<String, Long> sum =
                    ofJobs.computeIfAbsent(job, _ -> new HashMap<>()).computeIfAbsent(pod.node(), _ -> new TreeMap<>());
            expected(ofShare, state).forEach((type, amount) -> sum.merge(type, amount, Long::sum));
        }
    }

    /// Finds pods that the engine believes in and that are not in the list.
    private void findSurplusPods() {
        machine.foreign().forEach((id, held) -> {
            if (compared.contains(id) || id.startsWith("missing units of node ")) {
                return;
            }
            long version = Informer.versionNumber(sync.podVersion(id).orElse(""));
            if (version > listing.podsVersion()) {
                changed++;
                return;
            }
            held.byNode().forEach((node, amounts) -> drift(node, "pod", "absent", amounts, id));
        });
    }

    private void compareJobs() {
        Set<Long> all = new TreeSet<>(machine.jobs().keySet());
        all.addAll(ofJobs.keySet());
        all.removeAll(jobsOfChangedPods());
        for (long job : all) {
            Held held = machine.jobs().getOrDefault(job, Held.NOTHING);
            Map<String, SortedMap<String, Long>> wanted = ofJobs.getOrDefault(job, Map.of());
            Set<String> where = new TreeSet<>(held.byNode().keySet());
            where.addAll(wanted.keySet());
            for (String node : where) {
                compareJob(
                        job,
                        node,
                        wanted.getOrDefault(node, new TreeMap<>()),
                        held.byNode().getOrDefault(node, new TreeMap<>()));
            }
        }
    }

    /// Returns the jobs that have pods which the lists show in another state, or not at all. What these hold does not
    /// equal the sum of what their listed pods request.
    private Set<Long> jobsOfChangedPods() {
        Set<Long> jobs = new HashSet<>();
        notes.jobs().forEach((uid, job) -> {
            if (isChanged(uid, sync.podVersion(uid).orElse(""), listing.podsVersion())) {
                jobs.add(job);
            }
        });
        return jobs;
    }

    private void compareJob(long job, String node, SortedMap<String, Long> wanted, SortedMap<String, Long> found) {
        Set<String> types = new TreeSet<>(wanted.keySet());
        types.addAll(found.keySet());
        for (String type : types) {
            long pods = wanted.getOrDefault(type, 0L);
            long held = found.getOrDefault(type, 0L);
            sparePlaces += type.equals(ResourceTypes.PODS) ? Math.max(0, held - pods) : 0;
            if (held < pods || (held > pods && !expectsPods.test(job))) {
                drift(node, ResourceTypes.resourceOf(type), pods, held, "job " + job);
            }
        }
    }
}

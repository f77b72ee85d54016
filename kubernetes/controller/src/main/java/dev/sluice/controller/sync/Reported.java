package dev.sluice.controller.sync;

import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.kube.informer.Informer;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/// What the engine had been told of nodes and pods at one moment. Any thread may read it.
public final class Reported {
    private final TopologyOptions topology;
    private final Map<String, NodeSync.Known> nodes;
    private final Map<String, PodSync.Known> pods;
    private final Set<String> ownPods;

    Reported(
            TopologyOptions topology,
            Map<String, NodeSync.Known> nodes,
            Map<String, PodSync.Known> pods,
            Set<String> ownPods) {
        this.topology = topology;
        this.nodes = nodes;
        this.pods = pods;
        this.ownPods = ownPods;
    }

    /// Returns which labels of nodes tell their zones and racks.
    public TopologyOptions topology() {
        return topology;
    }

    /// Returns the version of a node; empty if it was not there.
    public Optional<String> nodeVersion(String uid, String name) {
        NodeSync.Known known = nodes.get(name);
        return known == null || !known.uid().equals(uid) ? Optional.empty() : Optional.of(known.version());
    }

    /// True if a node was added or has changed after a version.
    public boolean isNodeNewerThan(String name, long version) {
        NodeSync.Known known = nodes.get(name);
        return known != null && Informer.versionNumber(known.version()) > version;
    }

    /// Returns the version of a pod; empty if it was not there.
    public Optional<String> podVersion(String uid) {
        return Optional.ofNullable(pods.get(uid)).map(PodSync.Known::version);
    }

    /// Returns the job whose share a pod used.
    public OptionalLong jobOfPod(String uid) {
        PodSync.Known known = pods.get(uid);
        return known == null || known.share() == null
                ? OptionalLong.empty()
                : OptionalLong.of(known.share().job());
    }

    /// Returns how much of its job's share a pod used, by type; empty if it was no job's.
    public SortedMap<String, Long> shareOfPod(String uid) {
        PodSync.Known known = pods.get(uid);
        return known == null || known.share() == null
                ? Collections.emptySortedMap()
                : known.share().use().amounts();
    }

    /// True for a pod of our own scheduler that was not gone.
    public boolean isOwnPod(String uid) {
        return ownPods.contains(uid);
    }
}

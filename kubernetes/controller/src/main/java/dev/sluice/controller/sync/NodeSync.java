package dev.sluice.controller.sync;

import dev.sluice.controller.topology.NodeGraph;
import dev.sluice.controller.topology.NodeModel;
import dev.sluice.controller.topology.NodeModel.Level;
import dev.sluice.controller.topology.NodeReader;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.ForeignUse;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Turns changes of nodes into events of the engine: what differs from the last state that was reported, and nothing
/// else. A heartbeat is no event.
///
/// A node's units, such as GPUs, are vertices that jobs hold. When a device plugin withdraws some, which ones is
/// not known and they may be held. So the vertices stay, and as many as are missing are entered as held by
/// [#missingId]: the units in use plus the missing ones are never less than those that cannot be given away.
final class NodeSync {
    static final String MISSING_PREFIX = "missing units of node ";

    private final NodeReader reader;
    private final Consumer<Event> events;
    private final Map<String, Known> nodes = new HashMap<>();

    /// How many nodes are below each zone and rack, by path.
    private final Map<String, Integer> nodesBelow = new HashMap<>();

    private long added;

    /// A node as it was last reported.
    ///
    /// @param inGraph what the graph has of it: all types that it ever had since it was added
    record Known(String uid, String version, long number, NodeModel model, NodeModel inGraph) {}

    NodeSync(NodeReader reader, Consumer<Event> events) {
        this.reader = reader;
        this.events = events;
    }

    static String missingId(String node) {
        return MISSING_PREFIX + node;
    }

    /// Returns where a node is in the graph; null if it is not there.
    @Nullable
    String path(String name) {
        Known known = nodes.get(name);
        return known == null ? null : known.model().path();
    }

    int size() {
        return nodes.size();
    }

    /// Returns what was last reported of all nodes, by name.
    Map<String, Known> reported() {
        return new HashMap<>(nodes);
    }

    /// Reports the present state of a node.
    ///
    /// @return whether its path has changed: pods on it must be reported again
    boolean changed(JsonObject node) {
        NodeModel model = reader.read(node);
        Known known = nodes.get(model.name());
        String version = KubeObjects.resourceVersion(node);
        if (known == null) {
            long number = ++added;
            nodes.put(model.name(), new Known(KubeObjects.uid(node), version, number, model, model));
            enter(model, number);
            return true;
        }
        boolean hasMoved = !known.model().path().equals(model.path());
        NodeModel inGraph = hasMoved ? move(known, model) : resize(known, model);
        if (!hasMoved) {
            relabel(known.model(), model);
        }
        withdraw(inGraph, known, model, hasMoved);
        nodes.put(model.name(), new Known(KubeObjects.uid(node), version, known.number(), model, inGraph));
        return hasMoved;
    }

    private void enter(NodeModel model, long number) {
        events.accept(new Event.NodeAdded(NodeGraph.of(model, number)));
        count(model, 1);
        for (ClosedReason reason : model.reasons()) {
            events.accept(new Event.NodeClosed(model.path(), reason));
        }
    }

    private NodeModel move(Known known, NodeModel model) {
        events.accept(new Event.NodeMoved(
                known.model().path(), model.path(), NodeGraph.of(union(known.inGraph(), model), known.number())));
        count(model, 1);
        uncount(known.model());
        for (ClosedReason reason : model.reasons()) {
            events.accept(new Event.NodeClosed(model.path(), reason));
        }
        NodeModel there = union(known.inGraph(), model);
        there.pools().forEach((type, size) -> {
            long now = model.pools().getOrDefault(type, 0L);
            if (now != size) {
                events.accept(new Event.NodeResized(model.pool(type), now));
            }
        });
        return there;
    }

    /// Changes the sizes of pools, and adds pools and units that are new.
    private NodeModel resize(Known known, NodeModel model) {
        NodeModel before = known.inGraph();
        NodeModel there = union(before, model);
        boolean isNew = !before.pools().keySet().containsAll(there.pools().keySet())
                || !before.units().equals(there.units())
                || known.model().sockets() < model.sockets()
                || known.model().coresPerSocket() < model.coresPerSocket();
        if (isNew) {
            events.accept(new Event.NodeAdded(NodeGraph.of(there, known.number())));
        }
        there.pools().forEach((type, size) -> {
            long was = known.model().pools().getOrDefault(type, before.pools().containsKey(type) ? 0L : size);
            long now = model.pools().getOrDefault(type, 0L);
            if (was != now) {
                events.accept(new Event.NodeResized(model.pool(type), now));
            }
        });
        return there;
    }

    /// Returns a node with all pools and units of both: the sizes of the newer one, the larger number of units.
    private static NodeModel union(NodeModel before, NodeModel now) {
        if (before.pools().keySet().equals(now.pools().keySet())
                && before.units().equals(now.units())) {
            return now;
        }
        SortedMap<String, Long> pools = new TreeMap<>(before.pools());
        pools.putAll(now.pools());
        SortedMap<String, Integer> units = new TreeMap<>(before.units());
        now.units().forEach((type, count) -> units.merge(type, count, Math::max));
        return now.with(pools, units);
    }

    private void relabel(NodeModel before, NodeModel now) {
        if (!before.labels().equals(now.labels())) {
            events.accept(new Event.NodeRelabelled(now.path(), now.labels()));
        }
        if (!before.taints().equals(now.taints())) {
            events.accept(new Event.NodeTainted(now.path(), now.taints()));
        }
        for (ClosedReason reason : ClosedReason.values()) {
            boolean was = before.reasons().contains(reason);
            boolean is = now.reasons().contains(reason);
            if (was != is) {
                events.accept(is ? new Event.NodeClosed(now.path(), reason) : new Event.NodeOpened(now.path(), reason));
            }
        }
    }

    /// Enters the units that the graph has and the node lacks as held.
    private void withdraw(NodeModel inGraph, Known known, NodeModel model, boolean hasMoved) {
        SortedMap<String, Long> missing = missing(inGraph, model);
        if (!hasMoved && missing.equals(missing(known.inGraph(), known.model()))) {
            return;
        }
        if (missing.isEmpty()) {
            events.accept(new Event.ForeignGone(missingId(model.name())));
        } else {
            events.accept(new Event.ForeignHeld(
                    new ForeignUse(missingId(model.name()), model.path(), missing, ForeignUse.OPEN)));
        }
    }

    private static SortedMap<String, Long> missing(NodeModel inGraph, NodeModel model) {
        SortedMap<String, Long> missing = new TreeMap<>();
        inGraph.units().forEach((type, count) -> {
            long less = (long) count - model.units().getOrDefault(type, 0);
            if (less > 0) {
                missing.put(type, less);
            }
        });
        return missing;
    }

    /// Reports that a node is gone. What is held on it stays held until it returns or the pods are gone.
    void gone(JsonObject last) {
        String name = KubeObjects.name(last);
        Known known = nodes.get(name);
        // The node may have registered again with another UID already.
        if (known == null || !known.uid().equals(KubeObjects.uid(last))) {
            return;
        }
        nodes.remove(name);
        if (!missing(known.inGraph(), known.model()).isEmpty()) {
            events.accept(new Event.ForeignGone(missingId(name)));
        }
        events.accept(new Event.NodeRemoved(known.model().path()));
        uncount(known.model());
    }

    private void count(NodeModel model, int change) {
        StringBuilder path = new StringBuilder(NodeGraph.ROOT_PATH);
        for (Level level : model.levels()) {
            path.append('/').append(level.name());
            nodesBelow.merge(path.toString(), change, Integer::sum);
        }
    }

    /// Removes zones and racks without nodes.
    private void uncount(NodeModel model) {
        count(model, -1);
        String path = model.path();
        for (int i = 0; i < model.levels().size(); i++) {
            path = path.substring(0, path.lastIndexOf('/'));
            if (nodesBelow.getOrDefault(path, 0) == 0) {
                nodesBelow.remove(path);
                events.accept(new Event.NodeRemoved(path));
            }
        }
    }
}

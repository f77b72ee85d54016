package dev.sluice.controller.topology;

import dev.sluice.controller.topology.NodeModel.Level;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.request.Allocatable;
import dev.sluice.scheduling.machine.ClosedReason;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads what the graph shows of a node.
///
/// ```
///   cluster0 ─ zone:eu-1 ─ rack:r7 ─ node-3 ─┬─ core0               pool, thousandths of a CPU
///                                            ├─ memory0             pool, bytes
///                                            ├─ ephemeral-storage0, pods0, hugepages-2Mi0, …
///                                            ├─ nvidia.com:gpu0, nvidia.com:gpu1, …      one vertex each
///                                            └─ socket0 ─ physical-core0, …              if annotations tell
/// ```
///
/// Amounts are the node's `status.allocatable`. Zones and racks come from labels. Sockets and their physical cores
/// come from the annotations [#SOCKETS] and [#CORES]; they show the hardware, while pods take CPU from the pool
/// `core0`.
public final class NodeReader {
    /// Annotation or label: the number of sockets.
    public static final String SOCKETS = "sluice.dev/sockets";

    /// Annotation or label: the number of physical cores of the whole node.
    public static final String CORES = "sluice.dev/cores";

    public static final String ZONE = "zone";
    public static final String RACK = "rack";

    /// More vertices than this per node would be a mistake in a label, not a machine.
    public static final int VERTICES_PER_NODE_MAX = 4096;

    private final TopologyOptions options;

    public NodeReader(TopologyOptions options) {
        this.options = options;
    }

    public NodeModel read(JsonObject json) {
        Node node = new Node(json);
        SortedMap<String, String> labels = new TreeMap<>(node.labels().texts());
        List<Level> levels = new ArrayList<>();
        addLevel(levels, ZONE, labels.getOrDefault(options.zoneLabel(), ""));
        addLevel(levels, RACK, labels.getOrDefault(options.rackLabel(), ""));
        StringBuilder path = new StringBuilder(NodeGraph.ROOT_PATH);
        levels.forEach(level -> path.append('/').append(level.name()));
        path.append('/').append(node.name());

        SortedMap<String, Long> pools = new TreeMap<>();
        SortedMap<String, Integer> units = new TreeMap<>();
        Allocatable.of(json).amounts().forEach((resource, amount) -> {
            if (options.units().contains(resource)) {
                units.put(ResourceTypes.typeOf(resource), (int) Math.min(amount, VERTICES_PER_NODE_MAX));
            } else {
                pools.put(ResourceTypes.typeOf(resource), Math.min(amount, ResourceTypes.AMOUNT_MAX));
            }
        });
        int sockets = hint(json, SOCKETS);
        int coresPerSocket = sockets == 0 ? 0 : hint(json, CORES) / sockets;
        return new NodeModel(
                node.name(),
                path.toString(),
                levels,
                pools,
                units,
                sockets,
                (long) sockets * coresPerSocket > VERTICES_PER_NODE_MAX ? 0 : coresPerSocket,
                labels,
                taints(node),
                reasons(node));
    }

    private static void addLevel(List<Level> levels, String type, String value) {
        if (!value.isEmpty()) {
            levels.add(new Level(type, type + ":" + value));
        }
    }

    private static int hint(JsonObject node, String name) {
        String text = node.text("metadata", "annotations", name);
        if (text.isEmpty()) {
            text = node.text("metadata", "labels", name);
        }
        try {
            int value = Integer.parseInt(text);
            return value < 0 || value > VERTICES_PER_NODE_MAX ? 0 : value;
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private static List<Taint> taints(Node node) {
        List<Taint> taints = new ArrayList<>();
        for (Json each : node.taints()) {
            if (each instanceof JsonObject taint) {
                TaintEffect.named(taint.text("effect"))
                        .ifPresent(effect -> taints.add(new Taint(taint.text("key"), taint.text("value"), effect)));
            }
        }
        return taints;
    }

    private static Set<ClosedReason> reasons(Node node) {
        EnumSet<ClosedReason> reasons = EnumSet.noneOf(ClosedReason.class);
        if (!node.isReady()) {
            reasons.add(ClosedReason.DOWN);
        }
        if (node.isCordoned()) {
            reasons.add(ClosedReason.CORDONED);
        }
        return reasons;
    }
}

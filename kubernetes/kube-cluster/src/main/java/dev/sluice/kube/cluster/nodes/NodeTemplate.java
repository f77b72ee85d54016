package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a simulated node registers with: its shape, and labels and taints beside those of every node.
public record NodeTemplate(NodeShape shape, Map<String, String> labels, List<JsonObject> taints) {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String RACK = "sluice.dev/rack";

    public NodeTemplate {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        taints = List.copyOf(taints);
    }

    public static NodeTemplate of(NodeShape shape) {
        return new NodeTemplate(shape, Map.of(), List.of());
    }

    /// The same with one more label.
    public NodeTemplate labelled(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(labels);
        more.put(name, value);
        return new NodeTemplate(shape, more, taints);
    }

    /// The same in a zone and a rack.
    public NodeTemplate in(String zone, String rack) {
        return labelled(ZONE, zone).labelled(RACK, rack);
    }

    /// The same with one more taint.
    ///
    /// @param effect such as `NoSchedule`
    public NodeTemplate tainted(String key, String value, String effect) {
        List<JsonObject> more = new ArrayList<>(taints);
        more.add(JsonObject.builder()
                .put("key", key)
                .put("value", value)
                .put("effect", effect)
                .build());
        return new NodeTemplate(shape, labels, more);
    }
}

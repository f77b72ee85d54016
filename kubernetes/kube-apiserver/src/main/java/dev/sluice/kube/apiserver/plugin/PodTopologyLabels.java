package dev.sluice.kube.apiserver.plugin;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import java.util.List;

/// Copies the topology labels of its node to a bound pod.
public record PodTopologyLabels(RequestContext context) {
    private static final List<String> LABELS = List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

    public JsonObject given(JsonObject pod, String node) {
        JsonObject there =
                node.isEmpty() ? null : context.watchCache(KubeTypes.NODES).get(ObjectKey.of(node));
        JsonObject changed = pod;
        for (String label : LABELS) {
            Json value = there == null ? null : there.at("metadata", "labels", label);
            if (value != null) {
                changed = changed.withAt(value, "metadata", "labels", label);
            }
        }
        return changed;
    }
}

package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import java.util.Set;

/// Nodes: whoever registers one also says how it is.
public final class NodeRules implements KindRules {
    @Override
    public JsonObject beforeCreate(JsonObject object) {
        JsonObject node = Defaults.empty(object, "spec");
        Json capacity = node.at("status", "capacity");
        return capacity == null || node.at("status", "allocatable") != null
                ? node
                : node.withAt(capacity, "status", "allocatable");
    }

    @Override
    public List<Cause> flaws(JsonObject object) {
        Flaws flaws = new Flaws();
        PodSpecChecks.checkTaints(object.array("spec", "taints"), "spec.taints", flaws);
        return flaws.causes();
    }

    @Override
    public boolean hasGeneration() {
        return false;
    }

    @Override
    public Set<String> selectableFields() {
        return Set.of("spec.unschedulable");
    }
}

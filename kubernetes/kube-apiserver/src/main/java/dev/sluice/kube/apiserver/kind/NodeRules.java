package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;
import java.util.Set;

/// Nodes: whoever registers one also says how it is.
public final class NodeRules implements KindRules {
    @Override
    public JsonObject beforeCreate(JsonObject object) {
        return Defaults.empty(object, "spec");
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

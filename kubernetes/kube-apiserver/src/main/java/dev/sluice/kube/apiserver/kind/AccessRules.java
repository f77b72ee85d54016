package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.Names;
import java.util.List;

/// Roles and their bindings, which may have colons in their names.
public final class AccessRules implements KindRules {
    @Override
    public JsonObject beforeCreate(JsonObject object) {
        return object;
    }

    @Override
    public List<String> flawsOfName(String name) {
        return Names.pathSegment(name);
    }

    @Override
    public boolean hasStatus() {
        return false;
    }

    @Override
    public boolean hasGeneration() {
        return false;
    }
}

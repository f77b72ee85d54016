package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;
import java.util.Set;

/// Secrets: what is of no type in particular is opaque.
public final class SecretRules implements KindRules {
    @Override
    public JsonObject beforeCreate(JsonObject object) {
        return Defaults.text(object, "type", "Opaque");
    }

    @Override
    public boolean hasStatus() {
        return false;
    }

    @Override
    public boolean hasGeneration() {
        return false;
    }

    @Override
    public Set<String> selectableFields() {
        return Set.of("type");
    }
}

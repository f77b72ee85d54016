package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;
import java.util.Set;

/// Events, which are looked for by what they are about.
public final class EventRules implements KindRules {
    private static final Set<String> FIELDS = Set.of(
            "involvedObject.kind",
            "involvedObject.namespace",
            "involvedObject.name",
            "involvedObject.uid",
            "involvedObject.apiVersion",
            "involvedObject.resourceVersion",
            "involvedObject.fieldPath",
            "reason",
            "reportingComponent",
            "source",
            "type");

    @Override
    public JsonObject beforeCreate(JsonObject object) {
        return object;
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
        return FIELDS;
    }
}

package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;

/// Replication controllers, the oldest of workloads, whose selector is a plain map.
final class ReplicationControllerStrategy implements KindStrategy {
    @Override
    public JsonObject applyDefaults(JsonObject object) {
        JsonObject labels = object.object("spec", "template", "metadata", "labels");
        if (labels.isEmpty()) {
            return object;
        }
        JsonObject filled =
                object.object("spec", "selector").isEmpty() ? object.withAt(labels, "spec", "selector") : object;
        return filled.object("metadata", "labels").isEmpty() ? filled.withAt(labels, "metadata", "labels") : filled;
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        JsonObject selector = spec.object("selector");
        if (selector.isEmpty()) {
            errors.required(WorkloadStrategies.SELECTOR);
        }
        errors.nonNegative("spec.replicas", spec.get("replicas"));
        if (!spec.has("template")) {
            errors.required(WorkloadStrategies.TEMPLATE);
            return;
        }
        JsonObject template = spec.object("template");
        if (!Selectors.matches(JsonObject.of("matchLabels", selector), template.object("metadata", "labels"))) {
            errors.invalid(
                    "spec.template.metadata.labels",
                    template.at("metadata", "labels"),
                    "`selector` does not match template `labels`");
        }
        PodTemplates.validate(template, WorkloadStrategies.TEMPLATE, errors);
        PodTemplates.mustRestart(template, WorkloadStrategies.TEMPLATE, "ReplicationController", errors);
    }
}

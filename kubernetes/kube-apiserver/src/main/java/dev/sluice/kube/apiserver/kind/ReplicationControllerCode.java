package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;

/// Replication controllers, the oldest of workloads, whose selector is a plain map.
final class ReplicationControllerCode implements KindCode {
    @Override
    public JsonObject filled(JsonObject object) {
        JsonObject labels = object.object("spec", "template", "metadata", "labels");
        if (labels.isEmpty()) {
            return object;
        }
        JsonObject filled =
                object.object("spec", "selector").isEmpty() ? object.withAt(labels, "spec", "selector") : object;
        return filled.object("metadata", "labels").isEmpty() ? filled.withAt(labels, "metadata", "labels") : filled;
    }

    @Override
    public void check(JsonObject object, Flaws flaws) {
        JsonObject spec = object.object("spec");
        JsonObject selector = spec.object("selector");
        if (selector.isEmpty()) {
            flaws.required(Workloads.SELECTOR);
        }
        flaws.nonNegative("spec.replicas", spec.get("replicas"));
        if (!spec.has("template")) {
            flaws.required(Workloads.TEMPLATE);
            return;
        }
        JsonObject template = spec.object("template");
        if (!Selectors.matches(JsonObject.of("matchLabels", selector), template.object("metadata", "labels"))) {
            flaws.invalid(
                    "spec.template.metadata.labels",
                    template.at("metadata", "labels"),
                    "`selector` does not match template `labels`");
        }
        PodTemplates.check(template, Workloads.TEMPLATE, flaws);
        PodTemplates.mustRestart(template, Workloads.TEMPLATE, "ReplicationController", flaws);
    }
}

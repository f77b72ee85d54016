package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// Templates of pods, in all that makes pods.
final class PodTemplates {
    private PodTemplates() {}

    static JsonObject filled(JsonObject template) {
        return template.with("spec", PodDefaults.ofTemplate(template.object("spec")));
    }

    static void check(JsonObject template, String field, Flaws flaws) {
        flaws.labels(field + ".labels", template.object("metadata", "labels"));
        Annotations.check(template.object("metadata", "annotations"), field + ".annotations", flaws);
        PodSpecChecks.check(template.object("spec"), field + ".spec", flaws);
    }

    /// What makes pods for ever cannot use any that end.
    static void mustRestart(JsonObject template, String field, String kind, Flaws flaws) {
        JsonObject spec = template.object("spec");
        String policy = spec.text("restartPolicy");
        if (!policy.equals("Always")) {
            flaws.unsupported(field + ".spec.restartPolicy", Json.of(policy), List.of("Always"));
        }
        if (spec.has("activeDeadlineSeconds")) {
            flaws.forbidden(
                    field + ".spec.activeDeadlineSeconds", "activeDeadlineSeconds in " + kind + " is not Supported");
        }
    }

    /// A selector that is not there selects nothing.
    static void mustMatch(JsonObject template, JsonObject spec, String field, Flaws flaws) {
        JsonObject labels = template.object("metadata", "labels");
        if (!(spec.get("selector") instanceof JsonObject) || !Selectors.matches(spec.object("selector"), labels)) {
            flaws.invalid(
                    field + ".metadata.labels",
                    labels.isEmpty() ? null : GoStructs.sorted(labels),
                    "`selector` does not match template `labels`");
        }
    }
}

package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.AnnotationValidation;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.SortedKeys;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;

/// The pod templates of workloads.
public final class PodTemplates {
    private PodTemplates() {}

    public static JsonObject applyDefaults(JsonObject template) {
        return template.with("spec", PodDefaults.ofTemplate(template.object("spec")));
    }

    public static void validate(JsonObject template, String field, ValidationErrors errors) {
        errors.labels(field + ".labels", template.object("metadata", "labels"));
        AnnotationValidation.validate(template.object("metadata", "annotations"), field + ".annotations", errors);
        PodSpecValidation.validate(template.object("spec"), field + ".spec", errors);
    }

    /// What makes pods for ever cannot use any that end.
    public static void mustRestart(JsonObject template, String field, String kind, ValidationErrors errors) {
        JsonObject spec = template.object("spec");
        String policy = spec.text("restartPolicy");
        if (!policy.equals("Always")) {
            errors.unsupported(field + ".spec.restartPolicy", Json.of(policy), List.of("Always"));
        }
        if (spec.has("activeDeadlineSeconds")) {
            errors.forbidden(
                    field + ".spec.activeDeadlineSeconds", "activeDeadlineSeconds in " + kind + " is not Supported");
        }
    }

    /// A selector that is not there selects nothing.
    public static void mustMatch(JsonObject template, JsonObject spec, String field, ValidationErrors errors) {
        JsonObject labels = template.object("metadata", "labels");
        if (!(spec.get("selector") instanceof JsonObject) || !Selectors.matches(spec.object("selector"), labels)) {
            errors.invalid(
                    field + ".metadata.labels",
                    labels.isEmpty() ? null : SortedKeys.of(labels),
                    "`selector` does not match template `labels`");
        }
    }
}

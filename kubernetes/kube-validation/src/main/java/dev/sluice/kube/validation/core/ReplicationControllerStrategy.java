package dev.sluice.kube.validation.core;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.core.pod.PodTemplateWarnings;
import dev.sluice.kube.validation.core.pod.PodTemplates;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Replication controllers, whose selector is a plain map.
final class ReplicationControllerStrategy implements KindStrategy {
    private static final String SELECTOR = "spec.selector";
    private static final String TEMPLATE = "spec.template";

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
            errors.required(SELECTOR);
        }
        errors.nonNegative("spec.replicas", spec.get("replicas"));
        if (!spec.has("template")) {
            errors.required(TEMPLATE);
            return;
        }
        JsonObject template = spec.object("template");
        if (!Selectors.matches(JsonObject.of("matchLabels", selector), template.object("metadata", "labels"))) {
            errors.invalid(
                    "spec.template.metadata.labels",
                    template.at("metadata", "labels"),
                    "`selector` does not match template `labels`");
        }
        PodTemplates.validate(template, TEMPLATE, errors);
        PodTemplates.mustRestart(template, TEMPLATE, "ReplicationController", errors);
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        PodTemplateWarnings.ofName(object, old, warnings);
        PodTemplateWarnings.ofTemplate(object, old, "spec.template", warnings);
    }
}

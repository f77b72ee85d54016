package dev.sluice.kube.validation.core;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.core.pod.PodTemplateWarnings;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// `PodTemplate` objects.
final class PodTemplateStrategy implements KindStrategy {
    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        PodTemplateWarnings.ofTemplate(object, old, "template", warnings);
    }
}

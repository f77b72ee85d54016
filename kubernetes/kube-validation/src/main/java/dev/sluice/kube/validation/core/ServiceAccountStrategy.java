package dev.sluice.kube.validation.core;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Service accounts.
final class ServiceAccountStrategy implements KindStrategy {
    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        String key = "kubernetes.io/enforce-mountable-secrets";
        boolean isNew = old == null || !old.object("metadata", "annotations").has(key);
        if (isNew && object.object("metadata", "annotations").has(key)) {
            warnings.accept("metadata.annotations[" + key + "]: deprecated in v1.32+; prefer separate namespaces to"
                    + " isolate access to mounted secrets");
        }
    }
}

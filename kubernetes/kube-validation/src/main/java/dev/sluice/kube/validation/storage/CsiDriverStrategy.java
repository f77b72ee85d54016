package dev.sluice.kube.validation.storage;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// CSI drivers.
final class CsiDriverStrategy implements KindStrategy {
    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        JsonObject spec = object.object("spec");
        JsonArray tokens = spec.array("tokenRequests");
        boolean isNew = old == null || !old.array("spec", "tokenRequests").equals(tokens);
        if (isNew && !tokens.isEmpty() && !spec.has("serviceAccountTokenInSecrets")) {
            warnings.accept("spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to"
                    + " true to prevent possible logging of tokens in volume attributes");
        }
    }
}

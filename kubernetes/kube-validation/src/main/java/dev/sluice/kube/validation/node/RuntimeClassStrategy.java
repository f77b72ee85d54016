package dev.sluice.kube.validation.node;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.NodeLabels;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runtime classes.
final class RuntimeClassStrategy implements KindStrategy {
    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        NodeLabels.tell(object.object("scheduling", "nodeSelector"), _ -> "scheduling.nodeSelector", warnings);
    }
}

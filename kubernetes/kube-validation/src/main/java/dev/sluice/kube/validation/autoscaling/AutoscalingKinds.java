package dev.sluice.kube.validation.autoscaling;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `autoscaling`.
public final class AutoscalingKinds {
    public static final List<Kind> ALL = List.of(
            new Kind("horizontalpodautoscalers.autoscaling", new AutoscalerStrategy(), AutoscalerColumns.COLUMNS));

    private AutoscalingKinds() {}
}

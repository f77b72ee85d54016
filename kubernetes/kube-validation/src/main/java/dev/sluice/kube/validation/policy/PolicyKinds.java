package dev.sluice.kube.validation.policy;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `policy`.
public final class PolicyKinds {
    public static final List<Kind> ALL = List.of(new Kind(
            "poddisruptionbudgets.policy", new PodDisruptionBudgetStrategy(), PolicyColumns.POD_DISRUPTION_BUDGETS));

    private PolicyKinds() {}
}

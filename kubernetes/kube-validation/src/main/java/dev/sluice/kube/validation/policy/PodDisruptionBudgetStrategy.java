package dev.sluice.kube.validation.policy;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.IntOrPercent;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;

/// Pod disruption budgets.
final class PodDisruptionBudgetStrategy implements KindStrategy {
    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        return object.with(
                "status",
                JsonObject.builder()
                        .put("disruptionsAllowed", 0)
                        .put("currentHealthy", 0)
                        .put("desiredHealthy", 0)
                        .put("expectedPods", 0)
                        .build());
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
            errors.invalid("spec", "minAvailable and maxUnavailable cannot be both set");
        }
        for (String share : List.of("minAvailable", "maxUnavailable")) {
            IntOrPercent.validate(spec.get(share), "spec." + share, errors);
            IntOrPercent.mustNotExceedAll(spec.get(share), "spec." + share, errors);
        }
        Selectors.validate(spec.get("selector"), "spec.selector", errors);
        errors.oneOf(
                "spec.unhealthyPodEvictionPolicy",
                spec.text("unhealthyPodEvictionPolicy"),
                false,
                List.of("AlwaysAllow", "IfHealthyBudget"));
    }

    @Override
    public void validateStatusUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        for (String count : List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")) {
            errors.nonNegative("status." + count, object.at("status", count));
        }
    }
}

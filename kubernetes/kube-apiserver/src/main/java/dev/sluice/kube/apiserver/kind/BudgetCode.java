package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// How many pods must stay while others are evicted.
final class BudgetCode implements KindCode {
    @Override
    public JsonObject begun(JsonObject object) {
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
    public void check(JsonObject object, Flaws flaws) {
        JsonObject spec = object.object("spec");
        if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
            flaws.invalid(
                    "spec",
                    GoStructs.of("policy.PodDisruptionBudgetSpec", spec),
                    "minAvailable and maxUnavailable cannot be both set");
        }
        for (String share : List.of("minAvailable", "maxUnavailable")) {
            Shares.check(spec.get(share), "spec." + share, flaws);
            Shares.mustNotExceedAll(spec.get(share), "spec." + share, flaws);
        }
        Selectors.check(spec.get("selector"), "spec.selector", flaws);
        flaws.oneOf(
                "spec.unhealthyPodEvictionPolicy",
                spec.text("unhealthyPodEvictionPolicy"),
                false,
                List.of("AlwaysAllow", "IfHealthyBudget"));
    }

    @Override
    public void checkStatus(JsonObject object, JsonObject old, Flaws flaws) {
        for (String count : List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")) {
            flaws.nonNegative("status." + count, object.at("status", count));
        }
    }
}

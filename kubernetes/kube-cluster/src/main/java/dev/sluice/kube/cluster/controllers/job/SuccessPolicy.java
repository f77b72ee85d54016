package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.BitSet;
import java.util.OptionalInt;

/// Evaluates a Job's `successPolicy`.
record SuccessPolicy(JsonArray rules) {

    /// Returns the first rule that is met.
    OptionalInt metBy(Intervals succeeded, int completions) {
        for (int i = 0; i < rules.size(); i++) {
            if (isMet(rules.object(i), succeeded, completions)) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    private static boolean isMet(JsonObject rule, Intervals succeeded, int completions) {
        if (!rule.has("succeededIndexes")) {
            return rule.has("succeededCount") && succeeded.total() >= rule.number(0, "succeededCount");
        }
        BitSet wanted =
                Intervals.parse(rule.text("succeededIndexes"), completions).indexes();
        BitSet there = (BitSet) wanted.clone();
        there.and(succeeded.indexes());
        return there.cardinality() >= rule.number(wanted.cardinality(), "succeededCount");
    }
}

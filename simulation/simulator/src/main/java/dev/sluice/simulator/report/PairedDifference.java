package dev.sluice.simulator.report;

import dev.sluice.simulator.metric.Confidence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The difference of a policy to the baseline in one metric, on the same seeds.
///
/// Runs with the same seed have the same jobs and failures, so their difference is due to the policy. Its
/// interval is often much narrower than those of the two means, which vary together from seed to seed.
///
/// @param setting the parameters except policy and seed
/// @param difference the policy's value minus the baseline's, over the seeds for which both are known
record PairedDifference(
        SequencedMap<String, String> setting,
        String policy,
        String baseline,
        SweepColumn column,
        Confidence difference) {

    /// Whether the 95 % confidence interval excludes zero. One pair has no interval.
    boolean excludesZero() {
        return difference.count() > 1 && Math.abs(difference.mean()) > difference.halfWidth();
    }

    /// Returns the differences by setting, policy and column; those without a pair are left out.
    ///
    /// @param baseline the policy that the others are compared with
    static List<PairedDifference> of(List<SweepRow> rows, String baseline) {
        SequencedMap<SequencedMap<String, String>, SequencedMap<String, Map<String, SweepRow>>> settings =
                new LinkedHashMap<>();
        for (SweepRow row : rows) {
            settings.computeIfAbsent(row.parametersWithout(SweepRow.POLICY, SweepRow.SEED), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(row.parameter(SweepRow.POLICY), _ -> new LinkedHashMap<>())
                    .put(row.parameter(SweepRow.SEED), row);
        }
        List<PairedDifference> all = new ArrayList<>();
        settings.forEach((setting, policies) -> {
            Map<String, SweepRow> base = policies.getOrDefault(baseline, Map.of());
            policies.forEach((policy, runs) -> {
                if (!policy.equals(baseline)) {
                    for (SweepColumn column : SweepColumn.ALL) {
                        Confidence difference = difference(runs, base, column);
                        if (difference.count() > 0) {
                            all.add(new PairedDifference(setting, policy, baseline, column, difference));
                        }
                    }
                }
            });
        });
        return all;
    }

    /// Leaves out runs without a partner, and unknown values.
    private static Confidence difference(Map<String, SweepRow> runs, Map<String, SweepRow> base, SweepColumn column) {
        return Confidence.of(runs.entrySet().stream()
                .mapToDouble(run -> {
                    SweepRow partner = base.get(run.getKey());
                    return partner == null ? Double.NaN : run.getValue().value(column) - partner.value(column);
                })
                .toArray());
    }
}

package dev.sluice.simulator.report;

import dev.sluice.simulator.metric.Metric;
import dev.sluice.simulator.metric.RunSummary;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// One run of a sweep: what it was made with, and what came out.
///
/// @param parameters in the order in which they are shown; those that runs are told apart by, [#SEED] among them
/// @param metrics a missing one is not known
public record SweepRow(SequencedMap<String, String> parameters, Map<Metric, Double> metrics) {

    /// Runs that differ in this only are repetitions.
    public static final String SEED = "seed";

    /// Runs that differ in this only are compared with each other.
    public static final String POLICY = "policy";

    public SweepRow {
        parameters = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parameters));
        EnumMap<Metric, Double> known = new EnumMap<>(Metric.class);
        metrics.forEach((metric, value) -> {
            if (Double.isFinite(value)) {
                known.put(metric, value);
            }
        });
        metrics = Collections.unmodifiableMap(known);
    }

    public static SweepRow of(SequencedMap<String, String> parameters, RunSummary run) {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            metrics.put(metric, metric.of(run));
        }
        return new SweepRow(parameters, metrics);
    }

    /// NaN if it is not known.
    double metric(Metric metric) {
        return metrics.getOrDefault(metric, Double.NaN);
    }

    SequencedMap<String, String> parametersWithout(String... names) {
        LinkedHashMap<String, String> others = new LinkedHashMap<>(parameters);
        for (String name : names) {
            others.remove(name);
        }
        return others;
    }
}

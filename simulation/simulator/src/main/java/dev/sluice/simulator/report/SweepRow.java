package dev.sluice.simulator.report;

import dev.sluice.simulator.metric.RunSummary;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// One run of a sweep: its parameters and results.
///
/// @param parameters in display order; they distinguish the runs, and include [#SEED]
/// @param values by the key of their [SweepColumn]; missing ones are unknown
public record SweepRow(SequencedMap<String, String> parameters, Map<String, Double> values) {

    /// Runs that differ in this only are repetitions.
    public static final String SEED = "seed";

    /// Runs that differ in this only are compared with each other.
    public static final String POLICY = "policy";

    /// Charts show metrics against it.
    public static final String LOAD = "load";

    public SweepRow {
        parameters = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parameters));
        SequencedMap<String, Double> known = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (Double.isFinite(value)) {
                known.put(key, value);
            }
        });
        values = Collections.unmodifiableSequencedMap(known);
    }

    public static SweepRow of(SequencedMap<String, String> parameters, RunSummary run) {
        SequencedMap<String, Double> values = new LinkedHashMap<>();
        SweepColumn.ALL.forEach(
                column -> values.put(column.key(), column.value().applyAsDouble(run)));
        return new SweepRow(parameters, values);
    }

    /// NaN if it is not known.
    double value(SweepColumn column) {
        return values.getOrDefault(column.key(), Double.NaN);
    }

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    SequencedMap<String, String> parametersWithout(String... names) {
        LinkedHashMap<String, String> others = new LinkedHashMap<>(parameters);
        for (String name : names) {
            others.remove(name);
        }
        return others;
    }
}

package dev.sluice.simulator.report;

import dev.sluice.traces.TraceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// The paired differences of a sweep as CSV: a row for each setting, policy and metric. Unknown values are
/// empty.
public final class DifferenceTable {
    private static final List<String> COLUMNS = List.of(
            "policy",
            "baseline",
            "metric",
            "pairs",
            "difference",
            "half_width_95",
            "low_95",
            "high_95",
            "excludes_zero");

    private DifferenceTable() {}

    /// Writes the file.
    ///
    /// @param baseline the policy that the others are compared with
    public static void write(List<SweepRow> rows, String baseline, Path file) throws IOException {
        List<PairedDifference> differences = PairedDifference.of(rows, baseline);
        SequencedSet<String> setting = new LinkedHashSet<>();
        rows.forEach(row -> setting.addAll(
                row.parametersWithout(SweepRow.POLICY, SweepRow.SEED).keySet()));
        List<List<String>> records = new ArrayList<>();
        List<String> header = new ArrayList<>(setting);
        header.addAll(COLUMNS);
        records.add(header);
        differences.forEach(difference -> records.add(record(difference, setting)));
        TraceFile.write(file, out -> out.write(CsvText.write(records).getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> record(PairedDifference it, SequencedSet<String> setting) {
        List<String> fields = new ArrayList<>();
        setting.forEach(name -> fields.add(it.setting().getOrDefault(name, "")));
        double mean = it.difference().mean();
        double half = it.difference().halfWidth();
        fields.addAll(List.of(
                it.policy(),
                it.baseline(),
                it.column().key(),
                Integer.toString(it.difference().count()),
                number(mean),
                number(half),
                number(mean - half),
                number(mean + half),
                Double.isNaN(half) ? "" : Boolean.toString(it.excludesZero())));
        return fields;
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "";
    }
}

package dev.sluice.simulator.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.simulator.metric.Confidence;
import dev.sluice.traces.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;

/// The runs of a sweep on one page: means over seeds with their confidence intervals, as a table, as charts by
/// policy and, where there are several loads, against the load; and the paired differences of the policies.
public final class ComparisonReport {
    private static final List<String> STYLES = List.of("report.css", "comparison.css");
    private static final List<String> SCRIPTS = List.of(
            "format.js",
            "canvas.js",
            "table.js",
            "export.js",
            "intervals.js",
            "lines.js",
            "differences.js",
            "comparison.js");

    private final List<SweepRow> rows;
    private final String baseline;
    private final List<String> notes;

    private ComparisonReport(List<SweepRow> rows, String baseline, List<String> notes) {
        this.rows = rows;
        this.baseline = baseline;
        this.notes = notes;
    }

    /// Writes the page.
    ///
    /// @param baseline the policy that the others are compared with
    /// @param notes remarks on how the runs were made
    public static void write(String title, List<SweepRow> rows, String baseline, List<String> notes, Path file)
            throws IOException {
        ComparisonReport report = new ComparisonReport(rows, baseline, notes);
        Page page = Page.of(title, STYLES, SCRIPTS, PageJson.write(report::writeData));
        TraceFile.write(file, page::writeTo);
    }

    private void writeData(JsonGenerator json) throws IOException {
        SequencedMap<SequencedMap<String, String>, List<SweepRow>> groups = new LinkedHashMap<>();
        SequencedSet<String> names = new LinkedHashSet<>();
        for (SweepRow row : rows) {
            SequencedMap<String, String> parameters = row.parametersWithout(SweepRow.SEED);
            names.addAll(parameters.keySet());
            groups.computeIfAbsent(parameters, _ -> new ArrayList<>()).add(row);
        }
        Map<SequencedMap<String, String>, Map<SweepColumn, PairedDifference>> differences = differences();
        json.writeStartObject();
        json.writeNumberField("runs", rows.size());
        json.writeStringField("policyName", SweepRow.POLICY);
        json.writeStringField("loadName", SweepRow.LOAD);
        json.writeStringField("baseline", baseline);
        json.writeFieldName("notes");
        PageJson.writeStrings(json, notes);
        json.writeFieldName("parameters");
        PageJson.writeStrings(json, List.copyOf(names));
        writeColumns(json);
        json.writeArrayFieldStart("groups");
        for (Map.Entry<SequencedMap<String, String>, List<SweepRow>> group : groups.entrySet()) {
            json.writeStartObject();
            writeMeans(json, names, group.getKey(), group.getValue());
            writeDifferences(json, differences.getOrDefault(group.getKey(), Map.of()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /// By the parameters of the groups.
    private Map<SequencedMap<String, String>, Map<SweepColumn, PairedDifference>> differences() {
        Map<SequencedMap<String, String>, Map<SweepColumn, PairedDifference>> all = new HashMap<>();
        for (PairedDifference difference : PairedDifference.of(rows, baseline)) {
            SequencedMap<String, String> group = new LinkedHashMap<>(difference.setting());
            group.put(SweepRow.POLICY, difference.policy());
            all.computeIfAbsent(group, _ -> new HashMap<>()).put(difference.column(), difference);
        }
        return all;
    }

    private static void writeColumns(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("metrics");
        for (SweepColumn column : SweepColumn.ALL) {
            json.writeStartObject();
            json.writeStringField("key", column.key());
            json.writeStringField("label", column.label());
            json.writeStringField("unit", column.unit().name().toLowerCase(Locale.ROOT));
            json.writeStringField("better", column.better().name().toLowerCase(Locale.ROOT));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeMeans(
            JsonGenerator json, SequencedSet<String> names, Map<String, String> parameters, List<SweepRow> runs)
            throws IOException {
        json.writeNumberField("runs", runs.size());
        json.writeFieldName("parameters");
        PageJson.writeStrings(
                json,
                names.stream().map(name -> parameters.getOrDefault(name, "")).toList());
        json.writeArrayFieldStart("metrics");
        for (SweepColumn column : SweepColumn.ALL) {
            Confidence confidence = Confidence.of(
                    runs.stream().mapToDouble(run -> run.value(column)).toArray());
            json.writeStartArray();
            PageJson.writeNumber(json, confidence.mean());
            PageJson.writeNumber(json, confidence.halfWidth());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    /// For each column the mean, half the width of its interval, the number of pairs and whether the interval excludes
    /// zero; null where there is no pair. Nothing for the baseline.
    private static void writeDifferences(JsonGenerator json, Map<SweepColumn, PairedDifference> differences)
            throws IOException {
        if (differences.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("differences");
        for (SweepColumn column : SweepColumn.ALL) {
            PairedDifference difference = differences.get(column);
            if (difference == null) {
                json.writeNull();
            } else {
                json.writeStartArray();
                PageJson.writeNumber(json, difference.difference().mean());
                PageJson.writeNumber(json, difference.difference().halfWidth());
                json.writeNumber(difference.difference().count());
                json.writeBoolean(difference.excludesZero());
                json.writeEndArray();
            }
        }
        json.writeEndArray();
    }
}

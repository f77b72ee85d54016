package dev.sluice.simulator.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.simulator.metric.Confidence;
import dev.sluice.simulator.metric.Metric;
import dev.sluice.traces.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;

/// The runs of a sweep on one page: means over seeds with their confidence intervals, as a table and as charts by
/// policy.
public final class ComparisonReport {
    private static final List<String> SCRIPTS =
            List.of("format.js", "canvas.js", "table.js", "intervals.js", "comparison.js");

    private final List<SweepRow> rows;

    private ComparisonReport(List<SweepRow> rows) {
        this.rows = rows;
    }

    public static void write(String title, List<SweepRow> rows, Path file) throws IOException {
        ComparisonReport report = new ComparisonReport(rows);
        Page page = Page.of(title, SCRIPTS, PageJson.write(report::writeData));
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
        json.writeStartObject();
        json.writeNumberField("runs", rows.size());
        json.writeStringField("policyName", SweepRow.POLICY);
        json.writeFieldName("parameters");
        PageJson.writeStrings(json, List.copyOf(names));
        PageJson.writeMetrics(json);
        json.writeArrayFieldStart("groups");
        for (Map.Entry<SequencedMap<String, String>, List<SweepRow>> group : groups.entrySet()) {
            writeGroup(json, names, group.getKey(), group.getValue());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeGroup(
            JsonGenerator json, SequencedSet<String> names, Map<String, String> parameters, List<SweepRow> runs)
            throws IOException {
        json.writeStartObject();
        json.writeNumberField("runs", runs.size());
        json.writeFieldName("parameters");
        PageJson.writeStrings(
                json,
                names.stream().map(name -> parameters.getOrDefault(name, "")).toList());
        json.writeArrayFieldStart("metrics");
        for (Metric metric : Metric.values()) {
            Confidence confidence = Confidence.of(
                    runs.stream().mapToDouble(run -> run.metric(metric)).toArray());
            json.writeStartArray();
            PageJson.writeNumber(json, confidence.mean());
            PageJson.writeNumber(json, confidence.halfWidth());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}

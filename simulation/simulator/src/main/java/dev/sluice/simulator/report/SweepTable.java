package dev.sluice.simulator.report;

import dev.sluice.simulator.metric.Metric;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.TraceException.Place;
import dev.sluice.traces.TraceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Stream;

/// The runs of a sweep as CSV: a column per parameter, then one per count and metric by its key. Unknown values
/// are empty.
public final class SweepTable {
    private SweepTable() {}

    public static void write(List<SweepRow> rows, Path file) throws IOException {
        SequencedSet<String> parameters = new LinkedHashSet<>();
        rows.forEach(row -> parameters.addAll(row.parameters().keySet()));
        List<List<String>> records = new ArrayList<>();
        records.add(Stream.concat(parameters.stream(), SweepColumn.ALL.stream().map(SweepColumn::key))
                .toList());
        rows.forEach(row -> records.add(record(row, parameters)));
        TraceFile.write(file, out -> out.write(CsvText.write(records).getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> record(SweepRow row, SequencedSet<String> parameters) {
        List<String> fields = new ArrayList<>();
        parameters.forEach(name -> fields.add(row.parameters().getOrDefault(name, "")));
        for (SweepColumn column : SweepColumn.ALL) {
            fields.add(Optional.ofNullable(row.values().get(column.key()))
                    .map(value -> shown(value, column))
                    .orElse(""));
        }
        return fields;
    }

    /// Numbers of jobs without a fraction if they have none.
    private static String shown(double value, SweepColumn column) {
        boolean isWhole = column.unit() == Metric.Unit.JOBS && value == Math.rint(value);
        return isWhole ? Long.toString((long) value) : Double.toString(value);
    }

    /// Reads a file only if it has all columns: older releases wrote fewer.
    public static List<SweepRow> readComplete(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        List<SweepRow> rows = parse(text, file.toString());
        List<String> header = CsvText.parse(text, file.toString()).getFirst().fields();
        for (SweepColumn column : SweepColumn.ALL) {
            if (!header.contains(column.key())) {
                throw new TraceException(Place.startOf(file.toString()), "column (" + column.key() + ") is missing");
            }
        }
        return rows;
    }

    public static List<SweepRow> read(Path file) throws IOException {
        return parse(Files.readString(file, StandardCharsets.UTF_8), file.toString());
    }

    /// Columns named like a [SweepColumn] are such columns, all others are parameters.
    static List<SweepRow> parse(String text, String source) {
        List<CsvText.Row> rows = CsvText.parse(text, source);
        if (rows.isEmpty()) {
            throw new TraceException(Place.startOf(source), "no header. Maybe the file is empty?");
        }
        List<String> header = rows.getFirst().fields();
        if (new HashSet<>(header).size() < header.size()) {
            throw new TraceException(Place.startOf(source), "a column is named twice in the header (" + header + ")");
        }
        return rows.stream().skip(1).map(row -> row(header, row, source)).toList();
    }

    private static SweepRow row(List<String> header, CsvText.Row row, String source) {
        if (row.fields().size() != header.size()) {
            throw new TraceException(
                    new Place(source, row.line(), 1, ""),
                    "(" + row.fields().size() + ") fields, where the header has (" + header.size() + ")");
        }
        SequencedMap<String, String> parameters = new LinkedHashMap<>();
        Map<String, Double> values = new LinkedHashMap<>();
        for (int column = 0; column < header.size(); column++) {
            String name = header.get(column);
            String value = row.fields().get(column);
            if (SweepColumn.find(name).isEmpty()) {
                parameters.put(name, value);
            } else if (!value.isEmpty()) {
                values.put(name, number(value, new Place(source, row.line(), column + 1, name)));
            }
        }
        return new SweepRow(parameters, values);
    }

    private static double number(String value, Place place) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException _) {
            throw new TraceException(place, "(" + TraceException.shown(value) + ") is not a number");
        }
    }
}

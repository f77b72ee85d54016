package dev.sluice.simulator.report;

import dev.sluice.traces.TraceException;
import dev.sluice.traces.TraceException.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// CSV by RFC 4180: fields with separators are quoted, and quotes in these are doubled.
final class CsvText {
    private final String text;
    private final String source;
    private int at;
    private int line = 1;

    private CsvText(String text, String source) {
        this.text = text;
        this.source = source;
    }

    /// A record, and the line where it begins.
    record Row(int line, List<String> fields) {}

    static List<Row> parse(String text, String source) {
        CsvText csv = new CsvText(text, source);
        List<Row> rows = new ArrayList<>();
        while (csv.at < text.length()) {
            rows.add(csv.row());
        }
        return rows;
    }

    static String write(List<List<String>> records) {
        return records.stream()
                .map(fields -> fields.stream().map(CsvText::field).collect(Collectors.joining(",", "", "\n")))
                .collect(Collectors.joining());
    }

    private static String field(String value) {
        boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? value : "\"" + value.replace("\"", "\"\"") + "\"";
    }

    private Row row() {
        int begin = line;
        List<String> fields = new ArrayList<>();
        fields.add(field());
        while (skip(',')) {
            fields.add(field());
        }
        boolean returned = skip('\r');
        boolean ended = skip('\n') || returned || at == text.length();
        if (!ended) {
            throw new TraceException(
                    new Place(source, line, fields.size(), ""),
                    "text after a closing quote. Maybe quotes are not doubled?");
        }
        line++;
        return new Row(begin, fields);
    }

    private String field() {
        return skip('"') ? quoted() : plain();
    }

    private String plain() {
        int begin = at;
        while (at < text.length() && ",\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(begin, at);
    }

    private String quoted() {
        int opened = line;
        StringBuilder value = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '"') {
                line += c == '\n' ? 1 : 0;
                value.append(c);
            } else if (skip('"')) {
                value.append('"');
            } else {
                return value.toString();
            }
        }
        throw new TraceException(new Place(source, opened, 1, ""), "a quote is opened and not closed");
    }

    private boolean skip(char expected) {
        boolean found = at < text.length() && text.charAt(at) == expected;
        at += found ? 1 : 0;
        return found;
    }
}

package dev.sluice.traces.batsim;

import dev.sluice.traces.TraceException;
import dev.sluice.traces.TraceException.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// A JSON value that knows its position, so that type errors name it.
final class JsonElement {
    private final String source;
    private final Optional<JsonElement> parent;
    private final String step;
    private final int line;
    private final int column;
    private final Content content;

    JsonElement(Step step, int line, int column, Content content) {
        this.source = step.source();
        this.parent = step.parent();
        this.step = step.name();
        this.line = line;
        this.column = column;
        this.content = content;
    }

    /// The step from a value to one of its parts.
    ///
    /// @param name a key, or an index in brackets
    record Step(String source, Optional<JsonElement> parent, String name) {}

    sealed interface Content {
        /// Filled while it is read.
        record Fields(Map<String, JsonElement> values) implements Content {}

        /// Filled while it is read.
        record Elements(List<JsonElement> values) implements Content {}

        record Text(String value) implements Content {}

        /// As it is written.
        record Decimal(String value) implements Content {}

        /// `true`, `false` or `null`.
        record Word(String value) implements Content {}
    }

    Content content() {
        return content;
    }

    Step step(String name) {
        return new Step(source, Optional.of(this), name);
    }

    Map<String, JsonElement> fields() {
        if (content instanceof Content.Fields fields) {
            return fields.values();
        }
        throw problem("must be an object");
    }

    List<JsonElement> elements() {
        if (content instanceof Content.Elements elements) {
            return elements.values();
        }
        throw problem("must be an array");
    }

    Optional<JsonElement> find(String key) {
        return Optional.ofNullable(fields().get(key))
                .filter(found -> !(found.content instanceof Content.Word word
                        && word.value().equals("null")));
    }

    JsonElement require(String key) {
        return find(key).orElseThrow(() -> plainProblem("field (" + key + ") is missing"));
    }

    String text() {
        if (content instanceof Content.Text text) {
            return text.value();
        }
        throw problem("must be a text");
    }

    /// Identifiers may be texts or numbers.
    String textOrNumber() {
        return content instanceof Content.Decimal number ? number.value() : text();
    }

    double number() {
        if (content instanceof Content.Decimal number) {
            double value = Double.parseDouble(number.value());
            if (Double.isFinite(value)) {
                return value;
            }
        }
        throw problem("must be a number");
    }

    double numberFrom0() {
        double value = number();
        if (value < 0) {
            throw problem("must be 0 or more");
        }
        return value;
    }

    int integer(int min) {
        double value = number();
        if (value != Math.rint(value) || value < min || value > Integer.MAX_VALUE) {
            throw problem("must be a whole number from " + min + " to " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    /// Returns the unknown fields, as JSON texts.
    Map<String, String> others(Predicate<String> known) {
        if (fields().keySet().stream().allMatch(known)) {
            // The usual case: saves half a million empty maps.
            return Map.of();
        }
        Map<String, String> others = new LinkedHashMap<>();
        fields().forEach((key, field) -> {
            if (!known.test(key)) {
                others.put(key, BatsimJson.write(field));
            }
        });
        return others;
    }

    /// Returns an exception whose message ends with the value in parentheses.
    TraceException problem(String problem) {
        return plainProblem(problem + " (" + shown() + ")");
    }

    TraceException plainProblem(String problem) {
        return new TraceException(place(), problem);
    }

    Place place() {
        return new Place(source, line, column, path());
    }

    int line() {
        return line;
    }

    int column() {
        return column;
    }

    private String path() {
        String above = parent.map(JsonElement::path).orElse("");
        String here = step.startsWith("[") ? step : TraceException.shown(step);
        return above + (above.isEmpty() || here.startsWith("[") ? "" : ".") + here;
    }

    private String shown() {
        return switch (content) {
            case Content.Fields fields -> "an object of " + fields.values().size();
            case Content.Elements elements -> "an array of " + elements.values().size();
            case Content.Text text -> "\"" + TraceException.shown(text.value()) + "\"";
            case Content.Decimal number -> TraceException.shown(number.value());
            case Content.Word word -> word.value();
        };
    }
}

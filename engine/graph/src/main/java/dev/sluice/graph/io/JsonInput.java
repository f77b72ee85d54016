package dev.sluice.graph.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.sluice.graph.GraphException;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/// A streaming JSON reader whose errors have line and column.
final class JsonInput {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Limits.NESTING_MAX)
                    .maxStringLength(Limits.TEXT_MAX)
                    .maxNameLength(Limits.TEXT_MAX)
                    .build())
            .build();

    private final String source;
    private final JsonParser json;

    private JsonInput(JsonParser json, String source) {
        this.json = json;
        this.source = source;
    }

    /// Reads an object or a list element; its first token was just read.
    interface Action {
        void run() throws IOException;
    }

    /// Reads a field of an object; the first token of its value was just read.
    interface Field {
        void read(String name) throws IOException;
    }

    private interface Opening {
        JsonParser open() throws IOException;
    }

    /// Reads a whole input.
    interface Reading<T> {
        T read(JsonInput input) throws IOException;
    }

    static <T> T read(String text, String source, Reading<T> reading) {
        return read(() -> FACTORY.createParser(text), source, reading);
    }

    static <T> T read(InputStream stream, String source, Reading<T> reading) {
        return read(() -> FACTORY.createParser(stream), source, reading);
    }

    private static <T> T read(Opening opening, String source, Reading<T> reading) {
        try (JsonParser json = opening.open()) {
            JsonInput input = new JsonInput(json, source);
            json.nextToken();
            T result = reading.read(input);
            if (json.nextToken() != null) {
                throw input.wrong("there is more after the end");
            }
            return result;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw new GraphException("%s:%d:%d: invalid JSON: %s"
                    .formatted(
                            source,
                            at == null ? 0 : at.getLineNr(),
                            at == null ? 0 : at.getColumnNr(),
                            e.getOriginalMessage()));
        } catch (CharConversionException e) {
            throw new GraphException("%s: invalid text: %s".formatted(source, e.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + source, e);
        }
    }

    /// Reads an object field by field.
    void object(String what, Field field) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw wrong(what + " is not an object {…}");
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            field.read(name);
        }
    }

    /// Reads a list element by element.
    void list(String what, Action element) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw wrong(what + " is not a list […]");
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            element.run();
        }
    }

    void skip() throws IOException {
        json.skipChildren();
    }

    boolean isObject() {
        return json.currentToken() == JsonToken.START_OBJECT;
    }

    /// The scalar as a string; an empty string for objects and lists.
    String text() throws IOException {
        String text = json.getValueAsString("");
        json.skipChildren();
        return text;
    }

    boolean flag(String field) throws IOException {
        return switch (json.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE, VALUE_NULL -> false;
            default -> throw wrong("%s (%s) is neither true nor false".formatted(field, json.getText()));
        };
    }

    long number(String field) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw wrong("%s (%s) is not a whole number".formatted(field, json.getText()));
        }
        return json.getLongValue();
    }

    int smallNumber(String field) throws IOException {
        long number = number(field);
        if (number != (int) number) {
            throw wrong("%s (%d) is too large".formatted(field, number));
        }
        return (int) number;
    }

    /// Reads the scalar fields of an object as strings; none for `null`.
    void texts(String what, Map<String, String> texts) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_NULL) {
            return;
        }
        object(what, name -> {
            if (json.currentToken().isScalarValue()) {
                texts.put(name, json.getValueAsString(""));
            } else {
                json.skipChildren();
            }
        });
    }

    /// The position of the current token.
    JsonLocation position() {
        return json.currentTokenLocation();
    }

    GraphException wrong(String what) {
        return wrong(position(), what);
    }

    GraphException wrong(JsonLocation at, String what) {
        return new GraphException("%s:%d:%d: %s".formatted(source, at.getLineNr(), at.getColumnNr(), what));
    }

    String source() {
        return source;
    }
}

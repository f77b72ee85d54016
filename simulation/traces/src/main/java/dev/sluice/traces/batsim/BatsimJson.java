package dev.sluice.traces.batsim;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.TraceException.Place;
import dev.sluice.traces.TraceFile;
import dev.sluice.traces.batsim.JsonElement.Content;
import dev.sluice.traces.batsim.JsonElement.Step;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// Parses a JSON text in one pass. Values become trees on request; only one job or profile of a large file is
/// in memory at a time.
final class BatsimJson implements AutoCloseable {
    /// Jobs and profiles are flat, and sites add nothing deep to them. Reading recurses.
    private static final int DEPTH_MAX = 50;

    /// The digits of a number; arithmetic on longer ones is slow, and no real file has them.
    private static final int NUMBER_CHARS_MAX = 100;

    /// The traffic between 3,000 hosts, each with each, has 9 million numbers.
    private static final int VALUES_MAX = 20_000_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxNumberLength(NUMBER_CHARS_MAX)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // Error messages would quote the text; ours quote the value.
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final JsonParser parser;
    private final String source;
    private int values;

    BatsimJson(InputStream in, String source) throws IOException {
        this.parser = FACTORY.createParser(in);
        this.source = source;
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }

    /// Null at the end of the text.
    @Nullable
    JsonToken next() throws IOException {
        return parser.nextToken();
    }

    String key() throws IOException {
        return parser.currentName();
    }

    void skip() throws IOException {
        int depth = 0;
        do {
            JsonToken token = parser.currentToken();
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        } while (depth > 0 && next() != null);
    }

    /// Reads the current value as a tree.
    JsonElement element(String name) throws IOException {
        values = 0;
        return element(new Step(source, Optional.empty(), name));
    }

    private JsonElement element(Step step) throws IOException {
        JsonLocation at = parser.currentTokenLocation();
        int line = Math.max(1, at.getLineNr());
        int column = Math.max(1, at.getColumnNr());
        if (++values > VALUES_MAX) {
            throw problem("more values than (" + VALUES_MAX + ") in one job or profile");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Content.Fields fields = new Content.Fields(new LinkedHashMap<>());
                JsonElement object = new JsonElement(step, line, column, fields);
                while (next() == JsonToken.FIELD_NAME) {
                    String key = key();
                    next();
                    fields.values().put(key, element(object.step(key)));
                }
                yield object;
            }
            case START_ARRAY -> {
                Content.Elements elements = new Content.Elements(new ArrayList<>());
                JsonElement array = new JsonElement(step, line, column, elements);
                while (next() != JsonToken.END_ARRAY) {
                    elements.values()
                            .add(element(array.step("[" + elements.values().size() + "]")));
                }
                yield array;
            }
            case VALUE_STRING -> new JsonElement(step, line, column, new Content.Text(parser.getText()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                new JsonElement(step, line, column, new Content.Decimal(parser.getText()));
            default -> new JsonElement(step, line, column, new Content.Word(parser.getText()));
        };
    }

    TraceException problem(String problem) {
        return new TraceException(place(parser.currentTokenLocation()), problem);
    }

    /// Returns the exception for malformed JSON; other errors are thrown as they are.
    TraceException explain(IOException problem) throws IOException {
        return switch (problem) {
            case JsonProcessingException e ->
                new TraceException(place(e.getLocation()), "not JSON: " + e.getOriginalMessage());
            case ZipException e -> TraceFile.damaged(place(parser.currentLocation()), e);
            case EOFException e -> TraceFile.damaged(place(parser.currentLocation()), e);
            default -> throw problem;
        };
    }

    private Place place(@Nullable JsonLocation location) {
        return location == null
                ? Place.startOf(source)
                : new Place(source, Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()), "");
    }

    static JsonGenerator generator(OutputStream out) throws IOException {
        return FACTORY.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    static String write(JsonElement element) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            write(element, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonElement element, JsonGenerator json) throws IOException {
        switch (element.content()) {
            case Content.Fields fields -> {
                json.writeStartObject();
                for (var field : fields.values().entrySet()) {
                    json.writeFieldName(field.getKey());
                    write(field.getValue(), json);
                }
                json.writeEndObject();
            }
            case Content.Elements elements -> {
                json.writeStartArray();
                for (JsonElement value : elements.values()) {
                    write(value, json);
                }
                json.writeEndArray();
            }
            case Content.Text text -> json.writeString(text.value());
            case Content.Decimal number -> json.writeRawValue(number.value());
            case Content.Word word -> json.writeRawValue(word.value());
        }
    }
}

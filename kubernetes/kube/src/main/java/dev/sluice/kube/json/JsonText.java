package dev.sluice.kube.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/// Reads and writes JSON text.
public final class JsonText {
    /// The nesting depth that kube-apiserver allows in custom resources; real objects have less than half of it.
    public static final int DEPTH_MAX = 128;

    /// No meaningful number has a longer literal.
    private static final int NUMBER_LENGTH_MAX = 400;

    /// Larger than any request: the server limits request bodies before parsing.
    private static final int STRING_LENGTH_MAX = 64 << 20;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxNumberLength(NUMBER_LENGTH_MAX)
                    .maxStringLength(STRING_LENGTH_MAX)
                    .build())
            // The last of duplicate fields wins, as in Go; strict validation finds duplicates elsewhere.
            .disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .build();

    private JsonText() {}

    /// Parses exactly one value.
    ///
    /// @throws JsonSyntaxException names the line, the column and the error
    public static Json read(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return readAll(parser, JsonText::ignore);
        } catch (JsonProcessingException e) {
            throw JsonSyntaxException.of(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Parses exactly one value from UTF-8.
    ///
    /// @throws JsonSyntaxException names the line, the column and the error
    public static Json read(byte[] text) {
        return read(text, JsonText::ignore);
    }

    /// Parses exactly one value and reports the names of duplicate fields.
    public static Json read(byte[] text, Consumer<String> duplicates) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return readAll(parser, duplicates);
        } catch (JsonProcessingException e) {
            throw JsonSyntaxException.of(e);
        } catch (IOException e) {
            throw new JsonSyntaxException("is not UTF-8: " + e.getMessage(), 0, 0);
        }
    }

    private static void ignore(@SuppressWarnings("unused") String name) {}

    private static Json readAll(JsonParser parser, Consumer<String> duplicates) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new JsonSyntaxException("is empty", 1, 1);
        }
        Json value = readValue(parser, token, duplicates);
        if (parser.nextToken() != null) {
            throw new JsonSyntaxException(
                    "has something after its end",
                    parser.currentTokenLocation().getLineNr(),
                    parser.currentTokenLocation().getColumnNr());
        }
        return value;
    }

    private static Json readValue(JsonParser parser, JsonToken token, Consumer<String> duplicates) throws IOException {
        return switch (token) {
            case START_OBJECT -> readObject(parser, duplicates);
            case START_ARRAY -> readArray(parser, duplicates);
            case VALUE_STRING -> new JsonString(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getText());
            case VALUE_TRUE -> JsonBoolean.TRUE;
            case VALUE_FALSE -> JsonBoolean.FALSE;
            case VALUE_NULL -> JsonNull.NULL;
            case END_ARRAY, END_OBJECT, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("a value cannot begin with " + token);
        };
    }

    private static JsonObject readObject(JsonParser parser, Consumer<String> duplicates) throws IOException {
        JsonObject.Builder fields = JsonObject.builder();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            Json value = readValue(parser, Objects.requireNonNull(parser.nextToken()), duplicates);
            if (!fields.add(name, value)) {
                duplicates.accept(name);
            }
        }
        return fields.build();
    }

    private static JsonArray readArray(JsonParser parser, Consumer<String> duplicates) throws IOException {
        List<Json> values = new ArrayList<>();
        for (JsonToken token = Objects.requireNonNull(parser.nextToken());
                token != JsonToken.END_ARRAY;
                token = Objects.requireNonNull(parser.nextToken())) {
            values.add(readValue(parser, token, duplicates));
        }
        return JsonArray.of(values);
    }

    public static String write(Json value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            write(value, generator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    public static byte[] writeBytes(Json value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try {
            write(value, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /// Writes UTF-8. The stream stays open.
    public static void write(Json value, OutputStream to) throws IOException {
        try (JsonGenerator generator = FACTORY.createGenerator(to)) {
            write(value, generator);
        }
    }

    private static void write(Json value, JsonGenerator to) throws IOException {
        switch (value) {
            case JsonObject object -> {
                to.writeStartObject();
                for (int i = 0; i < object.size(); i++) {
                    to.writeFieldName(object.name(i));
                    write(object.value(i), to);
                }
                to.writeEndObject();
            }
            case JsonArray array -> {
                to.writeStartArray();
                for (int i = 0; i < array.size(); i++) {
                    write(array.get(i), to);
                }
                to.writeEndArray();
            }
            case JsonString string -> to.writeString(string.text());
            case JsonNumber number -> to.writeNumber(number.literal());
            case JsonBoolean bool -> to.writeBoolean(bool == JsonBoolean.TRUE);
            case JsonNull _ -> to.writeNull();
        }
    }
}

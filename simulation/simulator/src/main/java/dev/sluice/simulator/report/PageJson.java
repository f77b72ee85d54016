package dev.sluice.simulator.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.sluice.simulator.metric.Metric;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// JSON for embedding in HTML: without a `<`, so that no name in the data can end its element.
final class PageJson {
    private static final JsonFactory FACTORY =
            new JsonFactoryBuilder().characterEscapes(new NoMarkup()).build();

    private PageJson() {}

    /// What a page's data are.
    @FunctionalInterface
    interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    static String write(Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            content.writeTo(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static void writeStrings(JsonGenerator json, List<String> texts) throws IOException {
        json.writeStartArray();
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    static void writeMetrics(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("metrics");
        for (Metric metric : Metric.values()) {
            json.writeStartObject();
            json.writeStringField("key", metric.key());
            json.writeStringField("label", metric.label());
            json.writeStringField("unit", metric.unit().name().toLowerCase(Locale.ROOT));
            json.writeStringField("better", metric.better().name().toLowerCase(Locale.ROOT));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /// Null stands for undefined values.
    static void writeNumber(JsonGenerator json, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }

    private static final class NoMarkup extends CharacterEscapes {
        private static final SerializedString LESS_THAN = new SerializedString("\\u003c");

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] escapes = standardAsciiEscapesForJSON();
            escapes['<'] = ESCAPE_CUSTOM;
            return escapes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return character == '<' ? LESS_THAN : null;
        }
    }
}

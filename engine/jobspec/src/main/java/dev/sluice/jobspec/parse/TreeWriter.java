package dev.sluice.jobspec.parse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.jobspec.NullValue;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Writes trees of strings, numbers, booleans, [NullValue], lists and maps with string keys.
public final class TreeWriter {
    private static final JsonFactory FACTORY = new JsonFactory();

    /// Characters above this are escaped, since YAML does not allow all of them. So the JSON is valid YAML, too.
    private static final int HIGHEST_UNESCAPED = '~';

    /// YAML requires `?` before a key of more than 1024 characters.
    private static final int MAX_SIMPLE_KEY_CHARS = 1_000;

    /// Strings that need no quotes in YAML. All others are quoted: that is safe without YAML's detailed rules.
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./-]*");

    private static final Pattern NOT_TEXT = Pattern.compile("(?i:true|false|null|yes|no|on|off|y|n)");

    private TreeWriter() {}

    public static String toJson(Map<String, Object> tree) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.setHighestNonEscapedChar(HIGHEST_UNESCAPED);
            write(json, tree);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        switch (value) {
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    json.writeFieldName((String) entry.getKey());
                    write(json, entry.getValue());
                }
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                for (Object element : list) {
                    write(json, element);
                }
                json.writeEndArray();
            }
            case String text -> json.writeString(text);
            case Long number -> json.writeNumber(number);
            case BigInteger number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            case Boolean bool -> json.writeBoolean(bool);
            case NullValue _ -> json.writeNull();
            case JsonFragment fragment -> json.writeRawValue(fragment.text());
            default -> throw new IllegalArgumentException("value (" + value + ") cannot be written");
        }
    }

    /// JSON that is written unchanged.
    public record JsonFragment(String text) {}

    public static String toYaml(Map<String, Object> tree) {
        StringBuilder text = new StringBuilder();
        writeFields(text, tree, "");
        return text.toString();
    }

    private static void writeFields(StringBuilder text, Map<?, ?> map, String indent) {
        String before = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(before)
                    .append(key((String) entry.getKey(), "\n" + indent))
                    .append(':');
            writeBelow(text, entry.getValue(), indent);
            before = indent;
        }
    }

    private static void writeBelow(StringBuilder text, Object value, String indent) {
        switch (value) {
            case Map<?, ?> map
            when !map.isEmpty() -> {
                text.append('\n').append(indent).append("  ");
                writeFields(text, map, indent + "  ");
            }
            case List<?> list
            when !list.isEmpty() && !isShort(list) -> {
                for (Object element : list) {
                    text.append(text.charAt(text.length() - 1) == '\n' ? "" : "\n")
                            .append(indent)
                            .append("  -");
                    writeElement(text, element, indent + "    ");
                }
            }
            default -> text.append(' ').append(inline(value)).append('\n');
        }
    }

    private static void writeElement(StringBuilder text, Object element, String indent) {
        if (element instanceof Map<?, ?> map && !map.isEmpty()) {
            text.append(' ');
            writeFields(text, map, indent);
        } else {
            text.append(' ').append(inline(element)).append('\n');
        }
    }

    /// Whether the list has only scalars and is written on one line.
    private static boolean isShort(List<?> list) {
        return list.stream().noneMatch(element -> element instanceof Map || element instanceof List);
    }

    private static String inline(Object value) {
        return switch (value) {
            case String text ->
                PLAIN.matcher(text).matches() && !NOT_TEXT.matcher(text).matches() ? text : quoted(text);
            case List<?> list -> {
                StringBuilder text = new StringBuilder("[");
                for (Iterator<?> elements = list.iterator(); elements.hasNext(); ) {
                    text.append(inline(elements.next())).append(elements.hasNext() ? ", " : "");
                }
                yield text.append(']').toString();
            }
            case Map<?, ?> map -> {
                StringBuilder text = new StringBuilder("{");
                String separator = "";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    text.append(separator)
                            .append(key((String) entry.getKey(), " "))
                            .append(": ");
                    text.append(inline(entry.getValue()));
                    separator = ", ";
                }
                yield text.append('}').toString();
            }
            default -> value.toString();
        };
    }

    private static String key(String key, String beforeColon) {
        String text = inline(key);
        return text.length() <= MAX_SIMPLE_KEY_CHARS ? text : "? " + text + beforeColon;
    }

    /// Quotes the string with JSON's escapes, which are valid in YAML, too.
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (isPrintable(c)) {
                        quoted.append(c);
                    } else {
                        quoted.append("\\u").append(HexFormat.of().toHexDigits(c));
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    private static boolean isPrintable(char c) {
        return c < 0x80 ? c >= ' ' && c <= '~' : Character.isLetterOrDigit(c);
    }
}

package dev.sluice.kube.apiserver.wire;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.util.List;
import java.util.regex.Pattern;

/// Writes a value as block YAML.
///
/// Strings that could be read as something else are quoted as in JSON, which is valid YAML.
final class YamlWriter {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9._/-]*( [A-Za-z0-9._/-]+)*");

    private final StringBuilder text = new StringBuilder();

    private YamlWriter() {}

    static String write(Json value) {
        YamlWriter writer = new YamlWriter();
        switch (value) {
            case JsonObject object when !object.isEmpty() -> writer.object(object, 0, false);
            case JsonArray array when !array.isEmpty() -> writer.array(array, 0);
            default -> writer.text.append(scalar(value)).append('\n');
        }
        return writer.text.toString();
    }

    /// @param isBegun whether the line of the first field is indented already
    private void object(JsonObject object, int depth, boolean isBegun) {
        List<String> names = object.names().stream().sorted().toList();
        for (int i = 0; i < names.size(); i++) {
            if (i > 0 || !isBegun) {
                indent(depth);
            }
            text.append(quoted(names.get(i))).append(':');
            value(object.value(object.indexOf(names.get(i))), depth);
        }
    }

    private void value(Json value, int depth) {
        switch (value) {
            case JsonObject object
            when !object.isEmpty() -> {
                text.append('\n');
                object(object, depth + 1, false);
            }
            case JsonArray array
            when !array.isEmpty() -> {
                text.append('\n');
                array(array, depth);
            }
            default -> text.append(' ').append(scalar(value)).append('\n');
        }
    }

    private void array(JsonArray array, int depth) {
        for (Json item : array) {
            indent(depth);
            text.append("- ");
            switch (item) {
                case JsonObject object when !object.isEmpty() -> object(object, depth + 1, true);
                // Nested lists are short and written in flow style.
                default -> text.append(scalar(item)).append('\n');
            }
        }
    }

    private void indent(int depth) {
        text.repeat("  ", depth);
    }

    private static String scalar(Json value) {
        return value instanceof JsonString string ? quoted(string.text()) : value.toString();
    }

    private static String quoted(String given) {
        boolean isPlain = PLAIN.matcher(given).matches() && YamlReader.isText(given);
        return isPlain ? given : Json.of(given).toString();
    }
}

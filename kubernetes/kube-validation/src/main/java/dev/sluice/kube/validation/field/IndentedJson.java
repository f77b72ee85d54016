package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// JSON with one blank for each level, as Go indents it.
final class IndentedJson {
    private final List<String> lines = new ArrayList<>();

    private IndentedJson() {}

    static List<String> lines(Json value) {
        IndentedJson text = new IndentedJson();
        text.write(value, "", "", 0);
        return text.lines;
    }

    private void write(Json value, String before, String after, int depth) {
        String indent = " ".repeat(depth);
        switch (value) {
            case JsonObject object
            when !object.isEmpty() -> {
                lines.add(indent + before + "{");
                for (int i = 0; i < object.size(); i++) {
                    String name = Json.of(object.name(i)) + ": ";
                    write(object.value(i), name, i + 1 < object.size() ? "," : "", depth + 1);
                }
                lines.add(indent + "}" + after);
            }
            case JsonArray list
            when !list.isEmpty() -> {
                lines.add(indent + before + "[");
                for (int i = 0; i < list.size(); i++) {
                    write(list.get(i), "", i + 1 < list.size() ? "," : "", depth + 1);
                }
                lines.add(indent + "]" + after);
            }
            default -> lines.add(indent + before + value + after);
        }
    }
}

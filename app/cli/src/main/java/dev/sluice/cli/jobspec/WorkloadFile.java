package dev.sluice.cli.jobspec;

import dev.sluice.kube.apiserver.wire.Yaml;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The objects of a file for kubectl: YAML documents or JSON, with lists of objects among them.
final class WorkloadFile {
    private WorkloadFile() {}

    /// An object of the file.
    ///
    /// @param line of its document, from 1
    record Document(int line, JsonObject object) {}

    /// Reads all objects; empty documents are left out.
    ///
    /// @throws JsonSyntaxException names the line, the column and the error
    static List<Document> read(String text) {
        List<Document> found = new ArrayList<>();
        StringBuilder document = new StringBuilder();
        int line = 0;
        int begin = 1;
        for (String each : text.lines().toList()) {
            line++;
            if (isSeparator(each)) {
                add(found, begin, document);
                // Blank lines stand for what was before, so that errors name the right line.
                document = new StringBuilder("\n".repeat(line - 1))
                        .append(each.substring(3))
                        .append('\n');
                begin = line;
            } else {
                document.append(each).append('\n');
            }
        }
        add(found, begin, document);
        return found;
    }

    private static boolean isSeparator(String line) {
        return line.equals("---") || line.startsWith("--- ") || line.startsWith("---\t");
    }

    private static void add(List<Document> found, int line, CharSequence document) {
        Yaml.Text read = Yaml.read(document.toString().getBytes(StandardCharsets.UTF_8));
        if (!read.duplicates().isEmpty()) {
            throw new JsonSyntaxException(String.join("; ", read.duplicates()), line, 1);
        }
        switch (read.value()) {
            case JsonNull _ -> {}
            case JsonObject list
            when list.text("kind").equals("List") -> {
                for (Json item : list.array("items")) {
                    found.add(new Document(line, object(item, line)));
                }
            }
            case Json value -> found.add(new Document(line, object(value, line)));
        }
    }

    private static JsonObject object(Json value, int line) {
        if (value instanceof JsonObject object) {
            return object;
        }
        String what = value instanceof JsonArray ? "a list" : "the value " + value;
        throw new JsonSyntaxException("must be an object, not " + what, line, 1);
    }
}

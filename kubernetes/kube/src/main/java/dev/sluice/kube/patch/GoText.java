package dev.sluice.kube.patch;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// Prints values as Go's `%v` does, for messages that contain them.
public final class GoText {
    private GoText() {}

    public static String print(Json value) {
        return switch (value) {
            case JsonObject object ->
                object.names().stream()
                        .sorted()
                        .map(name -> name + ":" + print(object.value(object.indexOf(name))))
                        .collect(Collectors.joining(" ", "map[", "]"));
            case JsonArray array ->
                StreamSupport.stream(array.spliterator(), false)
                        .map(GoText::print)
                        .collect(Collectors.joining(" ", "[", "]"));
            case JsonString(String text) -> text;
            case JsonNumber(String literal) -> literal;
            case JsonBoolean bool -> bool.toString();
            case JsonNull _ -> "<nil>";
        };
    }

    /// Returns the Go type that a value is decoded into; values of the same type can be compared.
    static String type(Json value) {
        return switch (value) {
            case JsonObject _ -> "map[string]interface {}";
            case JsonArray _ -> "[]interface {}";
            case JsonString _ -> "string";
            case JsonNumber number -> number.isWhole() ? "int64" : "float64";
            case JsonBoolean _ -> "bool";
            case JsonNull _ -> "<nil>";
        };
    }
}

package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Objects as the real server's own structs look when its errors show them: other names, another order, and
/// all that is not there.
public final class GoStructs {
    /// What a pod shares with its host, which those structs have elsewhere.
    private static final List<String> OF_HOST =
            List.of("hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers");

    private static final Map<String, List<Field>> STRUCTS = read();

    private GoStructs() {}

    /// @param kind a struct, several or perhaps one of them, or what is shown if nothing is there
    private record Field(String name, String json, String kind) {}

    private static Map<String, List<Field>> read() {
        Map<String, List<Field>> structs = new HashMap<>();
        List<Field> current = new ArrayList<>();
        for (String line : text().lines().toList()) {
            String[] words = line.strip().split(" ", -1);
            if (words[0].equals("struct")) {
                current = new ArrayList<>();
                structs.put(words[1], current);
            } else if (!line.startsWith("#")) {
                current.add(new Field(words[0], words[1], words[2]));
            }
        }
        return structs;
    }

    private static String text() {
        try (InputStream stream = Objects.requireNonNull(GoStructs.class.getResourceAsStream("structs.txt"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// An object as Go prints its struct.
    ///
    /// @param struct such as `core.PodSpec`
    public static JsonObject of(String struct, JsonObject given) {
        JsonObject object = struct.equals("core.PodSpec") ? withHost(given) : given;
        JsonObject.Builder shown = JsonObject.builder();
        for (Field field : STRUCTS.getOrDefault(struct, List.of())) {
            if (field.kind().equals("inline")) {
                JsonObject metadata = object.object(field.json());
                for (String name : metadata.names()) {
                    shown.put(name, sorted(metadata.get(name)));
                }
            } else {
                shown.put(field.name(), value(field.kind(), object.get(field.json())));
            }
        }
        return shown.build();
    }

    private static JsonObject withHost(JsonObject spec) {
        JsonObject context = spec.object("securityContext");
        for (String name : OF_HOST) {
            Json value = spec.get(name);
            context = value == null ? context : context.with(name, value);
        }
        return spec.with("securityContext", context);
    }

    private static Json value(String kind, @Nullable Json given) {
        boolean isThere = given != null && !given.equals(JsonNull.NULL);
        if (kind.startsWith("[]")) {
            String struct = kind.substring(2);
            return isThere && given instanceof JsonArray list
                    ? list.map(item -> item instanceof JsonObject it ? of(struct, it) : item)
                    : JsonNull.NULL;
        }
        if (kind.startsWith("*")) {
            return isThere && given instanceof JsonObject object ? of(kind.substring(1), object) : JsonNull.NULL;
        }
        if (kind.contains(".")) {
            return of(kind, given instanceof JsonObject object ? object : JsonObject.EMPTY);
        }
        if (isThere) {
            return sorted(given);
        }
        return switch (kind) {
            case "string" -> Json.of("");
            case "bool" -> Json.of(false);
            case "int" -> Json.of(0);
            case "quantity" -> Json.of("0");
            default -> JsonNull.NULL;
        };
    }

    /// Go shows maps in the order of their keys.
    public static Json sorted(@Nullable Json value) {
        return switch (value) {
            case null -> JsonNull.NULL;
            case JsonObject object -> {
                TreeMap<String, Json> fields = new TreeMap<>();
                for (int i = 0; i < object.size(); i++) {
                    fields.put(object.name(i), sorted(object.value(i)));
                }
                Json expressions = fields.get("matchExpressions");
                JsonObject ordered = JsonObject.of(fields);
                // A selector is a struct, which says its labels first.
                yield expressions == null || !fields.containsKey("matchLabels")
                        ? ordered
                        : ordered.without("matchExpressions").with("matchExpressions", expressions);
            }
            case JsonArray list -> list.map(GoStructs::sorted);
            default -> value;
        };
    }

    /// What differs, line by line.
    public static String difference(String struct, JsonObject before, JsonObject after) {
        return LineDiff.of(IndentedJson.lines(of(struct, before)), IndentedJson.lines(of(struct, after)));
    }
}

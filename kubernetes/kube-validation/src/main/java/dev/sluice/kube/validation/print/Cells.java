package dev.sluice.kube.validation.print;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Cells that several kinds share.
public final class Cells {
    public static final String NONE = "<none>";
    public static final String UNSET = "<unset>";

    public static final Column NAME = new Column("Name", "string", "name", 0, at("metadata", "name"));
    public static final Column AGE = Column.text("Age", since("metadata", "creationTimestamp"));

    /// The columns of kinds that have none of their own.
    public static final List<Column> NAME_AND_CREATION =
            List.of(NAME, new Column("Created At", "date", "", 0, at("metadata", "creationTimestamp")));

    /// So many names of a list are shown; the others are counted.
    private static final int SHOWN_MAX = 3;

    private Cells() {}

    /// A text made of the object alone.
    public static Cell text(Function<JsonObject, String> text) {
        return (object, _) -> Json.of(text.apply(object));
    }

    /// The value at a path, or the empty text.
    public static Cell at(String... path) {
        return atOr("", path);
    }

    public static Cell atOr(String otherwise, String... path) {
        return (object, _) -> {
            Json value = object.at(path);
            boolean isNothing = value == null
                    || value instanceof JsonNull
                    || (value instanceof JsonString string && string.text().isEmpty());
            return isNothing || value == null ? Json.of(otherwise) : value;
        };
    }

    /// The value at a path as text, be it a text or a number.
    public static Cell textAtOr(String otherwise, String... path) {
        return text(object -> {
            Json value = object.at(path);
            if (value == null || value instanceof JsonNull) {
                return otherwise;
            }
            return value instanceof JsonString string ? string.text() : value.toString();
        });
    }

    public static Cell number(String... path) {
        return (object, _) -> Json.of(object.number(0, path));
    }

    public static Cell truth(boolean otherwise, String... path) {
        return (object, _) -> object.at(path) instanceof JsonBoolean value ? value : Json.of(otherwise);
    }

    /// How many there are in a list or a map.
    public static Cell count(String... path) {
        return (object, _) -> Json.of(size(object.at(path)));
    }

    public static long size(@Nullable Json value) {
        return switch (value) {
            case JsonArray array -> array.size();
            case JsonObject object -> object.size();
            case null, default -> 0;
        };
    }

    public static Cell since(String... path) {
        return (object, ages) -> Json.of(ages.since(object.text(path)));
    }

    /// Of a kind that may be the one that is taken when none is named.
    public static Column nameOrDefault(String annotation) {
        return new Column("Name", "string", "name", 0, text(object -> {
            boolean isDefault =
                    object.text("metadata", "annotations", annotation).equals("true");
            return object.text("metadata", "name") + (isDefault ? " (default)" : "");
        }));
    }

    /// One field of each object in a list.
    public static List<String> each(JsonArray array, String... path) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            texts.add(array.object(i).text(path));
        }
        return texts;
    }

    public static List<String> texts(JsonArray array) {
        List<String> texts = new ArrayList<>();
        for (Json value : array) {
            texts.add(value instanceof JsonString string ? string.text() : value.toString());
        }
        return texts;
    }

    public static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }

    /// The columns that tell what runs in a pod made from a template.
    public static List<Column> containers(String... template) {
        String[] path = append(template, "spec", "containers");
        return List.of(
                Column.text("Containers", text(object -> String.join(",", each(object.array(path), "name"))))
                        .wide(),
                Column.text("Images", text(object -> String.join(",", each(object.array(path), "image"))))
                        .wide());
    }

    private static String[] append(String[] path, String... more) {
        List<String> all = new ArrayList<>(List.of(path));
        all.addAll(List.of(more));
        return all.toArray(new String[0]);
    }

    /// Labels in the order of their names.
    public static String labels(JsonObject labels) {
        return orNone(labels.texts().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .collect(Collectors.joining(",")));
    }

    /// A label selector as a query has it; empty if it selects everything.
    public static String selector(JsonObject selector) {
        TreeMap<String, List<String>> byKey = new TreeMap<>();
        selector.object("matchLabels")
                .texts()
                .forEach((key, value) ->
                        byKey.computeIfAbsent(key, _ -> new ArrayList<>()).add(key + "=" + value));
        JsonArray expressions = selector.array("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            JsonObject each = expressions.object(i);
            String key = each.text("key");
            String values = texts(each.array("values")).stream().sorted().collect(Collectors.joining(",", " (", ")"));
            byKey.computeIfAbsent(key, _ -> new ArrayList<>())
                    .add(
                            switch (each.text("operator")) {
                                case "In" -> key + " in" + values;
                                case "NotIn" -> key + " notin" + values;
                                case "DoesNotExist" -> "!" + key;
                                default -> key;
                            });
        }
        return byKey.values().stream().flatMap(List::stream).collect(Collectors.joining(","));
    }

    /// The first of them, and how many more there are.
    public static String shortened(List<String> all) {
        if (all.size() <= SHOWN_MAX) {
            return String.join(",", all);
        }
        return String.join(",", all.subList(0, SHOWN_MAX)) + " + " + (all.size() - SHOWN_MAX) + " more...";
    }

    public static boolean hasCondition(JsonObject object, String type) {
        JsonArray conditions = object.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.object(i).text("type").equals(type)
                    && conditions.object(i).text("status").equals("True")) {
                return true;
            }
        }
        return false;
    }

    public static String lowerCase(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /// The addresses of a load balancer, in order.
    public static String loadBalancers(JsonObject object) {
        TreeSet<String> all = new TreeSet<>();
        JsonArray points = object.array("status", "loadBalancer", "ingress");
        for (int i = 0; i < points.size(); i++) {
            String ip = points.object(i).text("ip");
            all.add(ip.isEmpty() ? points.object(i).text("hostname") : ip);
        }
        all.remove("");
        return String.join(",", all);
    }
}

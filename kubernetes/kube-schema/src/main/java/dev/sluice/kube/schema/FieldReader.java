package dev.sluice.kube.schema;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Parses the field lines of the schema table.
final class FieldReader {
    private final Function<String, ObjectSchema> objects;

    /// @param objects by their names in the table
    FieldReader(Function<String, ObjectSchema> objects) {
        this.objects = objects;
    }

    Field[] read(String[] lines, int from, int to) {
        Field[] fields = new Field[to - from];
        for (int i = from; i < to; i++) {
            fields[i - from] = field(new LineTokens(lines[i]));
        }
        return fields;
    }

    private Field field(LineTokens words) {
        String name = words.word().intern();
        String number = words.word();
        String flags = words.word();
        ValueType type = type(words.word());
        Map<String, String> facts = words.facts();
        Optional<Json> standard = Optional.ofNullable(facts.get("default")).map(JsonText::read);
        Field.InGo inGo = new Field.InGo(
                flags.contains("p"),
                flags.contains("o"),
                flags.contains("z"),
                facts.getOrDefault("go", goName(type)).intern(),
                facts.getOrDefault("in", "").intern());
        return new Field(
                name,
                type,
                numbers(number),
                flags.contains("r"),
                inGo,
                merging(facts),
                LineTokens.list(facts.get("enum")),
                standard);
    }

    private static List<Integer> numbers(String path) {
        if (path.equals("-")) {
            return List.of();
        }
        List<Integer> numbers = new ArrayList<>();
        for (String number : path.split("\\.", -1)) {
            numbers.add(Integer.valueOf(number));
        }
        return numbers;
    }

    private ValueType type(String word) {
        if (word.startsWith("[")) {
            return new ListOf(type(word.substring(word.indexOf(']') + 1)), word.startsWith("[1]"));
        }
        if (word.startsWith("{}")) {
            return new MapOf(type(word.substring(2)));
        }
        Scalar scalar = Scalar.of(word);
        return scalar == null ? objects.apply(word) : scalar;
    }

    private static MergeStrategy merging(Map<String, String> facts) {
        String key = facts.getOrDefault("key", "");
        String strategy = facts.getOrDefault("strategy", "");
        String list = facts.getOrDefault("list", "");
        String map = facts.getOrDefault("map", "");
        if (key.isEmpty() && strategy.isEmpty() && list.isEmpty() && map.isEmpty()) {
            return MergeStrategy.PLAIN;
        }
        MergeStrategy.ListType listType = list.isEmpty()
                ? MergeStrategy.ListType.NONE
                : MergeStrategy.ListType.valueOf(list.toUpperCase(Locale.ROOT));
        return new MergeStrategy(
                key.intern(), strategy.intern(), listType, LineTokens.list(facts.get("keys")), mapType(map));
    }

    static MergeStrategy.MapType mapType(String word) {
        return word.isEmpty()
                ? MergeStrategy.MapType.NONE
                : MergeStrategy.MapType.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /// What Go calls a type if the table does not say otherwise.
    static String goName(ValueType type) {
        return switch (type) {
            case Scalar scalar -> scalar.goName();
            case ListOf list -> "[]" + goName(list.element());
            case MapOf map -> "map[string]" + goName(map.value());
            case ObjectSchema object -> object.name().substring(object.name().indexOf('/') + 1);
        };
    }
}

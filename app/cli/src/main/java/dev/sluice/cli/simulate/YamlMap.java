package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.InputFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// A mapping in a YAML file, with its place in it for messages.
///
/// @param place such as `sweep.yaml: queues[0].limits[1]`
record YamlMap(String place, Map<?, ?> entries) {

    static YamlMap read(Path file) {
        String text = InputFiles.read(file.toString());
        try {
            LoadSettings settings =
                    LoadSettings.builder().setLabel(file.toString()).build();
            return of(file + ": top", new Load(settings).loadFromString(text));
        } catch (YamlEngineException e) {
            throw new BadInput(file + ": " + e.getMessage());
        }
    }

    private static YamlMap of(String place, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return new YamlMap(place, map);
        }
        throw new BadInput(place + " (" + value + ") must be a mapping");
    }

    void requireOnly(Set<String> keys) {
        for (Object key : entries.keySet()) {
            if (!keys.contains(String.valueOf(key))) {
                throw new BadInput(place + ": key (" + key + ") is not known; there are "
                        + String.join(", ", new TreeSet<>(keys)));
            }
        }
    }

    Optional<YamlMap> map(String key) {
        Object value = entries.get(key);
        return value == null ? Optional.empty() : Optional.of(of(place + "." + key, value));
    }

    List<YamlMap> maps(String key) {
        List<YamlMap> maps = new ArrayList<>();
        for (Object item : list(key)) {
            maps.add(of(place + "." + key + "[" + maps.size() + "]", item));
        }
        return maps;
    }

    String text(String key) {
        Object value = entries.get(key);
        if (value == null) {
            throw new BadInput(place + ": " + key + " is missing");
        }
        return String.valueOf(value);
    }

    /// A list of texts, or one text; empty if there is none.
    List<String> texts(String key) {
        return list(key).stream().map(String::valueOf).toList();
    }

    long number(String key, long otherwise) {
        Object value = entries.get(key);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        }
        throw new BadInput(place + ": " + key + " (" + value + ") must be a whole number");
    }

    private List<?> list(String key) {
        Object value = entries.get(key);
        if (value == null) {
            return List.of();
        }
        return value instanceof List<?> list ? list : List.of(value);
    }
}

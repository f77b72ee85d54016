package dev.sluice.server.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/// A YAML file of settings, as keys with dots.
final class ConfigFile {
    /// Deeper than any setting. The library recurses once per level.
    private static final int LEVELS_MAX = 5;

    /// A value and its place, such as `sluice.yaml:3`.
    record Entry(String value, String place) {}

    private final String name;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private ConfigFile(String name) {
        this.name = name;
    }

    /// Reads a text.
    ///
    /// @param name of the file, for messages
    /// @throws ConfigException names the lines that are wrong
    static Map<String, Entry> read(String text, String name) {
        ConfigFile file = new ConfigFile(name);
        try {
            LoadSettings settings = LoadSettings.builder().setLabel(name).build();
            Optional<Node> root = new Compose(settings).composeString(text);
            root.ifPresent(node -> file.add("", node, 0));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            file.problems.add("%s:%d: %s".formatted(name, line, e.getProblem()));
        } catch (YamlEngineException e) {
            file.problems.add(name + ": " + e.getMessage());
        }
        if (!file.problems.isEmpty()) {
            throw new ConfigException(file.problems);
        }
        return file.entries;
    }

    private void add(String key, Node node, int level) {
        String place =
                name + ":" + node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
        switch (node) {
            case MappingNode map
            when level < LEVELS_MAX -> {
                for (NodeTuple each : map.getValue()) {
                    if (each.getKeyNode() instanceof ScalarNode word) {
                        String longer = key.isEmpty() ? word.getValue() : key + "." + word.getValue();
                        add(longer, each.getValueNode(), level + 1);
                    }
                }
            }
            case ScalarNode value when !key.isEmpty() -> entries.put(key, new Entry(value.getValue(), place));
            default ->
                problems.add(place + ": " + (key.isEmpty() ? "the file" : key) + " must be a value or a mapping");
        }
    }
}

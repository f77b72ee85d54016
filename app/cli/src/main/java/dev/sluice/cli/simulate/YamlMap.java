package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.InputFiles;
import dev.sluice.jobspec.set.FluxDuration;
import dev.sluice.queue.Job;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// A mapping in a YAML file, with the position of each entry.
///
/// @param path from the top, such as `queues[0].limits[1]`; empty at the top itself
record YamlMap(String file, String path, Node node, SequencedMap<String, Node> entries) {
    private static final double NANOS_PER_SECOND = 1e9;

    /// A hundred years, as long as any job may run.
    private static final double SECONDS_MAX = Job.WALL_NANOS_MAX / NANOS_PER_SECOND;

    /// Ten times as deep as any configuration. The library recurses once per level.
    private static final int LEVELS_MAX = 50;

    /// A value of the file.
    ///
    /// @param path from the top
    record Item(String file, String path, Node node) {

        BadInput wrong(String problem) {
            return bad(file, node, path + " (" + shown(node) + ") " + problem);
        }

        boolean isMap() {
            return node instanceof MappingNode;
        }

        YamlMap map() {
            return YamlMap.of(file, path, node);
        }

        /// Returns the position: file and line.
        String place() {
            return YamlMap.place(file, node);
        }

        long number() {
            try {
                return Long.parseLong(text());
            } catch (NumberFormatException e) {
                throw wrong("must be a whole number");
            }
        }

        /// A positive duration.
        long nanos() {
            double seconds = FluxDuration.find(text())
                    .filter(it -> it > 0 && it <= SECONDS_MAX)
                    .orElseThrow(() -> wrong("must be a positive duration, such as 90, 30m, 1.5h or 2d"));
            return Math.max(1, Math.round(seconds * NANOS_PER_SECOND));
        }

        String text() {
            if (node instanceof ScalarNode scalar) {
                return scalar.getValue();
            }
            throw wrong("must be a single value");
        }
    }

    static YamlMap read(Path file) {
        return parse(InputFiles.read(file.toString()), file.toString());
    }

    /// @param file the name of the text in messages
    static YamlMap parse(String text, String file) {
        try {
            LoadSettings settings = LoadSettings.builder().setLabel(file).build();
            refuseDeep(text, settings, file);
            Node top = new Compose(settings)
                    .composeString(text)
                    .orElseThrow(() -> new BadInput(file + " is empty; a mapping was expected"));
            return of(file, "", top);
        } catch (MarkedYamlEngineException e) {
            String line =
                    e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
            throw new BadInput(file + line + ": is not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new BadInput(file + ": " + e.getMessage());
        } catch (NoSuchElementException | IndexOutOfBoundsException e) {
            // The library ends so on some broken texts.
            throw new BadInput(file + ": is not YAML: " + e.getMessage());
        }
    }

    private static void refuseDeep(String text, LoadSettings settings, String file) {
        int levels = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            levels += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (levels > LEVELS_MAX) {
                String line = event.getStartMark()
                        .map(mark -> ":" + (mark.getLine() + 1))
                        .orElse("");
                throw new BadInput("%s%s: nested deeper than (%d) levels".formatted(file, line, LEVELS_MAX));
            }
        }
    }

    private static YamlMap of(String file, String path, Node node) {
        if (!(node instanceof MappingNode mapping)) {
            throw bad(file, node, (path.isEmpty() ? "the top" : path) + " (" + shown(node) + ") must be a mapping");
        }
        SequencedMap<String, Node> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = shown(tuple.getKeyNode());
            if (entries.put(key, tuple.getValueNode()) != null) {
                throw bad(file, tuple.getKeyNode(), "key (" + key + ") is defined twice");
            }
        }
        entries.values().removeIf(value -> value.getTag().equals(Tag.NULL));
        return new YamlMap(file, path, node, entries);
    }

    private static BadInput bad(String file, Node node, String problem) {
        return new BadInput(place(file, node) + ": " + problem);
    }

    private static String place(String file, Node node) {
        return file
                + node.getStartMark()
                        .map(Mark::getLine)
                        .map(line -> ":" + (line + 1))
                        .orElse("");
    }

    private static String shown(Node node) {
        return switch (node) {
            case ScalarNode scalar -> scalar.getValue();
            case SequenceNode _ -> "a list";
            default -> "a mapping";
        };
    }

    BadInput wrong(String problem) {
        return bad(file, node, path.isEmpty() ? problem : path + ": " + problem);
    }

    void requireOnly(Set<String> keys) {
        for (NodeTuple tuple : ((MappingNode) node).getValue()) {
            String key = shown(tuple.getKeyNode());
            if (!keys.contains(key)) {
                throw bad(
                        file,
                        tuple.getKeyNode(),
                        (path.isEmpty() ? "" : path + ": ") + "key (" + key + ") is not known; there are "
                                + String.join(", ", new TreeSet<>(keys)));
            }
            if (tuple.getValueNode().getTag().equals(Tag.NULL)) {
                throw bad(file, tuple.getKeyNode(), below(key) + " has no value. Maybe leave it out?");
            }
        }
    }

    boolean has(String key) {
        return entries.containsKey(key);
    }

    Optional<YamlMap> map(String key) {
        return Optional.ofNullable(entries.get(key)).map(value -> of(file, below(key), value));
    }

    List<YamlMap> maps(String key) {
        return items(key).stream().map(Item::map).toList();
    }

    /// Returns the value of a required key.
    Item item(String key) {
        Node value = entries.get(key);
        if (value == null) {
            throw wrong(key + " is missing");
        }
        return new Item(file, below(key), value);
    }

    String text(String key) {
        return item(key).text();
    }

    /// A list of texts, or one text; empty if there is none.
    List<String> texts(String key) {
        return items(key).stream().map(Item::text).toList();
    }

    Optional<Item> find(String key) {
        return Optional.ofNullable(entries.get(key)).map(value -> new Item(file, below(key), value));
    }

    long number(String key, long otherwise) {
        return has(key) ? item(key).number() : otherwise;
    }

    /// The items of a list, or the one value that is there instead; empty if there is none.
    List<Item> items(String key) {
        Node value = entries.get(key);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof SequenceNode sequence)) {
            return List.of(new Item(file, below(key), value));
        }
        List<Item> items = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            items.add(new Item(file, below(key) + "[" + items.size() + "]", item));
        }
        return items;
    }

    private String below(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}

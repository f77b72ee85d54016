package dev.sluice.server.config;

import dev.sluice.jobspec.parse.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// All settings with their values and where those come from. An option goes before the environment, that before the
/// file, and that before the default.
public final class Configuration {
    private static final Pattern WALL_TIME = Pattern.compile("queues\\.([A-Za-z0-9][-A-Za-z0-9_.]*)\\.walltime");

    private final Map<String, Value> values = new LinkedHashMap<>();
    private final Map<String, Value> wallTimes = new TreeMap<>();

    /// The value of a setting.
    ///
    /// @param origin such as `sluice.yaml:3`, `SLUICE_POLICY`, `--set` or `default`
    public record Value(String text, String origin) {}

    private Configuration() {}

    /// Puts the sources together.
    ///
    /// @param fileText of a YAML file; null if there is none
    /// @param fileName for messages
    /// @param environment the variables of the process
    /// @param options by keys
    /// @throws ConfigException if the file is no YAML, or has unknown keys
    public static Configuration of(
            @Nullable String fileText, String fileName, Map<String, String> environment, Map<String, String> options) {
        Configuration all = new Configuration();
        List<String> problems = new ArrayList<>();
        for (Setting each : Setting.values()) {
            all.values.put(each.key(), new Value(each.otherwise(), "default"));
        }
        if (fileText != null) {
            ConfigFile.read(fileText, fileName)
                    .forEach(
                            (key, entry) -> all.put(key, entry.value(), entry.place(), entry.place() + ": ", problems));
        }
        for (Setting each : Setting.values()) {
            String text = environment.get(each.variable());
            if (text != null) {
                all.values.put(each.key(), new Value(text, each.variable()));
            }
        }
        options.forEach((key, text) -> all.put(key, text, "--set", "--set " + key + ": ", problems));
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return all;
    }

    private void put(String key, String text, String origin, String where, List<String> problems) {
        Matcher wallTime = WALL_TIME.matcher(key);
        if (wallTime.matches()) {
            wallTimes.put(wallTime.group(1), new Value(text, origin));
        } else if (values.containsKey(key)) {
            values.put(key, new Value(text, origin));
        } else {
            problems.add(where + "unknown setting (" + key + ")"
                    + Spelling.nearest(key, Setting.keys())
                            .map(it -> ". Maybe " + it + "?")
                            .orElse(""));
        }
    }

    public Value value(Setting setting) {
        Value value = values.get(setting.key());
        if (value == null) {
            throw new IllegalStateException(setting.key());
        }
        return value;
    }

    String text(Setting setting) {
        return value(setting).text();
    }

    /// Returns the default wall times of queues, by name.
    public Map<String, Value> wallTimes() {
        return Map.copyOf(wallTimes);
    }
}

package dev.sluice.server.config;

import dev.sluice.jobspec.parse.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// All settings with their values and where those come from. An option goes before the environment, that before the
/// file, and that before the default.
public final class Configuration {
    private static final Pattern WALL_TIME = Pattern.compile("queues\\.([A-Za-z0-9][-A-Za-z0-9_.]*)\\.walltime");

    /// Variables of the launcher and the build.
    private static final Set<String> OTHER_VARIABLES =
            Set.of("SLUICE_CACHE_DIR", "SLUICE_JAVA_OPTIONS", "SLUICE_RECORD");

    /// Kubernetes gives pods variables for each Service, such as `SLUICE_SERVICE_HOST` and `SLUICE_PORT_8080_TCP`.
    private static final Pattern OF_A_SERVICE =
            Pattern.compile("\\w+_SERVICE_(HOST|PORT)(_\\w+)?|\\w+_PORT_\\d+_(TCP|UDP|SCTP)(_\\w+)?");

    private static final Pattern ADDRESS_OF_A_SERVICE = Pattern.compile("(tcp|udp|sctp)://.*");

    private final List<String> warnings = new ArrayList<>();
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
        all.findUnknown(environment);
        options.forEach((key, text) -> all.put(key, text, "--set", "--set " + key + ": ", problems));
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return all;
    }

    private void findUnknown(Map<String, String> environment) {
        List<String> known = Setting.variables();
        new TreeMap<>(environment).forEach((name, text) -> {
            boolean isOurs = name.startsWith(Setting.ENVIRONMENT_PREFIX)
                    && !OTHER_VARIABLES.contains(name)
                    && !OF_A_SERVICE.matcher(name).matches()
                    && !ADDRESS_OF_A_SERVICE.matcher(text).matches();
            if (isOurs && !known.contains(name)) {
                warnings.add(name + " is no variable of a setting, and has no effect"
                        + Spelling.nearest(name, known)
                                .map(it -> ". Maybe " + it + "?")
                                .orElse(""));
            }
        });
    }

    /// Returns what is probably not meant so, though nothing is wrong: variables of the environment that have no
    /// effect.
    public List<String> warnings() {
        return List.copyOf(warnings);
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

package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.simulator.drive.Estimates;
import dev.sluice.simulator.sweep.Experiment;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/// Reads an experiment from YAML:
///
/// ```yaml
/// title: How load moves the wait
/// traces: [KTH-SP2.swf.gz, "lublin:5000"]
/// loads: [0.7, 0.8, 0.9]      # left out: as the trace has it
/// machines: [128]             # left out: as the trace says
/// policies: [fcfs, easy, conservative]
/// seeds: [1, 2, 3]            # left out: 0
/// estimates: requested        # or at_least_run, exact
/// ```
final class ExperimentFile {
    private static final Set<String> KEYS =
            Set.of("title", "traces", "loads", "machines", "policies", "seeds", "estimates");

    private ExperimentFile() {}

    static Experiment read(Path file) {
        YamlMap map = YamlMap.read(file);
        map.requireOnly(KEYS);
        map.texts("policies").forEach(PolicyNames::policy);
        List<Long> seeds = numbers(map, "seeds", Long::valueOf);
        try {
            return new Experiment(
                    map.entries().containsKey("title") ? map.text("title") : TraceInput.name(file),
                    map.texts("traces"),
                    positive(map, "loads", numbers(map, "loads", Double::valueOf)),
                    positive(map, "machines", numbers(map, "machines", Integer::valueOf)),
                    map.texts("policies"),
                    seeds.isEmpty() ? List.of(0L) : seeds,
                    estimates(map));
        } catch (IllegalArgumentException e) {
            throw new BadInput(file + ": " + e.getMessage());
        }
    }

    private static Estimates estimates(YamlMap map) {
        String name = map.entries().containsKey("estimates") ? map.text("estimates") : Estimates.REQUESTED.name();
        for (Estimates estimates : Estimates.values()) {
            if (estimates.name().equals(name.toUpperCase(Locale.ROOT))) {
                return estimates;
            }
        }
        throw new BadInput(map.place() + ": estimates (" + name + ") must be requested, at_least_run or exact");
    }

    private static <T extends Number> List<T> numbers(YamlMap map, String key, Function<String, T> parse) {
        try {
            return map.texts(key).stream().map(parse).toList();
        } catch (NumberFormatException e) {
            throw new BadInput(map.place() + ": " + key + " (" + map.entries().get(key) + ") must be numbers");
        }
    }

    private static <T extends Number> List<T> positive(YamlMap map, String key, List<T> numbers) {
        for (T number : numbers) {
            if (!(number.doubleValue() > 0)) {
                throw new BadInput(map.place() + ": " + key + " (" + number + ") must be positive");
            }
        }
        return numbers;
    }
}

package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.simulate.YamlMap.Item;
import dev.sluice.simulator.report.SweepRow;
import dev.sluice.simulator.sweep.Experiment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import picocli.CommandLine.ParameterException;

/// Reads an experiment from YAML:
///
/// ```yaml
/// title: How load moves the wait
/// traces: [KTH-SP2.swf.gz, "lublin:5000"]
/// loads: [0.7, 0.8, 0.9]      # left out: as the trace has it
/// machines: [128, {platform: cluster.xml}, {graph: rack.json, unit: node}]   # left out: as the trace says
/// policies: [fcfs, easy, conservative]
/// seeds: [1, 2, 3]            # left out: 0
/// generated-estimates: [exact, tsafrir]   # and generated-users, generated-kind: options of `generate`
/// estimates: requested        # this and the rest: options of `simulate`, one value or a list
/// overrun: [kill, "grace:5m"]
/// plugins: my-policies        # a folder of jars with further policies
/// ```
///
/// Whatever is a list joins the product.
final class ExperimentFile {
    private static final List<String> OPTIONS = List.of(
            "queue-config",
            "order",
            "estimates",
            "missing-estimates",
            "cycle",
            "event-order",
            "passes",
            "skip-unfit",
            "overdue",
            "overrun",
            "failures",
            "on-failure",
            "start-delay",
            "forecast",
            "dependencies",
            "skip-first",
            "skip-last",
            "lenient");

    private static final String PLUGINS = "plugins";
    private static final Set<String> MACHINE_KEYS = Set.of("machine", "platform", "graph", "unit");
    private static final Set<String> OTHERS =
            Set.of("title", "traces", "loads", "machines", "policies", "seeds", PLUGINS);

    private final YamlMap map;
    private final Path folder;
    private final SequencedMap<String, List<String>> factors = new LinkedHashMap<>();

    /// The `simulate` options of each value of a factor.
    private final Map<String, Map<String, List<String>>> arguments = new HashMap<>();

    private final PolicyCatalog policies;

    private ExperimentFile(Path file, Optional<Path> plugins) {
        map = YamlMap.read(file);
        folder = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
        policies = plugins.isPresent() ? PolicyCatalog.withPlugins(plugins.get()) : ownPlugins();
    }

    /// @param plugins the plug-in folder of the command line, which replaces the experiment's
    static SweepPlan read(Path file, Optional<Path> plugins) {
        return new ExperimentFile(file, plugins).plan(TraceInput.name(file));
    }

    private PolicyCatalog ownPlugins() {
        if (!map.has(PLUGINS)) {
            return PolicyCatalog.BUILT_IN;
        }
        Item item = map.item(PLUGINS);
        try {
            return PolicyCatalog.withPlugins(folder.resolve(item.text()));
        } catch (BadInput e) {
            throw item.wrong("is not valid: " + e.getMessage());
        }
    }

    private SweepPlan plan(String otherTitle) {
        Set<String> keys = new TreeSet<>(OTHERS);
        keys.addAll(OPTIONS);
        keys.addAll(GeneratedTrace.KEYS);
        map.requireOnly(keys);
        add(Experiment.TRACE, "traces", _ -> true, "");
        map.items("traces").forEach(this::requireTrace);
        add(SweepRow.LOAD, "loads", ExperimentFile::isPositive, "must be a positive number");
        addMachines();
        GeneratedTrace.KEYS.forEach(this::addGenerated);
        OPTIONS.forEach(this::addOption);
        map.items("policies").forEach(this::requirePolicy);
        add(SweepRow.POLICY, "policies", _ -> true, "");
        add(SweepRow.SEED, "seeds", ExperimentFile::isWhole, "must be a whole number");
        factors.putIfAbsent(SweepRow.SEED, List.of("0"));
        try {
            Experiment experiment = new Experiment(map.has("title") ? map.text("title") : otherTitle, factors);
            return new SweepPlan(experiment, arguments, map.items("traces"), folder, policies);
        } catch (IllegalArgumentException e) {
            throw map.wrong(String.valueOf(e.getMessage()));
        }
    }

    private void add(String factor, String key, Predicate<String> isGood, String problem) {
        List<String> values = new ArrayList<>();
        for (Item item : map.items(key)) {
            if (!isGood.test(item.text())) {
                throw item.wrong(problem);
            }
            add(values, item, item.text());
        }
        if (!values.isEmpty()) {
            factors.put(factor, values);
        }
    }

    private static void add(List<String> values, Item item, String value) {
        if (values.contains(value)) {
            throw item.wrong("is defined twice");
        }
        values.add(value);
    }

    private void addMachines() {
        Map<String, List<String>> machines = new LinkedHashMap<>();
        List<String> values = new ArrayList<>();
        for (Item item : map.items("machines")) {
            List<String> options = new ArrayList<>();
            List<String> words = new ArrayList<>();
            if (item.isMap()) {
                item.map().requireOnly(MACHINE_KEYS);
                for (String key : item.map().entries().keySet()) {
                    options.add("--" + key + "=" + item.map().text(key));
                    words.add(key + ":" + item.map().text(key));
                }
            } else {
                options.add("--machine=" + item.text());
                words.add(item.text());
            }
            check(item, options);
            add(values, item, String.join(" ", words));
            machines.put(values.getLast(), options);
        }
        if (!values.isEmpty()) {
            factors.put("machine", values);
            arguments.put("machine", machines);
        }
    }

    /// Checks the number of jobs of a generated trace, and that the machine is known.
    private void requireTrace(Item item) {
        Optional<GeneratedTrace> trace;
        try {
            trace = GeneratedTrace.find(item.text());
        } catch (BadInput e) {
            throw item.wrong("is not valid: " + e.getMessage());
        }
        if (trace.isPresent() && !map.has("machines")) {
            throw item.wrong("is made for a machine: the experiment needs machines. Maybe add machines: [128]");
        }
    }

    private void addGenerated(String key) {
        List<Item> items = map.items(key);
        for (Item item : items) {
            try {
                GeneratedTrace.check(key, item.text());
            } catch (BadInput | IllegalArgumentException e) {
                throw item.wrong("is not valid: " + e.getMessage());
            }
        }
        add(key, key, _ -> true, "");
        boolean isUsed = factors.getOrDefault(Experiment.TRACE, List.of()).stream()
                .anyMatch(trace -> GeneratedTrace.find(trace)
                        .filter(it -> it.dependsOn(key))
                        .isPresent());
        if (!items.isEmpty() && !isUsed) {
            throw items.getFirst()
                    .wrong(
                            "is for generated traces, and there is none that it changes. Maybe add lublin:5000 to traces");
        }
    }

    private void addOption(String option) {
        Map<String, List<String>> choices = new LinkedHashMap<>();
        for (Item item : map.items(option)) {
            List<String> options = List.of("--" + option + "=" + item.text());
            check(item, options);
            add(new ArrayList<>(choices.keySet()), item, item.text());
            choices.put(item.text(), options);
        }
        if (!choices.isEmpty()) {
            factors.put(option, List.copyOf(choices.keySet()));
            arguments.put(option, choices);
        }
    }

    /// Also reads the files named, so that mistakes are found before the first run.
    private void check(Item item, List<String> options) {
        try {
            RunMixin.parse(options.toArray(String[]::new)).settings(folder);
        } catch (ParameterException | BadInput e) {
            throw item.wrong("is not valid: " + e.getMessage());
        }
    }

    private void requirePolicy(Item item) {
        try {
            policies.policy(item.text());
        } catch (BadInput e) {
            throw item.wrong("is not valid: " + e.getMessage());
        }
    }

    private static boolean isPositive(String text) {
        try {
            return Double.parseDouble(text) > 0 && Double.isFinite(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean isWhole(String text) {
        return text.matches("-?\\d{1,18}");
    }
}

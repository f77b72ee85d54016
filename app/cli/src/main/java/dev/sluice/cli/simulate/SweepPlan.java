package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.BuildVersion;
import dev.sluice.cli.simulate.MachineMixin.Named;
import dev.sluice.cli.simulate.YamlMap.Item;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.report.SweepRow;
import dev.sluice.simulator.sweep.Cell;
import dev.sluice.simulator.sweep.Experiment;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.Workload;
import dev.sluice.traces.file.WorkloadFormat;
import dev.sluice.traces.synthetic.LoadScaling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine.ParameterException;

/// An experiment with the inputs of each of its runs. Thread-safe.
final class SweepPlan {
    private final Experiment experiment;
    private final Map<String, Map<String, List<String>>> arguments;
    private final List<Item> traceItems;
    private final Path folder;
    private final PolicyCatalog policies;
    private final Map<List<String>, RunSettings> settings = new ConcurrentHashMap<>();
    private final Map<TraceKey, Workload> traces = new ConcurrentHashMap<>();
    private final Map<Path, String> digests = new ConcurrentHashMap<>();

    /// The characters of the SHA-256 that are kept; enough to distinguish inputs.
    private static final int DIGEST_CHARS = 12;

    private record TraceKey(Path file, Strictness strictness) {}

    /// @param arguments by factor and value: the options of `simulate`
    /// @param traceItems where the experiment names its traces
    /// @param folder to which file names are relative
    SweepPlan(
            Experiment experiment,
            Map<String, Map<String, List<String>>> arguments,
            List<Item> traceItems,
            Path folder,
            PolicyCatalog policies) {
        this.experiment = experiment;
        this.arguments = arguments;
        this.traceItems = List.copyOf(traceItems);
        this.folder = folder;
        this.policies = policies;
    }

    Experiment experiment() {
        return experiment;
    }

    /// Returns the policy that the others are compared with: the first.
    String baseline() {
        return experiment.factors().getOrDefault(SweepRow.POLICY, List.of()).getFirst();
    }

    /// Returns the runs: all combinations without duplicates. A log without failures has no randomness, so it
    /// runs for the first seed only, and keys for generated traces do not affect it.
    ///
    /// @param file the name of the experiment in messages
    List<Cell> cells(Path file) {
        SequencedSet<SequencedMap<String, String>> runs = new LinkedHashSet<>();
        try {
            experiment.cells().forEach(cell -> runs.add(relevant(cell)));
        } catch (BadInput e) {
            throw new BadInput(file + ": " + e.getMessage());
        }
        List<Cell> cells = new ArrayList<>();
        runs.forEach(parameters -> cells.add(new Cell(cells.size(), parameters)));
        return cells;
    }

    /// Returns the parameters that affect the run, with the first seed if the seed does not.
    private SequencedMap<String, String> relevant(Cell cell) {
        Optional<GeneratedTrace> generated = GeneratedTrace.find(trace(cell));
        SequencedMap<String, String> parameters = new LinkedHashMap<>(cell.parameters());
        parameters.replaceAll((key, value) -> GeneratedTrace.KEYS.contains(key)
                        && generated.filter(trace -> trace.dependsOn(key)).isEmpty()
                ? ""
                : value);
        if (settings(cell).world().failures().isEmpty() && generated.isEmpty()) {
            parameters.put(
                    SweepRow.SEED,
                    experiment.factors().getOrDefault(SweepRow.SEED, List.of()).getFirst());
        }
        return parameters;
    }

    /// Returns remarks on how the runs were made.
    ///
    /// @param cells the runs
    List<String> notes(List<Cell> cells) {
        List<String> notes = new ArrayList<>();
        int left = experiment.cells().size() - cells.size();
        if (left > 0) {
            boolean hasKeys = GeneratedTrace.KEYS.stream().anyMatch(experiment.factors()::containsKey);
            notes.add(left + (left == 1 ? " run" : " runs") + " left out: without failures, runs of a log do not depend"
                    + " on the seed" + (hasKeys ? ", nor on what is set for generated traces" : ""));
        }
        List<String> traces = experiment.factors().getOrDefault(Experiment.TRACE, List.of());
        List<String> logs = traces.stream()
                .filter(trace -> GeneratedTrace.find(trace).isEmpty())
                .toList();
        if (experiment.factors().containsKey(SweepRow.LOAD) && !logs.isEmpty()) {
            notes.add("Loads stretch the time of " + String.join(", ", logs)
                    + ": days and weeks of a log get shorter or longer"
                    + (logs.size() < traces.size() ? "; generated traces keep theirs" : ""));
        }
        return notes;
    }

    /// Refuses unreadable files before the first run.
    void requireTraces() {
        for (Item item : traceItems) {
            if (GeneratedTrace.find(item.text()).isEmpty()) {
                Path file = folder.resolve(item.text());
                if (WorkloadFormat.of(file).isEmpty()) {
                    throw item.wrong("cannot be read: " + file
                            + ": a workload ends in .swf or .json, with or without .gz. Maybe lublin:N or poisson:N?");
                } else if (!Files.exists(file)) {
                    throw item.wrong("cannot be read: " + file + ": there is no such file");
                } else if (Files.isDirectory(file)) {
                    throw item.wrong("cannot be read: " + file + ": is a directory");
                } else if (!Files.isReadable(file)) {
                    throw item.wrong("cannot be read: " + file + ": permission denied");
                }
            }
        }
    }

    /// Returns a digest of the run's inputs besides its parameters: the contents of its files, and the version.
    String inputs(Cell cell) {
        String trace = trace(cell);
        StringBuilder all = new StringBuilder(BuildVersion.text());
        settings(cell)
                .setup()
                .options()
                .forEach((name, value) ->
                        all.append(name).append('=').append(value).append('\n'));
        if (GeneratedTrace.find(trace).isEmpty()) {
            all.append(digests.computeIfAbsent(folder.resolve(trace), TraceInput::digest));
        }
        policies.folder().ifPresent(plugins -> all.append(PolicyCatalog.digest(plugins)));
        return TraceInput.digest(all.toString()).substring(0, DIGEST_CHARS);
    }

    /// Returns the options that all runs share, and the version.
    List<String> setup(List<Cell> cells) {
        SequencedMap<String, String> shared =
                new LinkedHashMap<>(settings(cells.getFirst()).setup().options());
        for (Cell cell : cells) {
            SequencedMap<String, String> others = settings(cell).setup().options();
            shared.entrySet().removeIf(option -> !option.getValue().equals(others.get(option.getKey())));
        }
        List<String> words = new ArrayList<>();
        shared.forEach((name, value) -> words.add(name + " " + value));
        return List.of("Version " + BuildVersion.text() + "; options that all runs share: " + String.join(", ", words));
    }

    Scenario scenario(Cell cell) {
        RunSettings run = settings(cell);
        long seed = Long.parseLong(cell.parameter(SweepRow.SEED).orElseThrow());
        String trace = trace(cell);
        Optional<GeneratedTrace> generated = GeneratedTrace.find(trace);
        Workload workload;
        try {
            workload = generated.isPresent() ? generate(generated.get(), cell, seed) : log(trace, cell);
        } catch (IllegalArgumentException e) {
            throw new BadInput(cell.parameters() + ": " + e.getMessage());
        }
        String policy = cell.parameter(SweepRow.POLICY).orElseThrow();
        return run.scenario(workload, trace, policies.policy(policy), seed);
    }

    private Workload generate(GeneratedTrace generated, Cell cell, long seed) {
        Named machine = settings(cell)
                .machine()
                .orElseThrow(() -> new BadInput(trace(cell) + " is made for a machine: the experiment needs machines"));
        return generated.workload(machine.machine().size(), cell).generate(new Seeds(seed));
    }

    private Workload log(String trace, Cell cell) {
        RunSettings run = settings(cell);
        Workload workload = traces.computeIfAbsent(
                new TraceKey(folder.resolve(trace), run.strictness()),
                key -> TraceInput.read(key.file(), key.strictness()).workload());
        Optional<Double> load = cell.parameter(SweepRow.LOAD).map(Double::valueOf);
        return load.isPresent()
                ? LoadScaling.toLoad(
                        workload, run.machineFor(workload, trace).machine().size(), load.get())
                : workload;
    }

    private static String trace(Cell cell) {
        return cell.parameter(Experiment.TRACE).orElseThrow();
    }

    private RunSettings settings(Cell cell) {
        List<String> line = new ArrayList<>();
        cell.parameters()
                .forEach((factor, value) ->
                        line.addAll(arguments.getOrDefault(factor, Map.of()).getOrDefault(value, List.of())));
        return settings.computeIfAbsent(line, this::read);
    }

    private RunSettings read(List<String> line) {
        try {
            return RunMixin.parse(line.toArray(String[]::new)).settings(folder).consistent();
        } catch (ParameterException | BadInput e) {
            throw new BadInput(String.join(" ", line) + ": " + e.getMessage());
        }
    }
}

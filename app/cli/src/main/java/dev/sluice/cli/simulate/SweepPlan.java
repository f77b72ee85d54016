package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.simulate.MachineMixin.Named;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.report.SweepRow;
import dev.sluice.simulator.sweep.Cell;
import dev.sluice.simulator.sweep.Experiment;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.Workload;
import dev.sluice.traces.synthetic.LoadScaling;
import dev.sluice.traces.synthetic.SampleWorkload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine.ParameterException;

/// An experiment with what each of its runs is made with. Any number of threads may ask.
final class SweepPlan {
    private static final String LUBLIN = "lublin:";

    private final Experiment experiment;
    private final Map<String, Map<String, List<String>>> arguments;
    private final Path folder;
    private final PolicyCatalog policies;
    private final Map<List<String>, RunSettings> settings = new ConcurrentHashMap<>();
    private final Map<TraceKey, Workload> traces = new ConcurrentHashMap<>();

    private record TraceKey(Path file, Strictness strictness) {}

    /// @param arguments by factor and value: what it is on the command line of `simulate`
    /// @param folder that files are named from
    SweepPlan(
            Experiment experiment,
            Map<String, Map<String, List<String>>> arguments,
            Path folder,
            PolicyCatalog policies) {
        this.experiment = experiment;
        this.arguments = arguments;
        this.folder = folder;
        this.policies = policies;
    }

    Experiment experiment() {
        return experiment;
    }

    /// Finds out whether all settings agree with each other.
    ///
    /// @param file what messages call the experiment
    void check(List<Cell> cells, Path file) {
        try {
            cells.forEach(this::settings);
        } catch (BadInput e) {
            throw new BadInput(file + ": " + e.getMessage());
        }
    }

    Scenario scenario(Cell cell) {
        RunSettings run = settings(cell);
        long seed = Long.parseLong(cell.parameter(SweepRow.SEED).orElseThrow());
        String trace = cell.parameter(Experiment.TRACE).orElseThrow();
        Workload workload = workload(trace, run, seed);
        Optional<Double> load = cell.parameter("load").map(Double::valueOf);
        if (load.isPresent()) {
            Named machine = run.machineFor(workload, trace);
            workload = LoadScaling.toLoad(workload, machine.machine().size(), load.get());
        }
        String policy = cell.parameter(SweepRow.POLICY).orElseThrow();
        return run.scenario(workload, trace, policies.policy(policy), seed);
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
            return RunMixin.parse(line.toArray(String[]::new)).settings(folder).agreeing();
        } catch (ParameterException | BadInput e) {
            throw new BadInput(String.join(" ", line) + ": " + e.getMessage());
        }
    }

    private Workload workload(String trace, RunSettings run, long seed) {
        if (!trace.startsWith(LUBLIN)) {
            return traces.computeIfAbsent(
                    new TraceKey(folder.resolve(trace), run.strictness()),
                    key -> TraceInput.read(key.file(), key.strictness()).workload());
        }
        Named machine = run.machine()
                .orElseThrow(() -> new BadInput(trace + " is made for a machine: the experiment needs machines"));
        return SampleWorkload.lublin(jobs(trace), machine.machine().size(), seed);
    }

    private static int jobs(String trace) {
        String number = trace.substring(LUBLIN.length());
        if (!number.matches("[1-9]\\d{0,7}")) {
            throw new BadInput("trace (" + trace + "): (" + number + ") is not a number of jobs, such as lublin:5000");
        }
        return Integer.parseInt(number);
    }
}

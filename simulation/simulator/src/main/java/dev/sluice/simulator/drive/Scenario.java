package dev.sluice.simulator.drive;

import dev.sluice.graph.VertexKind;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.limit.ResourceAmounts;
import dev.sluice.scheduling.order.WeightedOrder;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunRecorder;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.simulator.result.RunSetup;
import dev.sluice.traces.Workload;
import java.util.List;

/// A complete description of a run: policy, workload, machine and options. Equal scenarios give equal results.
///
/// @param windows times in which no job may run on a part of the machine
/// @param setup the options of the run, for its outputs
public record Scenario(
        RunName name,
        Workload workload,
        SimulatedMachine machine,
        EngineOptions engine,
        SimulationOptions options,
        List<Window> windows,
        RunSetup setup) {

    public Scenario {
        windows = List.copyOf(windows);
    }

    /// A scenario without windows.
    public Scenario(
            RunName name,
            Workload workload,
            SimulatedMachine machine,
            EngineOptions engine,
            SimulationOptions options) {
        this(name, workload, machine, engine, options, List.of(), RunSetup.UNKNOWN);
    }

    /// Returns the scenario with other options for its outputs.
    public Scenario with(RunSetup other) {
        return new Scenario(name, workload, machine, engine, options, windows, other);
    }

    /// Returns the scenario with windows.
    ///
    /// @throws IllegalArgumentException if two of them need the same resources at the same time; names the
    ///   source
    public Scenario with(List<Window> others) {
        Scenario changed = new Scenario(name, workload, machine, engine, options, others, setup);
        if (!others.isEmpty()) {
            changed.simulation(changed.newRecorder()).enter(others);
        }
        return changed;
    }

    /// Runs the scenario until its end, or until the watch stops it.
    public RunResult run(ProgressWatch watch) {
        RunRecorder recorder = newRecorder();
        Simulation simulation = simulation(recorder);
        simulation.enter(windows);
        long end = simulation.run(watch);
        if (recorder.lostCount() > 0) {
            recorder.note(
                    "failures",
                    recorder.lostCount() + " runs were lost and made again; of each job, only its last run is shown");
        }
        return recorder.close(end).with(setup);
    }

    private RunRecorder newRecorder() {
        return new RunRecorder(name, machine.size(), workload.jobs().size());
    }

    private Simulation simulation(RunRecorder recorder) {
        SimulatedMachine simulated = isPlaceImportant() ? machine : machine.counted();
        return new Simulation(workload, simulated, engine, options, recorder);
    }

    /// Returns whether it matters which units a job gets, even if all units are equal.
    private boolean isPlaceImportant() {
        boolean weighsCores = engine.order() instanceof WeightedOrder order && order.core() != 0;
        return options.failures().isPresent()
                || windows.stream().anyMatch(window -> window.part().where().isPresent())
                || engine.queues().stream().anyMatch(Scenario::isAboutPlaces)
                || (weighsCores && !machine.unit().equals(VertexKind.CORE));
    }

    private static boolean isAboutPlaces(QueueRules queue) {
        return queue.nodeSet().isPresent()
                || queue.limits().stream().map(Limit::max).anyMatch(Scenario::boundsMoreThanJobs);
    }

    private static boolean boundsMoreThanJobs(ResourceAmounts max) {
        return max.nodes() < Long.MAX_VALUE || max.cores() < Long.MAX_VALUE || max.gpus() < Long.MAX_VALUE;
    }
}

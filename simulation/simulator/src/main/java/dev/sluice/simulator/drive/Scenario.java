package dev.sluice.simulator.drive;

import dev.sluice.scheduling.EngineOptions;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunRecorder;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.Workload;

/// All that makes a run: who decides, on what, where. Run twice, it gives the same.
public record Scenario(
        RunName name, Workload workload, SimulatedMachine machine, EngineOptions engine, SimulationOptions options) {

    /// Runs it, or as much of it as the watch lets happen.
    public RunResult run(Watch watch) {
        RunRecorder recorder =
                new RunRecorder(name, machine.size(), workload.jobs().size());
        Simulation simulation = new Simulation(workload, machine, engine, options, recorder);
        long end = simulation.run(watch);
        if (recorder.lostCount() > 0) {
            recorder.note(
                    "failures",
                    recorder.lostCount() + " runs were lost and made again; of each job, only its last run is shown");
        }
        return recorder.close(end);
    }
}

package dev.sluice.cli.demo;

import dev.sluice.cli.simulate.SummaryTable;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.backfill.Fcfs;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.simulator.drive.Estimates;
import dev.sluice.simulator.drive.ProgressWatch;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.drive.SimulatedMachine;
import dev.sluice.simulator.drive.SimulationOptions;
import dev.sluice.simulator.report.RunReport;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.Workload;
import dev.sluice.traces.synthetic.LoadScaling;
import dev.sluice.traces.synthetic.LublinFeitelson;
import dev.sluice.traces.synthetic.TsafrirEstimates;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The second part of the demo: simulates some days under two policies.
final class SimulationPart {
    private static final int JOBS = 1000;
    private static final int PROCESSORS = 64;
    private static final double LOAD = 0.85;
    private static final Seeds SEEDS = new Seeds(7);

    private final PrintWriter out;
    private final Path folder;

    /// @param folder for the report
    SimulationPart(PrintWriter out, Path folder) {
        this.out = out;
        this.folder = folder;
    }

    void show() throws IOException {
        out.printf(
                "The scheduling engine, in virtual time: %d generated jobs on %d processors,%n"
                        + "first come, first served beside EASY backfilling.%n%n",
                JOBS, PROCESSORS);
        List<RunResult> runs = new ArrayList<>();
        for (SchedulingPolicy policy : List.of(new Fcfs(), new Easy())) {
            runs.add(new Scenario(
                            new RunName(policy.name(), "generated", PROCESSORS + " processors", SEEDS.root()),
                            workload(),
                            SimulatedMachine.counting(PROCESSORS),
                            EngineOptions.plain(policy, CycleOptions.DEFAULT),
                            SimulationOptions.plain(Estimates.REQUESTED, SEEDS))
                    .run(ProgressWatch.NONE));
        }
        SummaryTable.print(runs, out);
        Path report = Files.createDirectories(folder).resolve("report.html");
        RunReport.write(runs, report);
        out.println();
        out.println("Open it in a browser: " + report);
    }

    private static Workload workload() {
        Workload plain =
                new LublinFeitelson(LublinFeitelson.Jobs.BATCH, PROCESSORS).generate(JOBS, SEEDS.within("jobs"));
        Workload loaded = LoadScaling.toLoad(plain, PROCESSORS, LOAD);
        return TsafrirEstimates.fitting(loaded).assign(loaded, SEEDS);
    }
}

package dev.sluice.simulator.sweep;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.drive.SimulatedMachine;
import dev.sluice.simulator.drive.SimulationOptions;
import dev.sluice.simulator.drive.Watch;
import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.report.SweepRow;
import dev.sluice.simulator.result.RunName;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.Workload;
import dev.sluice.traces.file.WorkloadFormat;
import dev.sluice.traces.synthetic.LoadScaling;
import dev.sluice.traces.synthetic.LublinFeitelson;
import dev.sluice.traces.synthetic.TsafrirEstimates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Runs cells, from as many threads as there are. A cell's result depends on the cell alone.
public final class CellRunner {
    private static final String LUBLIN = "lublin:";

    private final Path folder;
    private final Map<String, Workload> files = new ConcurrentHashMap<>();

    /// @param folder that the experiment's files are named from
    public CellRunner(Path folder) {
        this.folder = folder;
    }

    public SweepRow run(Cell cell) {
        Workload workload = workload(cell);
        int processors = cell.machine() > 0
                ? cell.machine()
                : workload.machineProcessors()
                        .orElseThrow(() -> new IllegalArgumentException(cell.trace()
                                + " does not say how large its machine is. Maybe the experiment needs machines?"));
        if (cell.load() != Cell.AS_IT_IS) {
            workload = LoadScaling.toLoad(workload, processors, cell.load());
        }
        RunName name = new RunName(cell.policy(), cell.trace(), processors + " processors", cell.seed());
        Scenario scenario = new Scenario(
                name,
                workload,
                SimulatedMachine.counting(processors),
                EngineOptions.plain(Policies.named(cell.policy()).orElseThrow(), CycleOptions.DEFAULT),
                SimulationOptions.plain(cell.estimates(), new Seeds(cell.seed())));
        return SweepRow.of(cell.parameters(), RunSummary.of(scenario.run(Watch.NOBODY)));
    }

    private Workload workload(Cell cell) {
        if (cell.trace().startsWith(LUBLIN)) {
            return generated(cell);
        }
        return files.computeIfAbsent(cell.trace(), this::read);
    }

    private static Workload generated(Cell cell) {
        if (cell.machine() == 0) {
            throw new IllegalArgumentException(cell.trace() + " is made for a machine: the experiment needs machines");
        }
        int jobs = Integer.parseInt(cell.trace().substring(LUBLIN.length()));
        Seeds seeds = new Seeds(cell.seed());
        Workload plain = new LublinFeitelson(LublinFeitelson.Jobs.BATCH, cell.machine()).generate(jobs, seeds);
        return TsafrirEstimates.fitting(plain).assign(plain, seeds.within("estimates"));
    }

    private Workload read(String trace) {
        Path file = folder.resolve(trace);
        WorkloadFormat format = WorkloadFormat.of(file)
                .orElseThrow(() -> new IllegalArgumentException(
                        "trace (" + trace + ") must end in .swf or .json, with or without .gz, or be lublin:JOBS"));
        try {
            return format.read(file, WorkloadFormat.Options.USUAL.with(Strictness.STRICT))
                    .workload();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }
}

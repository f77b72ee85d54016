package dev.sluice.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Main;
import dev.sluice.simulator.sweep.Cell;
import dev.sluice.traces.Workload;
import dev.sluice.traces.file.WorkloadFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A run of a sweep has, job by job, the trace that `generate` writes with the same parameters.
class GeneratedTraceTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lublin:300  |                                                  | lublin --jobs 300",
                "lublin:300  | loads: 0.9                                       | lublin --jobs 300 --load 0.9",
                "lublin:300  | generated-estimates: tsafrir, loads: 1.2         | lublin --jobs 300 --estimates tsafrir --load 1.2",
                "lublin:300  | generated-estimates: 'tsafrir:3d'                | lublin --jobs 300 --estimates tsafrir --max-estimate 3d",
                "lublin:300  | generated-estimates: factor                      | lublin --jobs 300 --estimates factor",
                "lublin:300  | generated-estimates: 'factor:2', generated-users: 7 | lublin --jobs 300 --estimates factor --factor 2 --users 7",
                "lublin:300  | generated-estimates: none, generated-users: 0    | lublin --jobs 300 --estimates none --users 0",
                "lublin:300  | generated-kind: typed, loads: 0.7                | lublin --jobs 300 --kind typed --load 0.7",
                "lublin:300  | generated-kind: batch                            | lublin --jobs 300 --kind batch",
                "poisson:300 |                                                  | poisson --jobs 300",
                "poisson:300 | generated-estimates: tsafrir, loads: 0.6         | poisson --jobs 300 --estimates tsafrir --load 0.6"
            })
    void aRunOfASweepHasTheTraceThatGenerateMakes(String trace, String keys, String generate) throws IOException {
        Path experiment = Files.writeString(
                folder.resolve("experiment.yaml"),
                "{traces: ['" + trace + "'], machines: 64, policies: easy, seeds: [3, 11]"
                        + (keys == null ? "" : ", " + keys) + "}");
        SweepPlan plan = ExperimentFile.read(experiment, Optional.empty());

        List<Cell> cells = plan.cells(experiment);

        assertThat(cells).hasSize(2);
        for (Cell cell : cells) {
            Workload ran = plan.scenario(cell).workload();
            Workload written = generated(generate, cell.parameter("seed").orElseThrow());
            assertThat(ran.jobs()).hasSize(300).containsExactlyElementsOf(written.jobs());
            assertThat(ran.machineProcessors()).isEqualTo(written.machineProcessors());
        }
    }

    private Workload generated(String arguments, String seed) throws IOException {
        Path file = folder.resolve("trace.swf");
        List<String> all = new ArrayList<>(List.of("generate"));
        all.addAll(List.of(arguments.split(" ", -1)));
        all.addAll(List.of("--machine", "64", "--seed", seed, "-o", file.toString()));
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err), all.toArray(String[]::new));
        assertThat(exitCode).as(err.toString()).isZero();
        return WorkloadFormat.SWF.read(file, WorkloadFormat.Options.USUAL).workload();
    }
}

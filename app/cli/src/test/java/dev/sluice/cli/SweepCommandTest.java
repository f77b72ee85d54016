package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepCommandTest {
    @TempDir
    private Path folder;

    private Path experiment;

    @BeforeEach
    void writeExperiment() throws IOException {
        experiment = Files.writeString(folder.resolve("experiment.yaml"), """
                title: Small
                traces: ["lublin:60"]
                loads: [0.8, 1.1]
                machines: [16]
                policies: [fcfs, easy]
                seeds: [1, 2]
                """);
    }

    private Terminal sweep(String out, String... more) {
        String[] all = new String[more.length + 4];
        all[0] = "sweep";
        all[1] = experiment.toString();
        all[2] = "-o";
        all[3] = folder.resolve(out).toString();
        System.arraycopy(more, 0, all, 4, more.length);
        return Terminal.run(all);
    }

    private Terminal merge(String out) {
        return Terminal.run(
                "sweep",
                "merge",
                experiment.toString(),
                "-o",
                folder.resolve(out).toString());
    }

    @Test
    void everyCombinationIsRunAndCompared() {
        Terminal seen = sweep("out");

        assertThat(seen.exitCode()).isZero();
        assertThat(seen.out()).contains("8 runs made, 0 were there already");
        assertThat(folder.resolve("out/sweep.csv")).content().hasLineCount(9).contains("lublin:60", "easy");
        assertThat(folder.resolve("out/report.html")).content().contains("Small");
    }

    @Test
    void whatIsThereIsNotRunAgain() throws IOException {
        sweep("out");
        Files.delete(folder.resolve("out/runs/000003.csv"));
        Files.writeString(folder.resolve("out/runs/000005.csv"), "nonsense");

        Terminal seen = sweep("out");

        assertThat(seen.out()).contains("2 runs made, 6 were there already");
    }

    @Test
    void shardsAndThreadsMakeNoDifference() {
        sweep("whole", "--threads", "1");
        sweep("parts", "--shard", "2/3");
        Terminal tooEarly = merge("parts");
        sweep("parts", "--shard", "1/3", "--threads", "2");
        sweep("parts", "--shard", "3/3");

        Terminal merged = merge("parts");

        assertThat(tooEarly.exitCode()).isEqualTo(1);
        assertThat(tooEarly.out()).contains("missing");
        assertThat(merged.exitCode()).isZero();
        for (String file : new String[] {"sweep.csv", "report.html"}) {
            assertThat(folder.resolve("parts").resolve(file))
                    .hasSameBinaryContentAs(folder.resolve("whole").resolve(file));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "policies: [nice] | (nice) is not known",
                "policies: [easy] | at least one trace",
                "{policies: [easy], traces: [nowhere.swf]} | nowhere.swf",
                "{policies: [easy], traces: [a.txt]} | must end in .swf",
                "{policies: [easy], traces: ['lublin:5']} | needs machines",
                "{policies: [easy], traces: ['lublin:5'], loads: [-1]} | must be positive",
                "{policies: [easy], traces: ['lublin:5'], seeds: [x]} | must be numbers",
                "{policies: [easy], trace: [a.swf]} | key (trace) is not known",
                "'[' | experiment.yaml"
            })
    void badExperimentsAreNamed(String text, String message) throws IOException {
        Files.writeString(experiment, text);

        Terminal seen = sweep("out");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains(message);
    }

    @Test
    void aShardThatIsNoneIsNamed() {
        assertThat(sweep("out", "--shard", "4/3").err()).contains("'4/3' is no shard");
    }
}

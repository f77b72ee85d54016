package dev.sluice.simulator.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.simulator.SampleRuns;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunRecorder;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.simulator.result.SubmittedJob;
import dev.sluice.simulator.result.SubmittedJob.Owner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFilesTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"jobs.csv", "jobs-wide.csv", "schedule.csv", "machine_states.csv", "summary.json", "result.swf"})
    void aSmallRunGivesTheGoldenFiles(String file) throws IOException {
        RunFiles.write(SampleRuns.small(), folder);

        assertThat(Files.readString(folder.resolve(file))).isEqualTo(golden(file));
    }

    @Test
    void theSameRunGivesTheSameBytes() throws IOException {
        RunFiles.write(SampleRuns.greedy(500, 64, true, 7), folder.resolve("one"));
        RunFiles.write(SampleRuns.greedy(500, 64, true, 7), folder.resolve("two"));

        for (Path file : filesIn(folder.resolve("one"))) {
            assertThat(folder.resolve("two").resolve(file.getFileName())).hasSameBinaryContentAs(file);
        }
    }

    @Test
    void anOldFileIsReplacedAndNothingElseIsLeft() throws IOException {
        Files.writeString(folder.resolve("jobs.csv"), "old");

        RunFiles.write(SampleRuns.small(), folder);

        assertThat(folder.resolve("jobs.csv")).content().startsWith("job_id,");
        assertThat(filesIn(folder)).hasSize(6);
    }

    @Test
    void aRunThatIsStoppedEarlyWritesTheJobsThatHaveEnded() throws IOException {
        RunRecorder recorder = new RunRecorder(new RunName("easy", "t", "m", 0), 4, 3);
        int ended = recorder.submitted(job(1, 2));
        recorder.started(ended, 0, false);
        int runs = recorder.submitted(job(2, 2));
        recorder.started(runs, 0, false);
        recorder.submitted(job(3, 4));
        recorder.finished(ended, 5 * SECOND, FinalState.COMPLETED_SUCCESSFULLY);
        RunResult partial = recorder.close(8 * SECOND);

        RunFiles.write(partial, folder);

        assertThat(Files.readAllLines(folder.resolve("jobs.csv"))).hasSize(2);
        assertThat(folder.resolve("summary.json"))
                .content()
                .contains("\"unfinished\" : 2")
                .contains("\"makespan\" : 8.0")
                .contains("\"utilisation\" : 0.8125");
    }

    @Test
    void namesThatHoldSeparatorsAreQuoted() throws IOException {
        RunRecorder recorder = new RunRecorder(new RunName("easy", "t", "m", 0), 4, 1);
        int row = recorder.submitted(new SubmittedJob(1, "a,\"b\"", "w\n0", "p", 0, 1, SECOND, Owner.UNKNOWN));
        recorder.finished(row, 0, FinalState.REJECTED);

        RunFiles.write(recorder.close(0), folder);

        assertThat(folder.resolve("jobs.csv")).content().contains("\"a,\"\"b\"\"\",\"w\n0\",p,0.000000,1,1.000000,0,");
    }

    private static SubmittedJob job(long number, int resources) {
        return new SubmittedJob(number, "", "w0", "p", 0, resources, 10 * SECOND, Owner.UNKNOWN);
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static String golden(String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(RunFilesTest.class.getResourceAsStream("golden/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `sluice simulate` says about a run beside its figures.
class SimulateOutputsTest {
    @TempDir
    private Path folder;

    /// A job's number, submission, run time, processors and requested time.
    private static String line(int number, int submit, int run, int processors, int requested) {
        return "%d %d -1 %d %d -1 -1 %d %d -1 1 1 1 -1 1 -1 -1 -1%n"
                .formatted(number, submit, run, processors, processors, requested);
    }

    private Path trace(String... lines) throws IOException {
        return Files.writeString(folder.resolve("trace.swf"), "; MaxProcs: 8\n" + String.join("", lines));
    }

    private Terminal simulate(Path trace, String... more) {
        List<String> all = new ArrayList<>(List.of("simulate", trace.toString(), "-o", out().toString()));
        all.addAll(List.of(more));
        return Terminal.run(all.toArray(String[]::new));
    }

    private Path out() {
        return folder.resolve("out");
    }

    private JsonNode summary() throws IOException {
        return new JsonMapper().readTree(out().resolve("summary.json").toFile());
    }

    /// Two nodes with two sockets of 18 cores each.
    private Path graph() throws IOException {
        return Files.writeString(folder.resolve("sockets.graphml"), """
                <graphml>
                  <graph id="sockets">
                    <node id="c"><data key="root">1</data><data key="type">cluster</data></node>
                    <node id="n"><data key="type">node</data></node>
                    <node id="s"><data key="type">socket</data></node>
                    <node id="k"><data key="type">core</data></node>
                    <edge source="c" target="n"><data key="multi_scale">2</data></edge>
                    <edge source="n" target="s"><data key="multi_scale">2</data></edge>
                    <edge source="s" target="k"><data key="multi_scale">18</data></edge>
                  </graph>
                </graphml>
                """);
    }

    @Test
    void jobsOnAGraphHoldTheCoresThatTheyAskFor() throws IOException {
        Path trace = trace(line(1, 0, 100, 40, 100), line(2, 0, 100, 40, 100), line(3, 0, 100, 72, 100));

        Terminal seen = simulate(trace, "--graph", graph().toString());

        assertThat(seen.exitCode()).isZero();
        assertThat(seen.out()).contains("70.4%");
        assertThat(summary().at("/metrics/makespan").asDouble()).isEqualTo(300);
    }

    @Test
    void nodesWithSocketsAreAllocatedWhole() throws IOException {
        Path trace = trace(line(1, 0, 100, 1, 100), line(2, 0, 100, 2, 100), line(3, 0, 100, 3, 100));

        Terminal seen = simulate(trace, "--graph", graph().toString(), "--unit", "node");

        assertThat(seen.exitCode()).isZero();
        assertThat(seen.out())
                .contains("1 job rejected: larger than the machine [3]")
                .doesNotContain("NaN");
        assertThat(Files.readString(out().resolve("jobs-wide.csv"))).contains("REJECTED,needs 3 of the 2 nodes");
        assertThat(summary().at("/endings/0/first_jobs/0").asText()).isEqualTo("3");
        assertThat(summary().at("/metrics/makespan").asDouble()).isEqualTo(200);
    }

    @Test
    void aRunInWhichNoJobCouldRunFails() throws IOException {
        Terminal seen = simulate(trace(line(1, 0, 5, 9, 5)));

        assertThat(seen.exitCode()).isEqualTo(1);
        assertThat(seen.out())
                .contains("1 job rejected: larger than the machine [1]")
                .doesNotContain("NaN");
    }

    @Test
    void jobsThatAreCutAtTheirWallTimeAreCounted() throws IOException {
        Terminal seen = simulate(trace(line(1, 0, 50, 1, 20), line(2, 0, 5, 1, 20)));

        assertThat(seen.out()).contains("1 job cut at the wall time: it still ran at the end of its wall time [1]");
        assertThat(summary().at("/endings/0/jobs").asInt()).isEqualTo(1);
        assertThat(summary().at("/jobs/wall_time_reached").asInt()).isEqualTo(1);
    }

    @Test
    void missingRequestedTimesAreReportedAndWrittenAsMissing() throws IOException {
        Terminal seen = simulate(trace(line(1, 0, 50, 1, -1), line(2, 0, 5, 1, 20)));

        assertThat(seen.out())
                .contains("no requested time, or 0: 1 of 2 jobs; the wall time of each is its exact run time");
        assertThat(summary().at("/notes/0/topic").asText()).isEqualTo("estimates");
        assertThat(Files.readAllLines(out().resolve("jobs.csv")).get(1)).startsWith("1,,,0.000000,1,-1.000000,1,");
    }

    @Test
    void aFixedTimeReplacesMissingOnes() throws IOException {
        Terminal seen = simulate(trace(line(1, 0, 50, 1, -1)), "--missing-estimates", "20");

        assertThat(seen.out()).contains("the wall time of each is 20s", "1 job cut at the wall time");
        assertThat(summary().at("/metrics/makespan").asDouble()).isEqualTo(20);
    }

    @Test
    void theQueuesDefaultReplacesMissingTimes() throws IOException {
        Path queues = Files.writeString(folder.resolve("q.yaml"), "queues: [{name: '1', default-walltime: 30}]\n");

        Terminal seen = simulate(
                trace(line(1, 0, 50, 1, -1)), "--missing-estimates", "queue", "--queue-config", queues.toString());

        assertThat(seen.exitCode()).isZero();
        assertThat(summary().at("/metrics/makespan").asDouble()).isEqualTo(30);
    }

    @Test
    void aQueueWithoutADefaultIsNamed() throws IOException {
        Terminal seen = simulate(trace(line(1, 0, 50, 1, -1)), "--missing-estimates", "queue");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains("job (1)", "queue (1)", "default-walltime");
        assertThat(out()).doesNotExist();
    }

    @Test
    void jobsThatTakeNoTimeLeaveNoRemainders() throws IOException {
        simulate(trace(line(1, 0, 0, 8, -1), line(2, 0, 3, 8, -1)));

        assertThat(Files.readAllLines(out().resolve("jobs.csv")).get(1))
                .contains(",0.000000,0.000000,0.000000,0.000000,0.000000,1.000000,0-7,");
        assertThat(Files.readAllLines(out().resolve("result.swf")).getLast()).startsWith("2 0 0 3 8 ");
        assertThat(Files.readString(out().resolve("summary.json"))).doesNotContain("E-");
        assertThat(Files.readString(out().resolve("schedule.csv"))).doesNotContain("inf", "nan");
    }

    @Test
    void aRunIsRepeatedFromItsSummary() throws IOException {
        Path queues = Files.writeString(
                folder.resolve("q.yaml"), "order: {age-second: 1, core: 2}\nqueues: [{name: '1', max-walltime: 1h}]\n");
        Path trace = trace(line(1, 0, 50, 5, 60), line(2, 1, 5, 4, -1), line(3, 2, 7, 8, 7), line(4, 3, 40, 1, 30));
        simulate(
                trace, "--queue-config", queues.toString(), "--overrun", "grace:5", "--skip-first", "1", "--seed", "3");
        Files.delete(queues);

        Path again = folder.resolve("again");
        Terminal seen =
                Terminal.run("simulate", "--from", out().resolve("summary.json").toString(), "-o", again.toString());

        assertThat(seen.exitCode()).isZero();
        for (String file : List.of("summary.json", "jobs.csv", "jobs-wide.csv", "result.swf", "report.html")) {
            assertThat(again.resolve(file)).hasSameBinaryContentAs(out().resolve(file));
        }
        assertThat(Files.readString(out().resolve("result.swf")))
                .contains("; Note: overrun: grace:5", "; Note: queue-config-text: order: {age-second: 1, core: 2}");
    }

    @Test
    void aRunIsNotRepeatedWithAnotherTrace() throws IOException {
        Path trace = trace(line(1, 0, 50, 5, 60));
        simulate(trace);
        Files.writeString(trace, "; MaxProcs: 8\n" + line(1, 0, 51, 5, 60));

        Terminal seen = Terminal.run(
                "simulate",
                "--from",
                out().resolve("summary.json").toString(),
                "-o",
                folder.resolve("again").toString());

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains("trace.swf", "is not the one that the run was made with");
        assertThat(folder.resolve("again")).doesNotExist();
    }

    @Test
    void aRepeatedRunTakesNoOtherOptions() throws IOException {
        simulate(trace(line(1, 0, 50, 5, 60)));

        Terminal seen =
                Terminal.run("simulate", "--from", out().resolve("summary.json").toString(), "--seed", "4", "-o", "x");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains("--seed cannot be given with --from");
    }

    @Test
    void aSecondRunLeavesNothingOfTheFirst() throws IOException {
        Path trace = trace(line(1, 0, 50, 5, 60));
        simulate(trace, "--policy", "fcfs,easy");
        Files.writeString(out().resolve("mine.txt"), "kept");

        simulate(trace, "--policy", "conservative");

        assertThat(out().resolve("fcfs")).doesNotExist();
        assertThat(out().resolve("easy")).doesNotExist();
        assertThat(out().resolve("jobs.csv")).exists();
        assertThat(out().resolve("mine.txt")).hasContent("kept");
    }

    @Test
    void batsimNamesAppearInTheTable() throws IOException {
        Path workload = Files.writeString(folder.resolve("w.json"), """
                {"nb_res": 4, "jobs": [{"id": "a!1", "subtime": 0, "res": 2, "profile": "short"},
                 {"id": "2", "subtime": 1, "res": 1, "profile": "long", "walltime": 20}],
                 "profiles": {"short": {"type": "delay", "delay": 5}, "long": {"type": "delay", "delay": 9}}}
                """);

        assertThat(simulate(workload).exitCode()).isZero();

        List<String> jobs = Files.readAllLines(out().resolve("jobs.csv"));
        assertThat(jobs.get(1)).startsWith("1,a,short,0.000000,2,-1.000000,");
        assertThat(jobs.get(2)).startsWith("2,w0,long,1.000000,1,20.000000,");
    }

    @Test
    void theWideTableSaysWhyJobsWaited() throws IOException {
        simulate(trace(line(1, 0, 10, 6, 10), line(2, 1, 10, 8, 10), line(3, 2, 20, 2, 20), line(4, 3, 5, 2, 5)));

        List<String> jobs = Files.readAllLines(out().resolve("jobs-wide.csv"));
        assertThat(jobs.get(1)).contains(",none,COMPLETED_SUCCESSFULLY");
        assertThat(jobs.get(2)).contains(",10.000000,10.000000,10.000000,20.000000,9.000000,0,resources,");
        assertThat(jobs.get(3)).contains(",priority,");
        assertThat(jobs.get(4)).contains(",1,none,");
    }

    @Test
    void warmUpAndCoolDownAreLeftOutOfMetrics() throws IOException {
        Path trace = trace(line(1, 0, 100, 8, 100), line(2, 100, 50, 4, 50), line(3, 150, 50, 8, 50));

        simulate(trace, "--skip-first", "100", "--skip-last", "50");

        assertThat(summary().at("/metrics/makespan").asDouble()).isEqualTo(50);
        assertThat(summary().at("/metrics/utilisation").asDouble()).isEqualTo(0.5);
    }

    @Test
    void skippingTheWholeRunIsAnError() throws IOException {
        Terminal seen = simulate(trace(line(1, 0, 100, 8, 100)), "--skip-first", "2d");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains("--skip-first", "leaves nothing of a run of (100.0 s)");
        assertThat(out()).doesNotExist();
    }

    @Test
    void anOutputThatIsAFileIsNamed() throws IOException {
        Path trace = trace(line(1, 0, 100, 8, 100));

        Terminal seen = Terminal.run("simulate", trace.toString(), "-o", trace.toString());

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains(trace.toString(), "is a file");
    }

    @Test
    void aTraceThatCannotBeReadIsNamed() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("dir.swf"));

        Terminal seen = simulate(directory);

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains("dir.swf: Is a directory");
    }

    @Test
    void theRequestedTimeIsTheUsersWhateverTheEstimates() throws IOException {
        simulate(trace(line(1, 0, 30, 1, 41), line(2, 0, 30, 1, -1)), "--estimates", "exact");

        List<String> jobs = Files.readAllLines(out().resolve("jobs.csv"));
        assertThat(jobs.get(1)).startsWith("1,,,0.000000,1,41.000000,");
        assertThat(jobs.get(2)).startsWith("2,,,0.000000,1,-1.000000,");
    }

    @Test
    void aRunIsRepeatedFromAnotherFolder() throws IOException {
        Path trace = trace(line(1, 0, 30, 1, 41));
        simulate(trace);
        Path summary = out().resolve("summary.json");
        Files.writeString(summary, Files.readString(summary).replace(trace.toString(), "trace.swf"));

        Terminal seen = Terminal.run(
                "simulate",
                "--from",
                summary.toString(),
                "-o",
                folder.resolve("again").toString());

        assertThat(seen.exitCode()).isZero();
        Files.delete(trace);
        assertThat(Terminal.run("simulate", "--from", summary.toString(), "-o", out().toString())
                        .err())
                .contains("summary.json names (trace.swf), which is neither here nor in a folder above it");
    }

    @Test
    void jobsThatWaitForAWindowSaySo() throws IOException {
        Path queues = Files.writeString(
                folder.resolve("q.yaml"), "windows: [{name: maintenance, start: 10, duration: 10}]\n");

        simulate(trace(line(1, 0, 15, 8, 15)), "--queue-config", queues.toString());

        assertThat(Files.readAllLines(out().resolve("jobs-wide.csv")).get(1)).contains(",window,");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--unit node | --unit (node) has no effect without --graph",
                "--on-failure fail | --on-failure (fail) has no effect without --failures",
                "--policy easy,easy | names a policy twice"
            })
    void optionsWithoutEffectAreRefused(String options, String message) throws IOException {
        Terminal seen = simulate(trace(line(1, 0, 15, 8, 15)), options.split(" ", -1));

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains(message);
    }

    @Test
    void theNumberOfJobsMatchesTheMetrics() throws IOException {
        Terminal seen = simulate(trace(line(1, 0, 10, 1, 10), line(2, 20, 10, 1, 10)), "--skip-first", "5");

        assertThat(seen.out()).contains("easy                   1", "metrics are of 1 of 2 jobs");
    }
}

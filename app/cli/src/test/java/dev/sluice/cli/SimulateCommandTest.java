package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateCommandTest {
    @TempDir
    private Path folder;

    private Path trace;

    @BeforeEach
    void writeTrace() throws IOException {
        StringBuilder swf = new StringBuilder("; MaxProcs: 8\n");
        for (int job = 1; job <= 60; job++) {
            int run = 5 + job * 7 % 40;
            swf.append("%d %d -1 %d %d -1 -1 -1 %d -1 1 %d 1 -1 %d -1 -1 -1%n"
                    .formatted(job, job * 3, run, 1 + job * 5 % 8, run + job % 9, job % 4, job % 2));
        }
        trace = Files.writeString(folder.resolve("small.swf"), swf);
    }

    /// A job's number, submission, run time, processors, user and queue; the requested time is the run time.
    private static String line(int number, int submit, int run, int processors, int user, int queue) {
        return "%d %d -1 %d %d -1 -1 -1 %d -1 1 %d 1 -1 %d -1 -1 -1%n"
                .formatted(number, submit, run, processors, run, user, queue);
    }

    /// Eight processors. Job 2 needs all of them, so it waits until job 1 ends at 100; job 3 fits beside job 1 before
    /// that.
    private void useThreeJobs() throws IOException {
        trace = Files.writeString(
                folder.resolve("three.swf"),
                "; MaxProcs: 8\n" + line(1, 0, 100, 4, 1, 1) + line(2, 10, 100, 8, 1, 1) + line(3, 20, 50, 4, 1, 1));
    }

    private static JsonNode summary(Path out) throws IOException {
        return new JsonMapper().readTree(out.resolve("summary.json").toFile());
    }

    /// Returns the values of a column of a CSV file, by job.
    private static Map<String, String> byJob(Path csv, String column) throws IOException {
        List<String[]> rows = Files.readAllLines(csv).stream()
                .map(line -> line.split(",", -1))
                .toList();
        int job = List.of(rows.getFirst()).indexOf("job_id");
        int value = List.of(rows.getFirst()).indexOf(column);
        return rows.stream().skip(1).collect(Collectors.toMap(row -> row[job], row -> row[value]));
    }

    private Terminal simulate(String... more) {
        String[] all = new String[more.length + 2];
        all[0] = "simulate";
        all[1] = trace.toString();
        System.arraycopy(more, 0, all, 2, more.length);
        return Terminal.run(all);
    }

    @Test
    void aRunLeavesAllItsFiles() throws IOException {
        useThreeJobs();
        Path out = folder.resolve("out");

        Terminal seen = simulate("--policy", "easy", "-o", out.toString());

        assertThat(seen.exitCode()).isZero();
        assertThat(seen.out()).contains("easy", "87.5%", "report.html");
        assertThat(byJob(out.resolve("jobs.csv"), "starting_time"))
                .isEqualTo(Map.of("1", "0.000000", "2", "100.000000", "3", "20.000000"));
        assertThat(byJob(out.resolve("jobs-wide.csv"), "reason_of_wait"))
                .isEqualTo(Map.of("1", "none", "2", "resources", "3", "none"));
        assertThat(out.resolve("schedule.csv")).content().contains("makespan", ",200.000000,");
        assertThat(out.resolve("machine_states.csv")).content().isEqualTo("""
                        time,nb_sleeping,nb_switching_on,nb_switching_off,nb_idle,nb_computing
                        0,0,0,0,4,4
                        20,0,0,0,0,8
                        70,0,0,0,4,4
                        100,0,0,0,0,8
                        200,0,0,0,8,0
                        """);
        assertThat(Files.readAllLines(out.resolve("result.swf")))
                .contains("2 10 90 100 8 -1 -1 8 100 -1 1 1 1 -1 1 -1 -1 -1");
        assertThat(out.resolve("report.html")).content().startsWith("<!doctype html>");
        JsonNode summary = summary(out);
        assertThat(summary.at("/jobs/submitted").asInt()).isEqualTo(3);
        assertThat(summary.at("/jobs/backfilled").asInt()).isEqualTo(1);
        assertThat(summary.at("/metrics/wait_mean").asDouble()).isEqualTo(30);
        assertThat(summary.at("/metrics/makespan").asDouble()).isEqualTo(200);
        assertThat(summary.at("/metrics/utilisation").asDouble()).isEqualTo(0.875);
    }

    @Test
    void severalPoliciesHaveAFolderEach() throws IOException {
        useThreeJobs();

        Terminal seen = simulate(
                "--policy",
                "fcfs,hybrid:2,conservative,easy++",
                "-o",
                folder.resolve("out").toString());

        assertThat(seen.exitCode()).isZero();
        assertThat(byJob(folder.resolve("out/fcfs/jobs.csv"), "starting_time"))
                .isEqualTo(Map.of("1", "0.000000", "2", "100.000000", "3", "200.000000"));
        for (String backfilling : List.of("hybrid-2", "conservative", "easy++")) {
            assertThat(byJob(folder.resolve("out").resolve(backfilling).resolve("jobs.csv"), "starting_time"))
                    .as(backfilling)
                    .isEqualTo(Map.of("1", "0.000000", "2", "100.000000", "3", "20.000000"));
        }
    }

    @Test
    void theSameSeedGivesTheSameBytes() throws IOException {
        for (String run : new String[] {"one", "two"}) {
            Path out = folder.resolve(run);
            assertThat(simulate("--policy", "easy", "--seed", "7", "-o", out.toString())
                            .exitCode())
                    .isZero();
        }
        for (String file :
                new String[] {"jobs.csv", "machine_states.csv", "summary.json", "result.swf", "report.html"}) {
            assertThat(folder.resolve("one").resolve(file))
                    .hasSameBinaryContentAs(folder.resolve("two").resolve(file));
        }
    }

    @Test
    void linesLeftOutAreCountedOnTheScreenAndInTheSummary() throws IOException {
        Files.writeString(trace, "99 1 -1 5 x -1 -1 -1 9 -1 1 1 1 -1 1 -1 -1 -1\n", StandardOpenOption.APPEND);
        Path out = folder.resolve("out");

        assertThat(simulate("-o", out.toString()).err()).contains("small.swf:62:", "(x)");

        Terminal seen = simulate("--lenient", "-o", out.toString());
        assertThat(seen.out()).contains("left out 1 jobs or lines", "small.swf:62:");
        assertThat(out.resolve("summary.json")).content().contains("left out 1 jobs or lines");
    }

    @Test
    void summariesAreTheSameOnTheScreenAndInTheFile() throws IOException {
        Path out = folder.resolve("out");

        Terminal seen = simulate("--policy", "fcfs,easy", "--json", "-o", out.toString());

        JsonMapper json = new JsonMapper();
        assertThat(json.readTree(seen.out()).get("easy"))
                .isEqualTo(json.readTree(Files.readString(out.resolve("easy/summary.json"))));
    }

    @Test
    void limitsOfAQueueHoldJobsBack() throws IOException {
        trace = Files.writeString(
                folder.resolve("five.swf"),
                "; MaxProcs: 8\n"
                        + line(1, 0, 100, 1, 7, 0)
                        + line(2, 0, 100, 1, 7, 0)
                        + line(3, 0, 100, 1, 8, 0)
                        + line(4, 0, 60, 2, 7, 1)
                        + line(5, 0, 60, 1, 8, 1));
        Path config = Files.writeString(folder.resolve("queues.yaml"), """
                queues:
                  - name: "0"
                    limits: [{scope: user, jobs: 1}]
                  - name: "1"
                    limits: [{scope: queue, cores: 2}]
                """);
        Path free = folder.resolve("free");
        Path held = folder.resolve("held");

        assertThat(simulate("-o", free.toString()).exitCode()).isZero();
        assertThat(simulate("--queue-config", config.toString(), "-o", held.toString())
                        .exitCode())
                .isZero();

        assertThat(byJob(free.resolve("jobs.csv"), "waiting_time").values()).containsOnly("0.000000");
        assertThat(byJob(held.resolve("jobs.csv"), "waiting_time"))
                .as("job 2 waits for its user's job 1, job 5 for the two cores of its queue")
                .isEqualTo(
                        Map.of("1", "0.000000", "2", "100.000000", "3", "0.000000", "4", "0.000000", "5", "60.000000"));
        assertThat(byJob(held.resolve("jobs-wide.csv"), "reason_of_wait"))
                .isEqualTo(Map.of("1", "none", "2", "limit", "3", "none", "4", "none", "5", "limit"));
    }

    @Test
    void jobsOnAFailingNodeRunAgainUnlessTheyAreToFail() throws IOException {
        Path platform = Files.writeString(folder.resolve("cluster.xml"), """
                <platform version="4.1"><zone id="z" routing="Full">
                  <cluster id="c" prefix="n" suffix="" radical="0-7" speed="1Gf" bw="1Gbps" lat="1us"/>
                </zone></platform>
                """);
        String[] options = {"--platform", platform.toString(), "--failures", "300,20", "-o"};

        simulate(with(options, folder.resolve("again").toString()));
        simulate(with(options, folder.resolve("fail").toString(), "--on-failure", "fail"));

        JsonNode again = summary(folder.resolve("again"));
        assertThat(again.at("/jobs/succeeded").asInt()).isEqualTo(60);
        assertThat(again.at("/jobs/failed").asInt()).isZero();
        assertThat(again.at("/metrics/reruns").asInt()).isPositive();

        JsonNode fail = summary(folder.resolve("fail"));
        int failed = fail.at("/jobs/failed").asInt();
        assertThat(failed).isPositive();
        assertThat(fail.at("/jobs/succeeded").asInt()).isEqualTo(60 - failed);
        assertThat(fail.at("/metrics/reruns").asInt()).isZero();
        assertThat(byJob(folder.resolve("fail/jobs.csv"), "final_state").values().stream()
                        .filter("COMPLETED_FAILED"::equals))
                .hasSize(failed);
    }

    private static String[] with(String[] options, String... more) {
        return Stream.concat(Arrays.stream(options), Arrays.stream(more)).toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({
        "--policy, random, is not known",
        "--overrun, perhaps, must be kill",
        "--failures, 3d, must be two durations",
        "--failures, '3d,1h', needs a machine of nodes",
        "--on-failure, pray, pray",
        "--order, 'core=1,core=2', each once",
        "--order, 'core=much', not a whole number",
        "--start-delay, soon, is not a duration",
        "--machine, 0, must be 1 or more",
        "--queue-config, nowhere.yaml, there is no such file",
        "--platform, nowhere.xml, nowhere.xml",
        "--overdue, never, never"
    })
    void badInputIsNamed(String option, String value, String message) {
        Terminal seen = simulate(option, value, "-o", folder.resolve("out").toString());

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains(message);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void aKeyOfTheQueueConfigThatIsNotKnownIsNamed() throws IOException {
        Path config = Files.writeString(folder.resolve("queues.yaml"), "queues: [{name: a, limit: 3}]\n");

        Terminal seen = simulate(
                "--queue-config", config.toString(), "-o", folder.resolve("out").toString());

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains("queues[0]", "(limit)", "limits");
    }

    @Test
    void aTraceWithoutAMachineNeedsOne() throws IOException {
        trace = Files.writeString(folder.resolve("bare.swf"), "1 0 -1 5 1 -1 -1 -1 9 -1 1 1 1 -1 1 -1 -1 -1\n");

        Terminal seen = simulate("-o", folder.resolve("out").toString());

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains("--machine");
    }

    @Test
    void publishedSchedulesAreCompared() throws IOException {
        String jobs =
                "1 0 %d 10 8 -1 -1 8 20 -1 -1 1 -1 -1 -1 -1 -1 -1%n2 1 9 5 8 -1 -1 8 9 -1 -1 1 -1 -1 -1 -1 -1 -1%n";
        Path good = Files.createDirectory(folder.resolve("good"));
        Path bad = Files.createDirectory(folder.resolve("bad"));
        String name = "A__easy_backfill_scheduler_None_None.swf";
        Files.writeString(good.resolve(name), "; MaxProcs: 8\n" + jobs.formatted(0));
        Files.writeString(bad.resolve(name), "; MaxProcs: 8\n" + jobs.formatted(3));

        Terminal same = Terminal.run("verify-reference", good.toString());
        Terminal other = Terminal.run("verify-reference", bad.toString());
        Terminal none = Terminal.run("verify-reference", folder.toString());

        assertThat(same.exitCode()).isZero();
        assertThat(same.out()).contains("2/2 identical");
        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.out()).contains("1/2 identical", "job 1 waits 0.0 s, in the reference 3.0 s");
        assertThat(none.exitCode()).isEqualTo(2);
    }
}

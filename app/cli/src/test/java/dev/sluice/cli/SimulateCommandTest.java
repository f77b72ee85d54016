package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
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

    private Terminal simulate(String... more) {
        String[] all = new String[more.length + 2];
        all[0] = "simulate";
        all[1] = trace.toString();
        System.arraycopy(more, 0, all, 2, more.length);
        return Terminal.run(all);
    }

    @Test
    void aRunLeavesAllItsFiles() {
        Path out = folder.resolve("out");

        Terminal seen = simulate("--policy", "easy", "-o", out.toString());

        assertThat(seen.exitCode()).isZero();
        assertThat(seen.out()).contains("easy", "60", "report.html");
        assertThat(out)
                .isDirectoryContaining("glob:**/{jobs,schedule,machine_states}.csv")
                .isDirectoryContaining("glob:**/summary.json")
                .isDirectoryContaining("glob:**/result.swf")
                .isDirectoryContaining("glob:**/report.html");
    }

    @Test
    void severalPoliciesHaveAFolderEach() {
        Terminal seen = simulate(
                "--policy",
                "fcfs,hybrid:2,conservative,easy++",
                "-o",
                folder.resolve("out").toString());

        assertThat(seen.exitCode()).isZero();
        assertThat(folder.resolve("out/fcfs/jobs.csv")).exists();
        assertThat(folder.resolve("out/hybrid-2/jobs.csv")).exists();
        assertThat(folder.resolve("out/conservative/jobs.csv")).exists();
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
    void whatIsLeftOutIsCountedEverywhere() throws IOException {
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
        Path config = Files.writeString(folder.resolve("queues.yaml"), """
                queues:
                  - name: "0"
                    limits: [{scope: user, jobs: 1}]
                  - name: "1"
                    limits: [{scope: queue, cores: 8}]
                """);

        Terminal free = simulate("--json", "-o", folder.resolve("free").toString());
        Terminal held = simulate(
                "--json",
                "--queue-config",
                config.toString(),
                "-o",
                folder.resolve("held").toString());

        assertThat(held.exitCode()).isZero();
        assertThat(held.out()).isNotEqualTo(free.out());
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

        assertThat(folder.resolve("again/summary.json"))
                .content()
                .contains("\"failed\" : 0")
                .doesNotContain("\"reruns\" : 0.0");
        assertThat(folder.resolve("fail/summary.json"))
                .content()
                .contains("\"reruns\" : 0.0")
                .doesNotContain("\"failed\" : 0");
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
        "--start-delay, soon, is no duration",
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

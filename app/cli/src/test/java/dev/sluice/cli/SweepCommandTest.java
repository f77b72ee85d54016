package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
    void existingRunsAreNotRepeated() throws IOException {
        sweep("out");
        Files.delete(runFile("000003"));
        Files.writeString(runFile("000005"), "nonsense");

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
        for (String file : new String[] {"sweep.csv", "differences.csv", "report.html"}) {
            assertThat(folder.resolve("parts").resolve(file))
                    .hasSameBinaryContentAs(folder.resolve("whole").resolve(file));
        }
    }

    @Test
    void machinesAndOptionsOfSimulateJoinTheProduct() throws IOException {
        Files.writeString(folder.resolve("cluster.xml"), """
                <platform version="4.1"><zone id="z" routing="Full">
                  <host id="master" speed="1Gf"><prop id="role" value="master"/></host>
                  <cluster id="c" prefix="n" suffix="" radical="0-7" speed="1Gf" bw="1Gbps" lat="1us"/>
                </zone></platform>
                """);
        Files.writeString(folder.resolve("rack.json"), """
                {"version": 1, "execution": {"R_lite": [{"rank": "0-7", "children": {"core": "0-1"}}],
                 "starttime": 0, "expiration": 0, "nodelist": ["n[0-7]"]}}
                """);
        Files.writeString(folder.resolve("queues.yaml"), "queues: []\n");
        Files.writeString(experiment, """
                traces: ["lublin:40"]
                machines: [8, {platform: cluster.xml}, {graph: rack.json, unit: node}]
                policies: [easy]
                estimates: exact
                cycle: [usual, reference]
                order: [fifo, "core=-1"]
                queue-config: queues.yaml
                start-delay: 5s
                """);

        Terminal one = sweep("one", "--threads", "1");
        Terminal two = sweep("two", "--threads", "2");

        assertThat(one.exitCode()).isZero();
        assertThat(two.out()).contains("12 runs made");
        assertThat(folder.resolve("one/sweep.csv"))
                .hasSameBinaryContentAs(folder.resolve("two/sweep.csv"))
                .content()
                .startsWith("trace,machine,queue-config,order,estimates,cycle,start-delay,policy,seed,")
                .contains("lublin:40,graph:rack.json unit:node,queues.yaml,core=-1,exact,reference,5s,easy,0,")
                .contains("lublin:40,platform:cluster.xml,queues.yaml,fifo,exact,usual,5s,easy,0,");
    }

    @Test
    void aRunOfASweepIsTheRunThatSimulateMakes() throws IOException {
        Path trace = Files.writeString(folder.resolve("few.swf"), """
                ; MaxProcs: 4
                1 0 -1 60 3 -1 -1 3 60 -1 1 1 1 -1 1 -1 -1 -1
                2 5 -1 50 4 -1 -1 4 90 -1 1 2 1 -1 1 -1 -1 -1
                3 6 -1 40 1 -1 -1 1 45 -1 1 1 1 -1 1 -1 -1 -1
                """);
        Files.writeString(experiment, "{traces: few.swf, policies: easy, order: core=-1, start-delay: 2s}");

        sweep("out");
        Terminal.run(
                "simulate",
                trace.toString(),
                "--order",
                "core=-1",
                "--start-delay",
                "2s",
                "-o",
                folder.resolve("run").toString());

        List<String> table = Files.readAllLines(folder.resolve("out/sweep.csv"));
        int column = List.of(table.getFirst().split(",", -1)).indexOf("wait_mean");
        String wait = table.getLast().split(",", -1)[column];
        assertThat(folder.resolve("run/summary.json")).content().contains("\"wait_mean\" : " + wait);
    }

    private Path writeLog(String name) throws IOException {
        return Files.writeString(folder.resolve(name), """
                ; MaxProcs: 4
                1 0 -1 60 3 -1 -1 3 60 -1 1 1 1 -1 1 -1 -1 -1
                2 5 -1 50 4 -1 -1 4 90 -1 1 2 1 -1 1 -1 -1 -1
                3 6 -1 40 1 -1 -1 1 45 -1 1 1 1 -1 1 -1 -1 -1
                """);
    }

    @Test
    void aLogIsRunOnceForAllSeeds() throws IOException {
        writeLog("few.swf");
        Files.writeString(experiment, "{traces: few.swf, policies: [fcfs, easy], seeds: [4, 5, 6, 7, 8]}");

        Terminal seen = sweep("out");

        assertThat(seen.exitCode()).isZero();
        assertThat(seen.out())
                .contains("8 runs left out: without failures, runs of a log do not depend on the seed")
                .contains("2 runs made, 0 were there already");
        assertThat(folder.resolve("out/sweep.csv"))
                .content()
                .hasLineCount(3)
                .contains("few.swf,fcfs,4,", "few.swf,easy,4,");
        assertThat(folder.resolve("out/differences.csv"))
                .content()
                .contains("few.swf,easy,fcfs,wait_mean,1,")
                .doesNotContain("true", "false");
        assertThat(folder.resolve("out/report.html")).content().contains("8 runs left out", "\"runs\":1,");
    }

    @Test
    void logsAndGeneratedTracesMix() throws IOException {
        writeLog("few.swf");
        Files.writeString(experiment, """
                traces: [few.swf, "lublin:30", "poisson:30"]
                machines: [8]
                policies: [easy, fcfs]
                seeds: [1, 2, 3]
                generated-estimates: [exact, tsafrir]
                generated-kind: [batch, combined]
                """);

        Terminal seen = sweep("out");

        // The log: 2 policies. Lublin: 2 estimates, 2 kinds, 2 policies, 3 seeds. Poisson has no kinds.
        assertThat(seen.out()).contains("34 runs left out", "38 runs made");
        assertThat(folder.resolve("out/sweep.csv"))
                .content()
                .startsWith("trace,machine,generated-estimates,generated-kind,policy,seed,submitted,")
                .hasLineCount(39)
                .contains("few.swf,8,,,easy,1,", "poisson:30,8,tsafrir,,fcfs,3,", "lublin:30,8,exact,batch,easy,2,");
        assertThat(sweep("out").out()).contains("0 runs made, 38 were there already");
    }

    @Test
    void failuresMakeTheRunsOfALogDependOnTheSeed() throws IOException {
        writeLog("few.swf");
        Files.writeString(folder.resolve("rack.json"), """
                {"version": 1, "execution": {"R_lite": [{"rank": "0-7", "children": {"core": "0-1"}}],
                 "starttime": 0, "expiration": 0, "nodelist": ["n[0-7]"]}}
                """);
        Files.writeString(experiment, """
                traces: few.swf
                machines: [{graph: rack.json, unit: node}]
                policies: easy
                failures: "1h,1m"
                seeds: [1, 2, 3]
                """);

        Terminal seen = sweep("out");

        assertThat(seen.out()).contains("3 runs made").doesNotContain("left out");
    }

    @Test
    void runsOfAnOlderReleaseAreRepeated() throws IOException {
        sweep("out");
        String table = Files.readString(folder.resolve("out/sweep.csv"));
        Path old = runFile("000002");
        List<String> lines = Files.readAllLines(old);
        int column = List.of(lines.getFirst().split(",", -1)).indexOf("killed");
        Files.write(old, lines.stream().map(line -> without(line, column)).toList());

        Terminal seen = sweep("out");

        assertThat(seen.out()).contains("1 runs made, 7 were there already");
        assertThat(folder.resolve("out/sweep.csv")).hasContent(table);
    }

    private static String without(String line, int column) {
        List<String> fields = new ArrayList<>(List.of(line.split(",", -1)));
        fields.remove(column);
        return String.join(",", fields);
    }

    @Test
    void differencesToTheFirstPolicyArePairedBySeed() throws IOException {
        sweep("out");

        assertThat(folder.resolve("out/differences.csv"))
                .content()
                .startsWith("trace,load,machine,policy,baseline,metric,pairs,difference,")
                .contains("lublin:60,0.8,16,easy,fcfs,wait_mean,2,")
                .doesNotContain(",fcfs,fcfs,", ",easy,easy,");
    }

    @Test
    void theErrorOfEstimatesIsEmptyForAPolicyThatMakesNone() throws IOException {
        sweep("out");

        List<String> table = Files.readAllLines(folder.resolve("out/sweep.csv"));
        int column = List.of(table.getFirst().split(",", -1)).indexOf("estimate_error_mean_absolute");
        assertThat(table.stream().filter(line -> line.contains(",fcfs,")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.split(",", -1)[column]).isEmpty());
        assertThat(table.stream().filter(line -> line.contains(",easy,")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.split(",", -1)[column]).isNotEmpty());
    }

    @Test
    void aForecastIsAnEstimateUnderEveryPolicy() throws IOException {
        Files.writeString(
                experiment,
                "{traces: ['lublin:60'], machines: 8, loads: 1.1, policies: fcfs, forecast: true, seeds: 1}");

        sweep("out");

        List<String> table = Files.readAllLines(folder.resolve("out/sweep.csv"));
        int column = List.of(table.getFirst().split(",", -1)).indexOf("estimate_error_mean_absolute");
        // Estimates are exact and nothing overtakes: every forecast is right.
        assertThat(table.getLast().split(",", -1)[column]).isEqualTo("0.0");
    }

    @Test
    void aNoteSaysThatLoadsStretchTheTimeOfLogs() throws IOException {
        writeLog("few.swf");
        Files.writeString(experiment, "{traces: [few.swf], loads: [0.5, 0.9], policies: [easy]}");

        Terminal seen = sweep("out");

        assertThat(seen.out()).contains("Loads stretch the time of few.swf: days and weeks of a log get shorter");
        assertThat(folder.resolve("out/report.html")).content().contains("Loads stretch the time of few.swf");
        assertThat(seen.out()).doesNotContain("left out");
    }

    @Test
    void tracesThatCannotBeReadAreNamedWithTheirLineBeforeTheFirstRun() throws IOException {
        Files.createDirectory(folder.resolve("dir.swf"));
        Files.writeString(experiment, "policies: [easy]\ntraces:\n  - dir.swf\n");

        Terminal seen = sweep("out");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err())
                .contains("experiment.yaml:3: traces[0] (dir.swf) cannot be read: ", "dir.swf: is a directory");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void aDamagedTraceIsBadInput() throws IOException {
        Files.writeString(folder.resolve("bad.swf"), "1 2 soon\n");
        Files.writeString(experiment, "{policies: easy, traces: bad.swf}");

        Terminal seen = sweep("out");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains("bad.swf:1:5: field 3, wait time: must be a number (soon)");
    }

    @Test
    void anOutputThatIsAFileIsBadInput() throws IOException {
        Path file = Files.writeString(folder.resolve("out"), "mine");

        Terminal seen = sweep("out");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains(file + ": is a file, and a directory is needed");
        assertThat(file).hasContent("mine");
    }

    @Test
    void aFileThatCannotBeWrittenIsBadInputThatNamesIt() throws IOException {
        Path table = Files.createDirectories(folder.resolve("out/sweep.csv"));

        Terminal seen = sweep("out");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains(table + ": ");
    }

    @Test
    void aMissingFolderToMergeIsBadInput() {
        Terminal seen = merge("nowhere");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains(folder.resolve("nowhere") + ": there is no such directory to merge");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "policies: [nice] | :1: policies[0] (nice)",
                "policies: [nice] | is not known",
                "policies: [easy] | at least one trace",
                "{policies: [easy], traces: [nowhere.swf]} | nowhere.swf: there is no such file",
                "{policies: [easy], traces: [a.txt]} | ends in .swf",
                "{policies: [easy], traces: ['lublin:5']} | needs machines",
                "{policies: [easy], traces: ['lublin:x'], machines: 4} | (x) is not a number of jobs",
                "{policies: [easy], traces: ['poisson:0'], machines: 4} | :1: traces[0] (poisson:0) is not valid: (0) is not a number of jobs",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, generated-estimates: [magic]} | :1: generated-estimates[0] (magic) is not valid: there are none, exact",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, generated-estimates: 'tsafrir:soon'} | (soon) is not a duration",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, generated-estimates: 'tsafrir:5m'} | longest estimate (300) must be from 3600",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, generated-estimates: 'factor:0.5'} | factor (0.5) must be 1 or more",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, generated-users: -1} | generated-users (-1) is not valid: must be a number of users",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, generated-users: 2000000} | users (2000000) must be from 1 to 1000000",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, generated-kind: odd} | there are combined, batch, interactive, typed",
                "{policies: [easy], traces: ['poisson:5'], machines: 4, generated-kind: batch} | generated-kind (batch) is for generated traces",
                "{policies: [easy], traces: [a.swf], generated-users: 5} | generated-users (5) is for generated traces",
                "{policies: [easy], traces: ['lublin:1'], loads: 0.5, machines: 4} | {trace=lublin:1, load=0.5, machine=4, policy=easy, seed=0}: a workload without work, or that is submitted all at once, has no load to scale",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, loads: [-1]} | loads[0] (-1) must be a positive number",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, seeds: [1, x]} | seeds[1] (x) must be a whole number",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, seeds: [1, 1]} | seeds[1] (1) is defined twice",
                "{policies: [easy], traces: ['lublin:5'], machines: [0]} | machines[0] (0)",
                "{policies: [easy], traces: ['lublin:5'], machines: [{platform: no.xml}]} | no.xml: there is no such",
                "{policies: [easy], traces: ['lublin:5'], machines: [{host: a}]} | key (host) is not known",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, overrun: often} | overrun (often) is not valid",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, event-order: random} | event-order (random)",
                "{policies: [easy], traces: ['lublin:5'], failures: '1d,1h', machines: 4} | experiment.yaml: --machine=4 --failures=1d,1h: --failures needs a machine of nodes",
                "{policies: [easy], traces: ['lublin:5'], machines: 4, overdue: gone, overrun: 'grace:5m'} | cannot count as gone",
                "{policies: [easy], trace: [a.swf]} | key (trace) is not known",
                "{policies: [easy], policies: [fcfs]} | key (policies) is defined twice",
                "'[' | experiment.yaml"
            })
    void badExperimentsAreNamed(String text, String message) throws IOException {
        Files.writeString(experiment, text);

        Terminal seen = sweep("out");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains(message);
    }

    @Test
    void mistakesAreNamedWithTheirLine() throws IOException {
        Files.writeString(experiment, "traces: [a.swf]\npolicies:\n  - easy\n  - quick\n");

        assertThat(sweep("out").err()).contains("experiment.yaml:4: policies[1] (quick)");
    }

    @Test
    void anInvalidShardIsNamed() {
        assertThat(sweep("out", "--shard", "4/3").err()).contains("'4/3' is not a shard");
    }

    @Test
    void runsAreRepeatedWhenAFileHasChanged() throws IOException {
        Files.writeString(folder.resolve("queues.yaml"), "queues: [{name: '1', max-walltime: 5s}]\n");
        Files.writeString(folder.resolve("few.swf"), """
                ; MaxProcs: 4
                1 0 -1 60 3 -1 -1 3 60 -1 1 1 1 -1 1 -1 -1 -1
                2 5 -1 3 4 -1 -1 4 -1 -1 1 2 1 -1 1 -1 -1 -1
                """);
        Files.writeString(experiment, "{traces: few.swf, policies: easy, queue-config: queues.yaml}");
        Terminal first = sweep("out");

        Files.writeString(folder.resolve("queues.yaml"), "queues: [{name: '1', max-walltime: 50h}]\n");
        Terminal second = sweep("out");

        assertThat(first.out()).contains("1 runs made", "1 of 1 runs have rejected jobs, up to 1");
        assertThat(first.out()).contains("1 of 1 runs have jobs without a requested time");
        assertThat(second.out()).contains("1 runs made, 0 were there already").doesNotContain("rejected jobs");
        assertThat(folder.resolve("out/report.html")).content().contains("options that all runs share: ");
    }

    /// The result of a run; its name goes on with what the run is made of.
    private Path runFile(String number) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("out/runs"))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(number + "-"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}

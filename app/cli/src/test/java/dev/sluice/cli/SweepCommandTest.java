package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
                "{policies: [easy], traces: ['lublin:5'], loads: [-1]} | loads[0] (-1) must be a positive number",
                "{policies: [easy], traces: ['lublin:5'], seeds: [1, x]} | seeds[1] (x) must be a whole number",
                "{policies: [easy], traces: ['lublin:5'], seeds: [1, 1]} | seeds[1] (1) is there twice",
                "{policies: [easy], traces: ['lublin:5'], machines: [0]} | machines[0] (0)",
                "{policies: [easy], traces: ['lublin:5'], machines: [{platform: no.xml}]} | no.xml: there is no such",
                "{policies: [easy], traces: ['lublin:5'], machines: [{host: a}]} | key (host) is not known",
                "{policies: [easy], traces: ['lublin:5'], overrun: often} | overrun (often) is no good",
                "{policies: [easy], traces: ['lublin:5'], event-order: random} | event-order (random)",
                "{policies: [easy], traces: ['lublin:5'], failures: '1d,1h', machines: 4} | experiment.yaml: --machine=4 --failures=1d,1h: --failures needs a machine of nodes",
                "{policies: [easy], traces: ['lublin:5'], overdue: gone, overrun: 'grace:5m'} | cannot count as gone",
                "{policies: [easy], trace: [a.swf]} | key (trace) is not known",
                "{policies: [easy], policies: [fcfs]} | key (policies) is there twice",
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
    void aShardThatIsNoneIsNamed() {
        assertThat(sweep("out", "--shard", "4/3").err()).contains("'4/3' is no shard");
    }
}

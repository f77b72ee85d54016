package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `--queue-config` says and what is wrong with it, on four processors or hosts.
class QueueConfigTest {
    @TempDir
    private Path folder;

    private Path trace;
    private Path config;

    @BeforeEach
    void writeTrace() throws IOException {
        // Jobs of 4 processors, in queues 1, 2, 1 and none; the last one asks for the longest.
        trace = Files.writeString(folder.resolve("few.swf"), """
                ; MaxProcs: 4
                1 0 -1 10 4 -1 -1 4 10 -1 1 1 1 -1 1 -1 -1 -1
                2 1 -1 10 4 -1 -1 4 10 -1 1 1 1 -1 2 -1 -1 -1
                3 2 -1 10 4 -1 -1 4 20 -1 1 1 1 -1 1 -1 -1 -1
                4 3 -1 10 4 -1 -1 4 40 -1 1 1 1 -1 -1 -1 -1 -1
                """);
        config = folder.resolve("queues.yaml");
        Files.writeString(folder.resolve("cluster.xml"), """
                <platform version="4.1"><zone id="z" routing="Full">
                  <cluster id="c" prefix="n" suffix="" radical="0-3" speed="1Gf" bw="1Gbps" lat="1us"/>
                </zone></platform>
                """);
    }

    private Terminal simulate(String yaml, String... more) throws IOException {
        Files.writeString(config, yaml);
        String[] start = {
            "simulate",
            trace.toString(),
            "--queue-config",
            config.toString(),
            "-o",
            folder.resolve("out").toString()
        };
        return Terminal.run(Stream.concat(Stream.of(start), Stream.of(more)).toArray(String[]::new));
    }

    private Terminal simulateOnHosts(String yaml) throws IOException {
        return simulate(yaml, "--platform", folder.resolve("cluster.xml").toString());
    }

    /// Number and wait of each job; -1 for a wait that never ended.
    private List<String> waits() throws IOException {
        return Files.readAllLines(folder.resolve("out/result.swf")).stream()
                .filter(line -> !line.startsWith(";"))
                .map(line -> line.strip().split(" +"))
                .map(fields -> fields[0] + ": " + fields[2])
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "queue: [] | :1: key (queue) is not known; there are order, queues",
                "queues: [{name: 1, limit: 3}] | :1: queues[0]: key (limit) is not known",
                "queues: [{name: 1, limits: {scope: user, job: 3}}] | :1: queues[0].limits: key (job) is not known",
                "order: {size: 1} | :1: order: key (size) is not known",
                "queues: [{priority: 1}] | :1: queues[0]: name is missing",
                "queues: [{name: 1}, {name: 2}, {name: 1}] | :1: queues[2].name (1) is there twice",
                "queues: [{name: batch}] | :1: queues[0].name (batch) can match no job",
                "queues: [{name: 01}] | :1: queues[0].name (01) can match no job",
                "queues: [{name: 1, priority: high}] | :1: queues[0].priority (high) must be a whole number",
                "queues: [{name: 1, priority: 9999999999}] | queues[0].priority (9999999999) must be from -2147483648",
                "queues: [{name: 1, priority: }] | :1: queues[0].priority has no value",
                "queues: [{name: 1, max-walltime: -5m}] | queues[0].max-walltime (-5m) must be a positive duration",
                "queues: [{name: 1, max-walltime: 0}] | queues[0].max-walltime (0) must be a positive duration",
                "queues: [{name: 1, max-walltime: inf}] | queues[0].max-walltime (inf) must be a positive duration",
                "queues: [{name: 1, default-walltime: soon}] | default-walltime (soon) must be a positive duration",
                "queues: [{name: 1, max-walltime: 1h, default-walltime: 2h}] | default-walltime (2h) is above max-walltime (1h)",
                "queues: [{name: 1, limits: []}] | :1: queues[0].limits (a list) is empty",
                "queues: [{name: 1, limits: [{scope: user}]}] | :1: queues[0].limits[0]: bounds nothing",
                "queues: [{name: 1, limits: [{jobs: 1}]}] | :1: queues[0].limits[0]: scope is missing",
                "queues: [{name: 1, limits: [{scope: team, jobs: 1}]}] | limits[0].scope (team) must be queue, user or account",
                "queues: [{name: 1, limits: [{scope: user, jobs: -1}]}] | limits[0].jobs (-1) must not be negative",
                "queues: [{name: 1, limits: [{scope: user, jobs: few}]}] | limits[0].jobs (few) must be a whole number",
                "queues: [{name: 1, limits: [{scope: user, jobs: 1}, {scope: user, cores: 2, jobs: 3}]}] | limits[1].jobs (3) is bounded for the same scope by queues[0].limits[0].jobs (1)",
                "queues: [{name: 1, properties: []}] | :1: queues[0].properties (a list) is empty",
                "queues: [{name: 1, properties: ['a&b']}] | queues[0].properties[0] (a&b) is no property",
                "queues: [{name: 1, hosts: 'n[0-'}] | queues[0].hosts (n[0-) is no list of hosts",
                "order: {priority: 0, core: 0} | :1: order: no weight is other than 0",
                "order: {core: 9999999999} | :1: order: weight (9999999999) of core",
                "order: {priority: 10, core: 1} | :1: order.priority (10) has no effect: no queue has a priority",
                "queues: [{name: 1, priority: 5}] | :1: queues[0].priority (5) has no effect: the order gives priority no weight",
                "queues: [{name: 1, limits: [{scope: user, nodes: 1}]}] | limits[0].nodes (1) has no effect: on this machine (4 processors) no job asks for nodes",
                "queues: [{name: 1, limits: [{scope: user, gpus: 1}]}] | limits[0].gpus (1) has no effect: on this machine (4 processors) no job asks for GPUs",
                "queues: [{name: 1, hosts: n0}] | :1: queues[0].hosts (n0) has no effect: the machine (4 processors) has no hosts",
                "queues: [{name: 1, properties: [gpu]}] | queues[0].properties[0] (gpu) has no effect: the machine (4 processors) has no hosts",
                "queues: [ | queues.yaml:2: is not YAML"
            })
    void mistakesAreNamedWithTheirLine(String yaml, String message) throws IOException {
        Terminal seen = simulate(yaml + "\n");

        assertThat(seen.err()).contains("queues.yaml:", message);
        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hosts: 'n[2-4]' | :4: queues[0].hosts (n[2-4]) names a host (n4) that the machine (cluster.xml) does not have",
                "properties: [gpu] | :4: queues[0].properties[0] (gpu) is a property that no host of the machine (cluster.xml) has",
                "limits: [{scope: user, gpus: 1}] | :4: queues[0].limits[0].gpus (1) has no effect"
            })
    void settingsThatTheHostsCannotHeedAreNamedWithTheirLine(String setting, String message) throws IOException {
        Terminal seen = simulateOnHosts("order: {core: 1}\nqueues:\n  - name: 1\n    " + setting + "\n");

        assertThat(seen.err()).contains("queues.yaml" + message);
        assertThat(seen.exitCode()).isEqualTo(2);
    }

    @Test
    void limitsOfNodesHaveAnEffectOnHosts() throws IOException {
        Terminal seen = simulateOnHosts("queues: [{name: 1, limits: [{scope: queue, nodes: 3}], hosts: 'n[0-3]'}]\n");

        assertThat(seen.exitCode()).isZero();
        assertThat(waits()).contains("1: -1", "2: 0", "3: -1");
    }

    @Test
    void aWeightOfPriorityOnTheCommandLineNeedsPriorities() throws IOException {
        Terminal without = simulate("queues: [{name: 1}, {name: 2}]\n", "--order", "priority=1");
        Terminal zero = simulate("queues: [{name: 1}, {name: 2}]\n", "--order", "core=0");
        Terminal with = simulate("queues: [{name: 1}, {name: 2, priority: 1}]\n", "--order", "priority=1");

        assertThat(without.exitCode()).isEqualTo(2);
        assertThat(without.err()).contains("--order: the weight of priority has no effect");
        assertThat(zero.err()).contains("--order (core=0): no weight is other than 0");
        assertThat(with.exitCode()).isZero();
    }

    @Test
    void theOrderOfAFileCanBeReplaced() throws IOException {
        String yaml = "order: {priority: 1}\nqueues: [{name: 1, priority: 1}]\n";

        simulate(yaml);
        List<String> byPriority = waits();
        Terminal seen = simulate(yaml, "--order", "fifo");

        assertThat(seen.exitCode()).isZero();
        assertThat(byPriority).containsExactly("1: 0", "2: 19", "3: 8", "4: 27");
        assertThat(waits()).containsExactly("1: 0", "2: 9", "3: 18", "4: 27");
    }

    @Test
    void jobsAboveTheMaximalWallTimeAreRejected() throws IOException {
        Terminal seen = simulate("queues: [{name: 1, max-walltime: 15s}, {name: default, max-walltime: 1m}]\n");

        assertThat(seen.exitCode()).isZero();
        assertThat(waits()).containsExactly("1: 0", "2: 9", "3: -1", "4: 17");
        assertThat(folder.resolve("out/jobs.csv")).content().contains("REJECTED");
    }

    @Test
    void theStartDelayDoesNotCountAgainstTheMaximalWallTime() throws IOException {
        Terminal seen = simulate("queues: [{name: 1, max-walltime: 20s}]\n", "--start-delay", "5s");

        assertThat(seen.exitCode()).isZero();
        assertThat(folder.resolve("out/jobs.csv")).content().doesNotContain("REJECTED");
    }

    @Test
    void queuesThatNoJobIsInAreNoted() throws IOException {
        Terminal seen = simulate("queues:\n  - name: 1\n  - name: 7\n    max-walltime: 1h\n");

        assertThat(seen.exitCode()).isZero();
        assertThat(seen.out()).contains("queues.yaml:3: no job is in the queue (7)").doesNotContain("queue (1)");
        assertThat(folder.resolve("out/summary.json")).content().contains("no job is in the queue (7)");
    }

    @Test
    void theOrderOfASweepMayGiveThePrioritiesOfAQueueConfigTheirWeight() throws IOException {
        Files.writeString(config, "queues: [{name: 2, priority: 5}]\n");
        Path experiment = Files.writeString(
                folder.resolve("experiment.yaml"),
                "{traces: few.swf, policies: easy, queue-config: queues.yaml, order: priority=1}\n");
        Path without = Files.writeString(
                folder.resolve("without.yaml"), "{traces: few.swf, policies: easy, queue-config: queues.yaml}\n");

        Terminal weighed = Terminal.run(
                "sweep", experiment.toString(), "-o", folder.resolve("one").toString());
        Terminal ignored =
                Terminal.run("sweep", without.toString(), "-o", folder.resolve("two").toString());

        assertThat(weighed.exitCode()).isZero();
        assertThat(ignored.exitCode()).isEqualTo(2);
        assertThat(ignored.err()).contains("queues.yaml:1: queues[0].priority (5) has no effect");
    }

    @Test
    void theHelpSaysWhatTheOrderWeighs() {
        String help = Terminal.run("simulate", "--help").out().replaceAll("\\s+", " ");

        assertThat(help).contains("'priority' counts for each unit", "'age-second' for each", "'core' for each core");
    }
}

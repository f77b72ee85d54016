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
                "queues: [{name: 1}, {name: 2}, {name: 1}] | :1: queues[2].name (1) is defined twice",
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
                "queues: [{name: 1, properties: ['a&b']}] | queues[0].properties[0] (a&b) is not a property",
                "queues: [{name: 1, hosts: 'n[0-'}] | queues[0].hosts (n[0-) is not a list of hosts",
                "order: {priority: 0, core: 0} | :1: order: all weights are 0",
                "order: {core: 9999999999} | :1: order: weight (9999999999) of core",
                "order: {priority: 10, core: 1} | :1: order.priority (10) has no effect: no queue has a priority",
                "queues: [{name: 1, priority: 5}] | :1: queues[0].priority (5) has no effect: the order gives priority no weight",
                "queues: [{name: 1, limits: [{scope: user, nodes: 1}]}] | limits[0].nodes (1) has no effect: on this machine (4 processors) no job requests nodes",
                "queues: [{name: 1, limits: [{scope: user, gpus: 1}]}] | limits[0].gpus (1) has no effect: on this machine (4 processors) no job requests GPUs",
                "queues: [{name: 1, hosts: n0}] | :1: queues[0].hosts (n0) has no effect: the machine (4 processors) has no hosts",
                "queues: [{name: 1, properties: [gpu]}] | queues[0].properties[0] (gpu) has no effect: the machine (4 processors) has no hosts",
                "queues: [{name: 1, processors: 0}] | :1: queues[0].processors (0) must be from 1",
                "queues: [{name: 1, processors: 5}] | :1: queues[0].processors (5) is more than the machine (4 processors) has",
                "queues: [{name: 1, processors: 2}, {name: 2, processors: 3}] | queues[1].processors (3) brings the processors owned by queues to (5), and the machine (4 processors) has fewer",
                "windows: [{start: 1, duration: 1}] | :1: windows[0]: name is missing",
                "windows: [{name: a, duration: 1}] | :1: windows[0]: start is missing",
                "windows: [{name: a, start: 1}] | :1: windows[0]: needs either duration or end",
                "windows: [{name: a, start: 1, duration: 1, end: 9}] | :1: windows[0]: needs either duration or end",
                "windows: [{name: a, start: soon, duration: 1}] | :1: windows[0].start (soon) must be a time since the run's beginning, such as 2d",
                "windows: [{name: a, start: -1, duration: 1}] | :1: windows[0].start (-1) must be a time since the run's beginning",
                "windows: [{name: a, start: 1, end: later}] | :1: windows[0].end (later) must be a time since",
                "windows: [{name: a, start: 9, end: 5}] | :1: windows[0].end (5) must be after start (9)",
                "windows: [{name: a, start: 1, duration: 0}] | :1: windows[0].duration (0) must be a positive duration",
                "windows: [{name: a, start: 1, duration: 5, every: 4}] | :1: windows[0].every (4) is shorter than the window",
                "windows: [{name: a, start: 0, duration: 1ms, every: 1ms}, {name: a, start: 9, duration: 1}] | :1: windows[1].name (a) is defined twice",
                "windows: [{name: a, start: 0, duration: 0.1ms, every: 0.1ms}] | windows[0].every (0.1ms) makes more than (10000) windows",
                "windows: [{name: a, start: 2026-05-01T06:00:00Z, duration: 1h}] | windows[0].start (2026-05-01T06:00:00Z) is a date, and the trace does not say when it begins",
                "windows: [{name: a, start: 1, duration: 1, hosts: n0}] | :1: windows[0].hosts (n0) has no effect: the machine (4 processors) has no hosts",
                "windows: [{name: a, start: 1, duration: 1, hosts: n0, processors: 3}] | windows[0]: must have either hosts, or processors and queue",
                "windows: [{name: a, start: 1, duration: 1, processors: 5}] | windows[0].processors (5) is more than the machine (4 processors) has",
                "windows: [{name: a, start: 1, duration: 1, queue: 1}] | windows[0].queue (1) is not a queue with its own processors",
                "{queues: [{name: 1, processors: 2}], windows: [{name: a, start: 1, duration: 1, processors: 1}]} | windows[0].processors (1) needs a queue, since queues have their own processors",
                "{queues: [{name: 1, processors: 2}], windows: [{name: a, start: 1, duration: 1, processors: 3, queue: 1}]} | windows[0].queue (1) has (2) processors, fewer than the window's (3)",
                "windows: [{name: a, start: 1, duration: 5, day: 3}] | :1: windows[0]: key (day) is not known",
                "windows: [{name: a, start: 1, duration: 5}, {name: b, start: 3, duration: 1}] | queues.yaml:1: window (b) from 3s to 4s: another window holds what it needs",
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
                "limits: [{scope: user, gpus: 1}] | :4: queues[0].limits[0].gpus (1) has no effect",
                "processors: 2 | :4: queues[0].processors (2) needs processors that are only counted, and the machine (cluster.xml) has hosts"
            })
    void settingsWithoutEffectOnHostsAreNamedWithTheirLine(String setting, String message) throws IOException {
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
        assertThat(zero.err()).contains("--order (core=0): all weights are 0");
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
    void queuesWithoutJobsAreNoted() throws IOException {
        Terminal seen = simulate("queues:\n  - name: 1\n  - name: 7\n    max-walltime: 1h\n");

        assertThat(seen.exitCode()).isZero();
        assertThat(seen.out())
                .contains("queues.yaml:3: no job is in the queue (7)")
                .doesNotContain("queue (1)");
        assertThat(folder.resolve("out/summary.json")).content().contains("no job is in the queue (7)");
    }

    @Test
    void theOrderOfASweepMayWeighThePrioritiesOfAQueueConfig() throws IOException {
        Files.writeString(config, "queues: [{name: 2, priority: 5}]\n");
        Path experiment = Files.writeString(
                folder.resolve("experiment.yaml"),
                "{traces: few.swf, policies: easy, queue-config: queues.yaml, order: priority=1}\n");
        Path without = Files.writeString(
                folder.resolve("without.yaml"), "{traces: few.swf, policies: easy, queue-config: queues.yaml}\n");

        Terminal weighed = Terminal.run(
                "sweep", experiment.toString(), "-o", folder.resolve("one").toString());
        Terminal ignored = Terminal.run(
                "sweep", without.toString(), "-o", folder.resolve("two").toString());

        assertThat(weighed.exitCode()).isZero();
        assertThat(ignored.exitCode()).isEqualTo(2);
        assertThat(ignored.err()).contains("queues.yaml:1: queues[0].priority (5) has no effect");
    }

    @Test
    void queuesMayOwnProcessorsAndTheOthersShareTheRest() throws IOException {
        trace = Files.writeString(folder.resolve("parts.swf"), """
                ; MaxProcs: 8
                1 0 -1 10 4 -1 -1 4 10 -1 1 1 1 -1 1 -1 -1 -1
                2 1 -1 10 2 -1 -1 2 10 -1 1 1 1 -1 2 -1 -1 -1
                3 2 -1 10 1 -1 -1 1 10 -1 1 1 1 -1 1 -1 -1 -1
                4 3 -1 10 2 -1 -1 2 10 -1 1 1 1 -1 7 -1 -1 -1
                5 4 -1 10 2 -1 -1 2 10 -1 1 1 1 -1 -1 -1 -1 -1
                6 5 -1 10 5 -1 -1 5 10 -1 1 1 1 -1 2 -1 -1 -1
                """);

        Terminal seen = simulate("""
                order: {priority: 1}
                queues:
                  - {name: 1, processors: 4, max-walltime: 1h}
                  - {name: 2, priority: 5, limits: [{scope: user, cores: 2}]}
                """);

        assertThat(seen.exitCode()).isZero();
        // Queue 1 has processors 0 to 3. Jobs 2, 4 and 5 share 4 to 7; the last one asks for more than these.
        assertThat(waits()).containsExactly("1: 0", "2: 0", "3: 8", "4: 0", "5: 7", "6: -1");
        assertThat(folder.resolve("out/jobs.csv"))
                .content()
                .contains(",0-3,", ",4-5,", ",6-7,")
                .contains("REJECTED");
        assertThat(folder.resolve("out/machine_states.csv")).content().contains("3,0,0,0,0,8");
        assertThat(folder.resolve("out/jobs-wide.csv")).content().containsPattern("\n3,.*,resources,COMPLETED");
    }

    @Test
    void aJobThatNeverFitsItsPartitionIsRejectedWithTheReason() throws IOException {
        simulate("queues: [{name: 1, processors: 4}]\n");

        assertThat(waits()).containsExactly("1: 0", "2: -1", "3: 8", "4: -1");
        assertThat(folder.resolve("out/jobs-wide.csv")).content().contains("needs 4 cores, 0 in the queue's set (2)");
    }

    @Test
    void noJobRunsInAWindow() throws IOException {
        Terminal seen = simulate("""
                windows:
                  - name: maintenance
                    start: 15
                    end: 100s
                """);

        assertThat(seen.exitCode()).isZero();
        assertThat(waits()).containsExactly("1: 0", "2: 99", "3: 108", "4: 117");
        assertThat(folder.resolve("out/machine_states.csv")).content().contains("15,0,0,0,0,0\n", "100,0,0,0,0,4\n");
        assertThat(folder.resolve("out/summary.json"))
                .content()
                .contains("1 window in which no job may run: maintenance (1)");
    }

    @Test
    void windowsRepeatUntilTheLastSubmission() throws IOException {
        Files.writeString(trace, """
                ; MaxProcs: 4
                ; UnixStartTime: 1777593600
                1 0 -1 10 4 -1 -1 4 10 -1 1 1 1 -1 1 -1 -1 -1
                2 250000 -1 10 4 -1 -1 4 10 -1 1 1 1 -1 2 -1 -1 -1
                """);

        // The trace begins at 2026-05-01T00:00:00Z.
        Terminal seen = simulate("windows: [{name: nightly, start: 2026-05-01T21:26:40Z, duration: 2h, every: 1d}]\n");

        assertThat(seen.exitCode()).isZero();
        // At 77,200 s, 163,600 s and 250,000 s.
        assertThat(folder.resolve("out/summary.json")).content().contains("3 windows in which no job may run");
        assertThat(waits()).containsExactly("1: 0", "2: 7200");
    }

    @Test
    void aDateBeforeTheTraceIsNamed() throws IOException {
        Files.writeString(trace, "; UnixStartTime: 1777593600\n" + Files.readString(trace));

        Terminal seen = simulate("windows: [{name: old, start: 2025-01-01T00:00:00Z, duration: 2h}]\n");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err())
                .contains("windows[0].start (2025-01-01T00:00:00Z) is before the trace begins (2026-05-01T00:00:00Z)");
    }

    @Test
    void windowsCloseHostsAndPartitions() throws IOException {
        Terminal hosts = simulateOnHosts("windows: [{name: a, start: 15, duration: 10, hosts: 'n[0-1]'}]\n");
        List<String> onHosts = waits();
        Terminal queue = simulate("""
                queues: [{name: 1, processors: 4}]
                windows: [{name: a, start: 15, duration: 10, queue: 1}]
                """);

        assertThat(hosts.exitCode()).isZero();
        assertThat(onHosts).containsExactly("1: 0", "2: 24", "3: 33", "4: 42");
        assertThat(queue.exitCode()).isZero();
        assertThat(waits()).containsExactly("1: 0", "2: -1", "3: 23", "4: -1");
    }

    @Test
    void theExampleOfTheDocumentationRuns() throws IOException {
        String documentation = Files.readString(Path.of("../../docs/simulation.md"));
        String section = documentation.substring(documentation.indexOf("## Queue configuration"));
        String example = section.substring(section.indexOf("```yaml") + "```yaml".length());

        Terminal seen = simulate(example.substring(0, example.indexOf("```")), "--machine", "256");

        assertThat(seen.err()).isEmpty();
        assertThat(seen.exitCode()).isZero();
        assertThat(seen.out()).contains("2 windows in which no job may run: maintenance (1), course (1)");
    }

    @Test
    void aDefaultWallTimeThatIsNotUsedIsNoted() throws IOException {
        trace = Files.writeString(folder.resolve("unasked.swf"), """
                ; MaxProcs: 4
                1 0 -1 10 4 -1 -1 4 -1 -1 1 1 1 -1 1 -1 -1 -1
                """);
        String yaml = "queues: [{name: 1, default-walltime: 5s}]\n";

        Terminal ignored = simulate(yaml);
        Terminal used = simulate(yaml, "--missing-estimates", "queue");

        assertThat(ignored.out()).contains("default-walltime of the queues is not used");
        assertThat(used.out()).doesNotContain("is not used").contains("cut at the wall time");
    }

    @Test
    void theHelpSaysWhatTheOrderWeighs() {
        String help = Terminal.run("simulate", "--help").out().replaceAll("\\s+", " ");

        assertThat(help).contains("'priority' counts for each unit", "'age-second' for each", "'core' for each core");
        assertThat(help).contains("windows for maintenance and advance reservations");
    }
}

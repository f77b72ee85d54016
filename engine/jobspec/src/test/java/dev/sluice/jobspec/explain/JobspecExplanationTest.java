package dev.sluice.jobspec.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.parse.JobspecReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobspecExplanationTest {
    @Test
    void aJobspecIsExplainedInSentencesAndAsATree() {
        String jobspec = """
                version: 1
                resources:
                  - type: node
                    count: 2
                    with:
                      - type: slot
                        count: {min: 2, max: 8, operator: "*", operand: 2}
                        label: default
                        with:
                          - {type: core, count: 4}
                          - {type: gpu, count: 1}
                          - {type: memory, count: 16, unit: GB}
                  - {type: licence, count: "1,3", exclusive: true}
                tasks:
                  - {command: [app, --fast], slot: default, count: {per_slot: 1}}
                attributes:
                  system:
                    duration: 5430
                    preemptible-after: 600
                    queue: batch
                    bank: physics
                    job: {name: lattice}
                    constraints: {and: [{properties: [amd, ^old]}, {or: [{hostlist: ["n[1-9]"]}, {ranks: ["0-3"]}]}]}
                    dependencies:
                      - {scheme: afterok, value: f2Xn}
                      - {scheme: begin-time, value: 1790596800}
                      - {scheme: fluid, value: x, type: in}
                """;

        assertThat(explain(jobspec)).isEqualTo("""
                        Job lattice.
                        Asks for 2 nodes (may be shared) and 1 or 3 licences (exclusive).
                        Each node has at least 2 and at most 8 (2, 4, 8) slots (default).
                        Each slot (default) has 4 cores, 1 GPU and 16 GB of memory, for this job alone.
                        In all that is 2 nodes, 4 to 16 slots, 16 to 64 cores, 4 to 16 GPUs, 64 to 256 GB of memory and 1 to 3 licences.
                        Runs 1 task in each slot (default): app --fast
                        Runs for at most 1 h 30 min 30 s.
                        May be preempted once it has run for 10 min.
                        Goes to queue batch.
                        Is charged to bank physics.
                        Accepts only nodes that (have amd and do not have old) and (are among n[1-9] or have rank 0-3).
                        Waits until job f2Xn has succeeded.
                        Waits until 2026-09-28T12:00:00Z.
                        Waits for fluid:x?type=in.

                        resources
                        ├── node × 2
                        │   └── slot default × 2-8:2:*
                        │       ├── core × 4
                        │       ├── gpu × 1
                        │       └── memory × 16 GB
                        └── licence × 1,3 exclusive
                        """);
    }

    @Test
    void openRangesAndMissingLimitsAreNamed() {
        String jobspec = """
                version: 1
                resources: [{type: slot, count: {min: 3}, label: a, with: [{type: switch, count: 2}]}]
                tasks: [{command: [app], slot: b, count: {total: 7}}]
                attributes: {system: {preemptible-after: 0}}
                """;

        assertThat(explain(jobspec)).isEqualTo("""
                        Asks for at least 3 slots (a).
                        Each slot (a) has 2 switches, for this job alone.
                        In all that is at least 3 slots and at least 6 switches.
                        Runs 7 tasks over all slots (b): app
                        Sets no time limit: the queue's default applies.
                        May be preempted at any time.
                        But tasks[0].slot: no slot has the label (b); there are (a).

                        resources
                        └── slot a × 3+
                            └── switch × 2
                        """);
    }

    @Test
    void aSeriesShowsItsFirstValues() {
        assertThat(explain(node("count: {min: 2, max: 4000, operator: '*', operand: 3}")))
                .startsWith("Asks for at least 2 and at most 4000 (2, 6, 18, …) nodes (may be shared).");
        assertThat(explain(node("count: '1-3,5,7,9,11'"))).startsWith("Asks for one of 1-3,5,7,9,11 nodes");
        assertThat(explain(node("count: 1"))).startsWith("Asks for 1 node (may be shared).");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [{matchExpressions: [{key: zone, operator: In, values: [a]}]}] | have zone = a
            [{matchExpressions: [{key: zone, operator: In, values: [a, b]}]}] | have zone in (a, b)
            [{matchExpressions: [{key: zone, operator: NotIn, values: [a, b]}]}] | do not have zone in (a, b)
            [{matchExpressions: [{key: gpu, operator: Exists}, {key: old, operator: DoesNotExist}]}] | have gpu and do not have old
            [{matchExpressions: [{key: cpus, operator: Gt, values: [8]}]}, {matchExpressions: [{key: cpus, operator: Lt, values: [4]}]}] | have cpus > 8 or have cpus < 4
            [{matchFields: [{key: metadata.name, operator: NotIn, values: [n1]}], matchExpressions: [{key: gpu, operator: Exists}]}] | have gpu and are not named n1
            [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}, {}] | are named n1 or do not exist
            """)
    void nodeSelectorsAreExplained(String terms, String words) {
        String text = node("count: 1")
                .replace("attributes: {}", "attributes: {system: {constraints: {nodeSelectorTerms: " + terms + "}}}");

        assertThat(explain(text)).contains("Accepts only nodes that " + words + ".\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {tolerations: [{key: gpu, value: a100, effect: NoSchedule}]} | Tolerates taint gpu=a100:NoSchedule.
            {tolerations: [{key: gpu, operator: Exists}, {key: old}]} | Tolerates all taints gpu and taint old.
            {tolerations: [{operator: Exists}]} | Tolerates all taints.
            {tolerations: [{operator: Exists, effect: NoExecute}]} | Tolerates all taints NoExecute.
            {hostPorts: [{hostPort: 80}, {hostPort: 53, protocol: UDP, hostIP: 10.0.0.1}]} | Each pod takes TCP 80 and UDP 10.0.0.1:53 of its node.
            {colocation: {topologyKey: rack}} | Runs inside one rack.
            {colocation: {topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}} | Runs inside one zone if possible.
            {topologySpread: {topologyKey: zone, maxSkew: 1}} | Spreads its pods over zone with a skew of at most 1.
            {topologySpread: {topologyKey: zone, maxSkew: 2, existing: {b: 1, a: 3}}} | Spreads its pods over zone with a skew of at most 2, counting 3 in a and 1 in b.
            """)
    void directivesAreExplained(String directives, String sentence) {
        String text = node("count: 1")
                .replace("attributes: {}", "attributes: {system: {scheduling-directives: " + directives + "}}");

        assertThat(explain(text)).contains("\n" + sentence + "\n");
    }

    private static String node(String count) {
        return "version: 1\nresources: [{type: node, " + count
                + "}]\ntasks: [{command: [app], slot: a, count: {total: 1}}]\nattributes: {}\n";
    }

    private static String explain(String text) {
        return JobspecExplanation.of(JobspecReader.read(text, "job.yaml", Dialect.RFC));
    }
}

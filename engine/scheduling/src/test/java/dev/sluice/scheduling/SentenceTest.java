package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.queue.Job;
import dev.sluice.queue.QueuePriority;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.limit.ResourceAmounts;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.reason.Reason;
import dev.sluice.scheduling.reason.ReasonCode;
import dev.sluice.scheduling.reason.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The sentences shown to users, on two racks of four nodes with four cores each. In the first rack, which belongs
/// to the queue `batch`, nodes have two GPUs; the first node of each rack is down.
class SentenceTest {
    private static final SmallMachine.Node WITH_GPUS = new SmallMachine.Node(4, 2, List.of("gpu", "batch"));
    private static final SmallMachine.Node WITHOUT = new SmallMachine.Node(4, 0, List.of("slow"));
    private static final SmallMachine MACHINE = new SmallMachine(
            List.of(List.of(WITH_GPUS, WITH_GPUS, WITH_GPUS, WITH_GPUS), List.of(WITHOUT, WITHOUT, WITHOUT, WITHOUT)));
    private static final QueueRules BATCH =
            new QueueRules("batch", Optional.of(new Constraint.Properties(List.of("batch"))), List.of());

    private final Engine engine = new Engine(
            new EngineOptions(new Easy(), JobOrder.fifo(), List.of(BATCH), CycleOptions.DEFAULT),
            MACHINE.model("low"),
            true);

    /// Returns why the job is refused, or waits.
    private Reason reason(String resources, String constraint, String queue) {
        engine.handle(new Event.NodeClosed(MACHINE.path(0), ClosedReason.DOWN), 0);
        engine.handle(new Event.NodeClosed(MACHINE.path(4), ClosedReason.DOWN), 0);
        Job job = Job.of(1, jobspec(resources, constraint), 10 * Task.SECOND)
                .withQueuePriority(new QueuePriority(queue, 0));
        List<Decision> decisions =
                List.copyOf(engine.handle(new Event.JobSubmitted(job), 0).decisions());
        engine.settle(0);
        if (!decisions.isEmpty() && decisions.getFirst() instanceof Decision.Refuse refusal) {
            return refusal.reason();
        }
        Verdict verdict = engine.outlook(0).verdict(1);
        assertThat(verdict).isInstanceOf(Verdict.Waits.class);
        return ((Verdict.Waits) verdict).reason();
    }

    private static Jobspec jobspec(String resources, String constraint) {
        String text = """
                version: 9999
                resources: [%s]
                tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
                attributes: {system: {duration: 10%s}}
                """.formatted(resources, constraint.isEmpty() ? "" : ", constraints: " + constraint);
        return JobspecReader.read(text, "job.yaml", Dialect.RFC);
    }

    private static String node(int count, String inside) {
        return "{type: node, count: %d, with: [{type: slot, count: 1, label: task, with: [%s]}]}"
                .formatted(count, inside);
    }

    private static String slots(int count, String inside) {
        return "{type: slot, count: %d, label: task, with: [%s]}".formatted(count, inside);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            9 | {type: core, count: 1} |                       | default | needs 9 nodes with 1 core each, 8 there; 2 down
            8 | {type: core, count: 4} |                       | default | needs 8 nodes with 4 cores each, 8 there; 2 down
            4 | {type: core, count: 1} | {properties: [gpu]}   | default | needs 4 nodes with gpu, each with 1 core, 4 there; 1 down
            1 | {type: gpu, count: 3}  |                       | default | needs 1 node with 3 GPUs, 0 there
            4 | {type: gpu, count: 2}  |                       | default | needs 4 nodes with 2 GPUs each, 4 there; 1 down
            4 | {type: core, count: 1}, {type: gpu, count: 1} || batch   | needs 4 nodes with 1 core and 1 GPU each, 4 in the queue's set (batch); 1 down
            6 | {type: core, count: 1} |                       | batch   | needs 6 nodes with 1 core each, 4 in the queue's set (batch); 1 down
            5 | {type: core, count: 1} | {properties: [^gpu]}  | default | needs 5 nodes of those that do not have gpu, each with 1 core, 4 there; 1 down
            1 | {type: core, count: 1} | {properties: [slow]}  | batch   | needs 1 node with slow, with 1 core, 0 in the queue's set (batch)
            """)
    void nodesAreCountedWithWhatTheyMustHave(
            int count, String inside, String constraint, String queue, String sentence) {
        String given = constraint == null ? "" : constraint;

        assertThat(reason(node(count, inside), given, queue).sentence()).isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            9 | {type: core, count: 4}                         | default | needs 9 slots of 4 cores each, 32 cores there; 8 cores down
            7 | {type: core, count: 4}                         | default | needs 7 slots of 4 cores each, 32 cores there; 8 cores down
            1 | {type: core, count: 5}                         | default | needs 1 slot of 5 cores, 32 cores there; 8 cores down; but not in one place, however empty
            4 | {type: core, count: 1}, {type: gpu, count: 2}  | batch   | needs 4 slots of 1 core and 2 GPUs each, 16 cores and 8 GPUs in the queue's set (batch); 4 cores and 2 GPUs down
            """)
    void slotsAreCountedByWhatTheyConsistOf(int count, String inside, String queue, String sentence) {
        assertThat(reason(slots(count, inside), "", queue).sentence()).isEqualTo(sentence);
    }

    @Test
    void figuresAreForPrograms() {
        Reason reason = reason(node(4, "{type: core, count: 1}, {type: gpu, count: 1}"), "", "batch");

        assertThat(reason.code()).isEqualTo(ReasonCode.NODES_DOWN);
        assertThat(reason.parameters())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "node.needed", "4",
                        "node.there", "4",
                        "node.down", "1",
                        "core.each", "1",
                        "gpu.each", "1",
                        "queue", "batch"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            QUEUE   | 1  | 9 | 99 | 9 | would bring the queue tiny to 2 jobs of 1 allowed
            QUEUE   | 9  | 1 | 99 | 9 | would bring the queue tiny to 2 nodes of 1 allowed
            USER    | 9  | 9 | 5  | 9 | would bring its user in the queue tiny to 6 cores of 5 allowed
            ACCOUNT | 9  | 9 | 99 | 3 | would bring its account in the queue tiny to 4 GPUs of 3 allowed
            """)
    void sentencesNameTheLimitAndWhatItAllows(
            Limit.Scope scope, long jobs, long nodes, long cores, long gpus, String sentence) {
        Limit limit = new Limit(scope, new ResourceAmounts(jobs, nodes, cores, gpus));
        Engine limited = new Engine(
                new EngineOptions(
                        new Easy(),
                        JobOrder.fifo(),
                        List.of(new QueueRules("tiny", Optional.empty(), List.of(limit))),
                        CycleOptions.DEFAULT),
                MACHINE.model("low"),
                true);
        Jobspec jobspec = jobspec(node(1, "{type: core, count: 3}, {type: gpu, count: 2}"), "");
        for (int id = 1; id <= 2; id++) {
            Job job = Job.of(id, jobspec, 10 * Task.SECOND).withQueuePriority(new QueuePriority("tiny", 0));
            limited.handle(new Event.JobSubmitted(job), 0);
        }
        limited.settle(0);

        assertThat(limited.outlook(0).verdict(1)).isEqualTo(new Verdict.Runs(0));
        assertThat(limited.outlook(0).verdict(2)).isInstanceOfSatisfying(Verdict.Waits.class, waits -> {
            assertThat(waits.reason().sentence()).isEqualTo(sentence);
            assertThat(waits.reason().parameters())
                    .containsEntry("scope", scope.name())
                    .containsKeys("what", "amount", "max", "queue");
        });
    }

    @Test
    void partsOfARequestAreDescribedOneByOne() {
        String both = node(5, "{type: gpu, count: 1}") + ", {type: node, count: 2, exclusive: true}";

        Reason reason = reason(both, "", "default");

        assertThat(reason.code()).isEqualTo(ReasonCode.NEVER_FITS);
        assertThat(reason.sentence())
                .isEqualTo("needs 5 nodes with 1 GPU each, 4 there; 1 down; and 2 nodes, 8 there; 2 down");
        assertThat(reason.parameters()).containsEntry("node.there", "4").containsEntry("part2.node.there", "8");
    }

    @Test
    void racksAreLookedThroughToTheirNodes() {
        String racks = "{type: rack, count: 2, with: [" + node(4, "{type: core, count: 1}") + "]}";

        assertThat(reason(racks, "", "default").sentence())
                .isEqualTo("needs 8 nodes with 1 core each, 8 there; 2 down");
    }
}

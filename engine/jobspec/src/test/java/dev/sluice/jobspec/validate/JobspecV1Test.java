package dev.sluice.jobspec.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.Task;
import dev.sluice.jobspec.TaskCount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobspecV1Test {
    private static final ResourceRequest CORE = ResourceRequest.of("core", Count.exactly(2));
    private static final ResourceRequest GPU = ResourceRequest.of("gpu", Count.exactly(1));
    private static final ResourceRequest SLOT = ResourceRequest.slot("s", Count.exactly(4), CORE);

    @Test
    void theFourShapesAreAllowed() {
        assertThat(violations(SLOT)).isEmpty();
        assertThat(violations(ResourceRequest.slot("s", Count.exactly(4), CORE, GPU)))
                .isEmpty();
        assertThat(violations(ResourceRequest.of("node", Count.exactly(2), SLOT)))
                .isEmpty();
        assertThat(violations(ResourceRequest.of(
                        "node", Count.exactly(2), ResourceRequest.slot("s", Count.exactly(1), GPU, CORE))))
                .isEmpty();
    }

    @Test
    void otherShapesAreNot() {
        assertThat(violations(CORE)).containsExactly("resources[0].type: (core) is neither node nor slot");
        assertThat(violations(ResourceRequest.of("node", Count.exactly(1), CORE)))
                .containsExactly("resources[0].with[0].type: (core) below a node, where only a slot may be");
        assertThat(violations(ResourceRequest.of("node", Count.exactly(1))))
                .containsExactly("resources[0].with: (0) elements where a node has one slot");
        assertThat(violations(ResourceRequest.slot("s", Count.exactly(1), GPU, GPU)))
                .containsExactly(
                        "resources[0].with: no core in the slot",
                        "resources[0].with[1].type: (gpu) for the second time");
        assertThat(violations(
                        ResourceRequest.slot("s", Count.exactly(1), ResourceRequest.of("core", Count.exactly(1), GPU))))
                .containsExactly("resources[0].with[0].with: resources below a core");
        assertThat(violations(ResourceRequest.slot(
                        "s", Count.exactly(1), CORE, ResourceRequest.of("memory", Count.exactly(1)))))
                .containsExactly("resources[0].with[1].type: (memory) in a slot, where only core and gpu may be");
    }

    @Test
    void countsAreNumbers() {
        assertThat(violations(ResourceRequest.slot("s", Count.between(1, 4), CORE)))
                .containsExactly("resources[0].count: (1-4) is not a single number");
    }

    @Test
    void onlyNodesAreExclusiveAndNothingHasAnId() {
        ResourceRequest slot = new ResourceRequest(
                "slot",
                Count.exactly(1),
                Optional.empty(),
                Optional.of(true),
                Optional.of("s"),
                Optional.of("7"),
                List.of(CORE));

        assertThat(violations(slot))
                .containsExactly(
                        "resources[0].exclusive: only a node may have it, not a slot",
                        "resources[0].id: (7) where no id is allowed");
    }

    @Test
    void thereIsOneTaskPerSlotOrATotalBetweenNodesAndSlots() {
        ResourceRequest nodes = ResourceRequest.of("node", Count.exactly(3), SLOT);

        assertThat(violations(nodes, new TaskCount.PerSlot(2)))
                .containsExactly("tasks[0].count.per_slot: (2) is not (1)");
        assertThat(violations(nodes, new TaskCount.PerResource("core", 1)))
                .containsExactly("tasks[0].count: per_resource is not allowed");
        assertThat(violations(nodes, new TaskCount.Total(3))).isEmpty();
        assertThat(violations(nodes, new TaskCount.Total(12))).isEmpty();
        assertThat(violations(nodes, new TaskCount.Total(2)))
                .containsExactly("tasks[0].count.total: (2) is below the number of nodes (3)");
        assertThat(violations(nodes, new TaskCount.Total(13)))
                .containsExactly("tasks[0].count.total: (13) is above the number of slots (12)");
    }

    @Test
    void everyViolationIsNamed() {
        Jobspec jobspec = new Jobspec(
                9999,
                List.of(SLOT, SLOT),
                List.of(new Task(
                        List.of("app"), "other", new TaskCount.Total(1), Map.of("a", 1L), Optional.of("cyclic"))),
                Attributes.NONE);

        assertThat(JobspecV1.violations(jobspec).stream().map(Violation::toString))
                .containsExactly(
                        "version: (9999) is not (1)",
                        "resources: (2) elements where one is allowed",
                        "tasks[0].slot: no slot has the label (other)",
                        "tasks[0].attributes: not allowed",
                        "tasks[0].distribution: (cyclic) is not allowed");
    }

    private static List<String> violations(ResourceRequest root) {
        return violations(root, new TaskCount.PerSlot(1));
    }

    private static List<String> violations(ResourceRequest root, TaskCount count) {
        Task task = new Task(List.of("app"), "s", count, Map.of(), Optional.empty());
        return JobspecV1.violations(new Jobspec(1, List.of(root), List.of(task), Attributes.NONE)).stream()
                .map(Violation::toString)
                .toList();
    }
}

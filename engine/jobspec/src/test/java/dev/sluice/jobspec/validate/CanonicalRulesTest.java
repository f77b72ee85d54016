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

class CanonicalRulesTest {
    private static final ResourceRequest CORE = ResourceRequest.of("core", Count.exactly(2));
    private static final ResourceRequest A = ResourceRequest.slot("a", Count.exactly(1), CORE);
    private static final ResourceRequest B = ResourceRequest.slot("b", Count.exactly(1), CORE);
    private static final Task IN_A = Task.perSlot("a", 1, "app");

    @Test
    void aValidJobspecHasNoViolations() {
        assertThat(violations(List.of(ResourceRequest.of("node", Count.exactly(2), A, B)), IN_A))
                .isEmpty();
    }

    @Test
    void labelsAreUnique() {
        assertThat(violations(List.of(A, ResourceRequest.of("node", Count.exactly(1), A)), IN_A))
                .containsExactly("resources[1].with[0].label: (a) is the label of resources[0] already");
    }

    @Test
    void tasksNameSlotsThatExist() {
        assertThat(violations(List.of(A, B), Task.perSlot("c", 1, "app")))
                .containsExactly("tasks[0].slot: no slot has the label (c); there are (a, b)");
    }

    @Test
    void tasksPerResourceNameAResourceOfTheirSlot() {
        Task perGpu = new Task(List.of("app"), "a", new TaskCount.PerResource("gpu", 1), Map.of(), Optional.empty());

        assertThat(violations(List.of(A), perGpu))
                .containsExactly("tasks[0].count.per_resource.type: slot (a) contains no resource of type (gpu)");
    }

    @Test
    void slotsDoNotNest() {
        assertThat(violations(List.of(ResourceRequest.slot("a", Count.exactly(1), B)), IN_A))
                .containsExactly("resources[0].with[0]: slot (b) lies within slot (a), but slots do not nest");
    }

    @Test
    void resourcesInASlotAreExclusive() {
        ResourceRequest shared = ResourceRequest.of("core", Count.exactly(1)).withExclusive(false);

        assertThat(violations(List.of(ResourceRequest.slot("a", Count.exactly(1), shared)), IN_A))
                .containsExactly("resources[0].with[0].exclusive: (false) within slot (a), whose resources belong to"
                        + " the job alone");
        assertThat(violations(List.of(A, shared), IN_A)).isEmpty();
    }

    @Test
    void aJobspecNeedsResourcesAndTasks() {
        assertThat(violations(List.of()))
                .containsExactly("resources: no resource is asked for", "tasks: nothing is to be run");
    }

    private static List<String> violations(List<ResourceRequest> resources, Task... tasks) {
        return CanonicalRules.violations(new Jobspec(1, resources, List.of(tasks), Attributes.NONE)).stream()
                .map(Violation::toString)
                .toList();
    }
}

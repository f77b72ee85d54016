package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.machine.ForeignUse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A pod of another scheduler is past its grace, and jobs wait for its node and others.
class OverdueCostTest extends EngineExamples {
    private static final int NODES = 4;
    private static final int JOBS = 60;

    private void begin(String policy) {
        engine = new Engine(
                EngineOptions.plain(Policies.named(policy).orElseThrow(), CycleOptions.DEFAULT)
                        .in(WorldOptions.LIVE),
                LiveNode.emptyCluster(),
                true);
        for (int i = 0; i < NODES; i++) {
            at(0, new LiveNode("n" + i, "rack0", i, 4, 0).added());
        }
        at(0, new Event.ForeignHeld(new ForeignUse("pod", "/cluster0/rack0/n0", Map.of(VertexKind.CORE, 1L), 5 * S)));
        ResourceRequest slot =
                ResourceRequest.slot("task", Count.exactly(4), ResourceRequest.of(VertexKind.CORE, Count.exactly(1)));
        Jobspec four = new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), Attributes.NONE);
        for (int i = 0; i < JOBS; i++) {
            at(0, submit(Job.of(i, four, 1000 * S)));
        }
        at(6, new Event.TimerFired());
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "hybrid:3", "conservative"})
    void passesWriteNoRecordsWhileNothingButTimeChanges(String policy) {
        begin(policy);
        assertThat(engine.state().planned().size()).isPositive();
        int before = store.read(0).size();

        for (int second = 7; second < 20; second++) {
            at(second, new Event.TimerFired());
        }

        assertThat(store.read(0)).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "hybrid:3", "conservative"})
    void theJobThatWaitsForItStartsWhenItIsGone(String policy) {
        begin(policy);
        at(7, new Event.TimerFired());
        assertThat(state(NODES - 1)).isEqualTo(JobState.WAITING);

        at(20, new Event.ForeignGone("pod"));

        assertThat(state(NODES - 1)).isEqualTo(JobState.RUNNING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "conservative"})
    void aReservationIsMadeAnewWhenItsTimeIsOver(String policy) {
        begin(policy);

        at(1100, new Event.TimerFired());

        int head = engine.state().planned().first();
        assertThat(engine.table().plannedNanos(head)).isGreaterThan(1100 * S);
    }
}

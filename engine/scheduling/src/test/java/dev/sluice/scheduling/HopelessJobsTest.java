package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.machine.ForeignUse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs for which there is no place at any time cost a pass few searches, however many jobs run and end at different
/// times.
class HopelessJobsTest extends EngineExamples {
    private static final int NODES = 3;
    private static final int RUNNING = 90;
    private static final int SEARCHES_MAX = 20;
    private static final HostPort PORT = HostPort.tcp(9100);

    /// A pod with the port on each node, a job that waits for a reservation, and room for small jobs.
    private void begin(String policy) {
        engine = new Engine(
                EngineOptions.plain(Policies.named(policy).orElseThrow(), CycleOptions.DEFAULT)
                        .in(WorldOptions.LIVE),
                LiveNode.emptyCluster(),
                true);
        for (int i = 0; i < NODES; i++) {
            LiveNode node = new LiveNode("n" + i, "rack0", i, RUNNING / NODES + 2, 0);
            ForeignUse exporter = new ForeignUse("exporter" + i, node.path(), Map.of("memory", 1L), ForeignUse.OPEN)
                    .withHostPorts(PORT);
            at(0, node.added(), new Event.ForeignHeld(exporter));
        }
        for (int i = 0; i < RUNNING; i++) {
            at(0, submit(Job.of(i, slots(SchedulingDirectives.NONE, slot(1, 1)), (100 + i) * S)));
        }
    }

    private static ResourceRequest slot(int count, int cores) {
        return ResourceRequest.slot(
                "task", Count.exactly(count), ResourceRequest.of(VertexKind.CORE, Count.exactly(cores)));
    }

    private static Jobspec slots(SchedulingDirectives directives, ResourceRequest... slots) {
        Attributes attributes = new Attributes(Attributes.NONE.system().withDirectives(directives), Map.of());
        return new Jobspec(Jobspec.VERSION_1, List.of(slots), List.of(), attributes);
    }

    private long searches() {
        return engine.state().machine().searches();
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "hybrid:3", "conservative", "fcfs"})
    void aHostPortThatOthersHoldEverywhereCostsFewSearches(String policy) {
        begin(policy);
        Jobspec withPort = slots(SchedulingDirectives.NONE.withHostPorts(PORT), slot(1, 1));
        long before = searches();

        at(1, submit(Job.of(1000, withPort, 1000 * S)), submit(Job.of(1001, withPort, 1001 * S)));
        assertThat(searches() - before).isLessThan(SEARCHES_MAX);
        before = searches();
        at(2, submit(Job.of(1002, withPort, 1000 * S)), new Event.JobFinished(0));
        assertThat(searches() - before).as("it is known").isLessThan(2);

        at(3, new Event.ForeignGone("exporter" + (NODES - 1)));
        assertThat(state(1000)).isEqualTo(JobState.RUNNING);
        assertThat(state(1001)).as("one pod per node").isEqualTo(JobState.WAITING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "hybrid:3", "conservative", "fcfs"})
    void aReservationAheadMakesThemNoDearer(String policy) {
        begin(policy);
        at(1, submit(Job.of(999, slots(SchedulingDirectives.NONE, slot(3, 30)), 1000 * S)));
        Jobspec withPort = slots(SchedulingDirectives.NONE.withHostPorts(PORT), slot(1, 1));
        long before = searches();

        at(2, submit(Job.of(1000, withPort, 1000 * S)), submit(Job.of(1001, withPort, 1000 * S)));

        assertThat(searches() - before).isLessThan(SEARCHES_MAX);
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "hybrid:3", "conservative", "fcfs"})
    void unlikePartsWithoutAPlaceCostFewSearches(String policy) {
        begin(policy);
        for (int i = 0; i < NODES; i++) {
            Map<String, Long> oneCore = Map.of(VertexKind.CORE, 1L);
            at(
                    0,
                    new Event.ForeignHeld(
                            new ForeignUse("service" + i, "/cluster0/rack0/n" + i, oneCore, ForeignUse.OPEN)));
        }
        Jobspec unlike = slots(SchedulingDirectives.NONE, slot(1, 1), slot(1, RUNNING / NODES + 2));
        long before = searches();

        at(1, submit(Job.of(1000, unlike, 1000 * S)), submit(Job.of(1001, unlike, 1001 * S)));
        assertThat(searches() - before).isLessThan(SEARCHES_MAX);
        before = searches();
        at(2, submit(Job.of(1002, unlike, 1000 * S)));
        assertThat(searches() - before).as("nothing has become free").isLessThan(2);

        for (int i = 0; i < RUNNING; i++) {
            at(3, new Event.JobFinished(i));
        }
        at(4, new Event.ForeignGone("service1"));
        assertThat(state(1000)).isEqualTo(JobState.RUNNING);
    }
}

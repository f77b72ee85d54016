package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.scheduling.backfill.Conservative;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Reservations give way to what running jobs and windows need, and are made again: on two nodes of four cores.
class GivingWayTest extends EngineExamples {
    private static final Jobspec POD = pods(1);
    private static final NodeUse ON_ANOTHER_NODE = new NodeUse("/cluster0/rack9/gone", Map.of("core", 2L));

    private final SmallMachine machine = new SmallMachine(
            List.of(List.of(new SmallMachine.Node(4, 0, List.of()), new SmallMachine.Node(4, 0, List.of()))));

    private static Jobspec pods(int count) {
        ResourceRequest slot = ResourceRequest.slot(
                "task", Count.exactly(count), ResourceRequest.of(VertexKind.CORE, Count.exactly(2)));
        return new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), Attributes.NONE);
    }

    private static Job podGroup(long id, int pods, long wall) {
        return Job.of(id, pods(pods), wall * S).withParts(new JobParts(POD, pods, 0, 10));
    }

    /// One job runs on the whole machine and three wait, each for the whole machine.
    private void live(SchedulingPolicy policy) {
        engine = new Engine(
                EngineOptions.plain(policy, CycleOptions.DEFAULT).in(WorldOptions.LIVE), machine.model("low"), true);
        at(0, submit(podGroup(1, 4, 100)), submit(podGroup(2, 4, 100)));
        at(0, submit(podGroup(3, 4, 100)), submit(podGroup(4, 4, 100)));
    }

    private List<Long> planned(long... ids) {
        return Arrays.stream(ids)
                .map(id -> engine.table().plannedNanos(engine.table().indexOf(id)))
                .map(start -> start == JobTable.NEVER ? start : start / S)
                .boxed()
                .toList();
    }

    static Stream<Arguments> vain() {
        return Stream.of(
                Arguments.of("no room for a part", new Event.PartsWanted(1, 1)),
                Arguments.of("no parts", new Event.PartsWanted(1, 0)),
                Arguments.of("parts of a job that waits", new Event.PartsWanted(2, 1)),
                Arguments.of("a part on a node that is away", new Event.PartFound(1, ON_ANOTHER_NODE)),
                Arguments.of("a change that the graph refuses", new Event.NodeRemoved("/cluster0")),
                Arguments.of(
                        "a window larger than the machine",
                        new Event.WindowCreated("1", "visit", Fixture.nodes(3), new Span(500 * S, 600 * S))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vain")
    void reservationsAreAsBeforeWhenNothingNeedsTheirPlace(String name, Event event) {
        live(new Conservative());
        assertThat(planned(2, 3, 4)).containsExactly(100L, 200L, 300L);

        at(1, event, submit(podGroup(5, 4, 10)));

        assertThat(planned(2, 3, 4, 5)).as(name).containsExactly(100L, 200L, 300L, 400L);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vain")
    void reservationsAreMadeAgainWithoutAnotherEvent(String name, Event event) {
        live(new Conservative());
        at(1, event);
        assertThat(planned(2, 3, 4)).as(name).containsExactly(100L, 200L, 300L);

        live(new Easy());
        at(1, event);
        assertThat(planned(2)).as(name).containsExactly(100L);
    }

    @Test
    void nothingIsDroppedForAJobThatWantsNoMoreParts() {
        live(new Conservative());
        at(1, new Event.PartsWanted(1, 1));

        List<QueueRecord> records =
                List.copyOf(engine.handle(new Event.PartsWanted(1, 0), 2 * S).records());

        assertThat(records).containsExactly(new QueueRecord.PartsWanted(1, 0, 2 * S));
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }
}

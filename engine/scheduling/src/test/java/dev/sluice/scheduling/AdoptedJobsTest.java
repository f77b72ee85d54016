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
import dev.sluice.queue.StopReason;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Jobs that run although the records do not say so, on two nodes of four cores and eight units of memory.
class AdoptedJobsTest extends EngineExamples {
    private static final Jobspec POD = pods(1);

    private final SmallMachine machine = new SmallMachine(
            List.of(List.of(new SmallMachine.Node(4, 0, List.of()), new SmallMachine.Node(4, 0, List.of()))));

    AdoptedJobsTest() {
        engine = newEngine();
    }

    private Engine newEngine() {
        return new Engine(
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE),
                machine.model("low"),
                true);
    }

    private static Jobspec pods(int count) {
        ResourceRequest slot = ResourceRequest.slot(
                "task",
                Count.exactly(count),
                ResourceRequest.of(VertexKind.CORE, Count.exactly(2)),
                ResourceRequest.of("memory", Count.exactly(3)));
        return new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), Attributes.NONE);
    }

    private static Job job(long id, int pods) {
        return Job.of(id, pods(pods), 100 * S).withParts(new JobParts(POD, pods, 0, 100));
    }

    private NodeUse podOn(int node) {
        return new NodeUse(machine.path(node), Map.of("core", 2L, "memory", 3L));
    }

    private Event adopted(Job job, int attempt, Integer... nodes) {
        return new Event.JobAdopted(
                job,
                attempt,
                OptionalLong.of(0),
                List.of(nodes).stream().map(this::podOn).toList());
    }

    private long cores(long id, int node) {
        return engine.state().machineState().sharesOf(engine.table().indexOf(id)).stream()
                .filter(share -> share.path().startsWith(nodeName(node) + "/core"))
                .mapToLong(Share::amount)
                .sum();
    }

    private String nodeName(int node) {
        return machine.path(node).substring(machine.path(node).lastIndexOf('/') + 1);
    }

    private int lost(long id) {
        return engine.table().lostCount(engine.table().indexOf(id));
    }

    private int parts(long id) {
        return engine.table().parts(engine.table().indexOf(id));
    }

    @Test
    void anUnknownJobRunsWhereItsPartsAre() {
        List<Decision> decisions = at(5, adopted(job(1, 3), 1, 1, 1));

        assertThat(decisions).contains(new Decision.Adopt(1, 1));
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(cores(1, 0)).isZero();
        assertThat(cores(1, 1)).isEqualTo(4);
        assertThat(parts(1)).isEqualTo(2);
        at(6, submit(job(2, 2)));
        assertThat(cores(2, 0)).as("the other node").isEqualTo(4);
    }

    @Test
    void aWaitingJobKeepsItsAttemptAndTheNextIsHigher() {
        at(0, submit(job(1, 4)), submit(job(2, 4)));
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        at(1, new Event.JobFinished(1), adopted(job(2, 4), 3, 0, 1));

        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(lost(2)).isEqualTo(2);
        at(2, new Event.JobLost(2));
        assertThat(lost(2)).isEqualTo(3);
    }

    @Test
    void aRunningJobOfAnEarlierAttemptLeavesItsOldPlaces() {
        at(0, submit(job(1, 1)));
        assertThat(cores(1, 0)).isEqualTo(2);

        at(1, adopted(job(1, 1), 2, 1));

        assertThat(cores(1, 0)).isZero();
        assertThat(cores(1, 1)).isEqualTo(2);
        assertThat(at(2, adopted(job(1, 1), 2, 0))).as("the same attempt again").isEmpty();
        assertThat(cores(1, 1)).isEqualTo(2);
    }

    @Test
    void theWallTimeOfAJobThatRunsCountsFromItsStartAndNotFromItsAdoption() {
        at(50, adopted(job(1, 1), 1, 1));
        at(51, new Event.JobStarted(1));

        assertThat(at(99, new Event.TimerFired())).isEmpty();
        assertThat(at(100, new Event.TimerFired())).contains(new Decision.Stop(1, StopReason.WALL_TIME));
    }

    @Test
    void theWallTimeOfAnAdoptedJobThatHasNotBegunCountsFromItsStart() {
        at(50, new Event.JobAdopted(job(1, 1), 1, OptionalLong.empty(), List.of(podOn(1))));
        at(60, new Event.JobStarted(1));

        assertThat(at(159, new Event.TimerFired())).isEmpty();
        assertThat(at(160, new Event.TimerFired())).contains(new Decision.Stop(1, StopReason.WALL_TIME));
    }

    @Test
    void aJobWhosePartsAreOnNoNodeGetsPlacesAheadOfTheQueue() {
        at(0, submit(job(1, 3)));
        at(1, adopted(job(2, 1), 1), submit(job(3, 1)));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(state(3)).isEqualTo(JobState.RUNNING);

        at(2, new Event.PartsWanted(2, 1), submit(job(4, 1)), new Event.JobFinished(3));

        assertThat(parts(2)).isEqualTo(1);
        assertThat(state(4)).isEqualTo(JobState.WAITING);
    }

    @Test
    void reservationsGiveWay() {
        at(0, submit(job(1, 3)), submit(job(2, 4)));
        assertThat(engine.table().plannedNanos(engine.table().indexOf(2))).isEqualTo(100 * S);

        at(1, new Event.JobAdopted(job(3, 1), 1, OptionalLong.of(S), List.of(podOn(1))));

        assertThat(engine.table().plannedNanos(engine.table().indexOf(2))).isEqualTo(101 * S);
    }

    @Test
    void attemptsOfAWaitingJobAreCountedOn() {
        at(0, submit(job(1, 4)), submit(job(2, 4)));

        at(1, new Event.AttemptsSeen(2, 4), new Event.AttemptsSeen(2, 2));

        assertThat(lost(2)).isEqualTo(4);
    }

    @Test
    void aPartIsEnteredWhereItIsFound() {
        at(0, submit(job(1, 1)));

        List<Decision> decisions = at(1, new Event.PartFound(1, podOn(1)));

        assertThat(decisions).singleElement().isInstanceOf(Decision.Extend.class);
        assertThat(cores(1, 0)).isEqualTo(2);
        assertThat(cores(1, 1)).isEqualTo(2);
        at(2, new Event.PartEnded(1, podOn(0)));
        assertThat(cores(1, 0)).isZero();
    }

    @Test
    void replayKnowsWhatWasAdopted() {
        at(0, submit(job(1, 4)), submit(job(2, 4)), new Event.AttemptsSeen(2, 1));
        at(1, adopted(job(2, 4), 4, 0), adopted(job(3, 2), 1, 1, 1, 1), new Event.PartFound(3, podOn(0)));
        Engine live = engine;

        engine = newEngine();
        engine.replay(store.read(0));

        assertThat(engine.image()).isEqualTo(live.image());
        assertThat(lost(2)).isEqualTo(3);
        assertThat(parts(3)).isEqualTo(4);
    }
}

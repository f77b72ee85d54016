package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.backfill.Conservative;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.backfill.Fcfs;
import dev.sluice.scheduling.backfill.Hybrid;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.machine.NodeUse;
import dev.sluice.scheduling.reason.ReasonCode;
import dev.sluice.scheduling.reason.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Services hold their resources without an expected end, jobs without a wall time for a year; on nodes of two cores.
class EndlessJobsTest extends EngineExamples {

    /// In 2026, in seconds since the epoch: three hundred years later there are no nanoseconds left.
    private static final long T = 1_795_000_000L;

    static List<SchedulingPolicy> policies() {
        return List.of(new Easy(), new Conservative(), new Hybrid(3), new Fcfs());
    }

    private void live(SchedulingPolicy policy, ResourceModel machine) {
        engine = restarted(policy, machine);
    }

    private static Engine restarted(SchedulingPolicy policy, ResourceModel machine) {
        return new Engine(EngineOptions.plain(policy, CycleOptions.DEFAULT).in(WorldOptions.LIVE), machine, true);
    }

    private static Job endless(long id, int nodes) {
        return Job.of(id, Fixture.nodes(nodes), Job.WALL_NANOS_MAX);
    }

    private static Job unknown(long id, int nodes) {
        return Job.of(id, Fixture.nodes(nodes), Job.WALL_NANOS_UNKNOWN);
    }

    private static Job onNodes(long id, int nodes, long wall) {
        return Job.of(id, Fixture.nodes(nodes), wall * S);
    }

    /// The start of a job's reservation in seconds after the first event; -1 if it has none.
    private long planned(long id) {
        long start = engine.table().plannedNanos(engine.table().indexOf(id));
        return start == JobTable.NEVER ? -1 : start / S - T;
    }

    private long end(long id) {
        return engine.table().endNanos(engine.table().indexOf(id));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void endlessJobsFollowOneAnother(SchedulingPolicy policy) {
        live(policy, Fixture.nodes(1, 2));

        at(T, submit(endless(1, 1)), submit(endless(2, 1)), submit(endless(3, 1)), submit(endless(4, 1)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        assertThat(engine.outlook(T * S).verdict(4)).isInstanceOf(Verdict.Waits.class);
        at(T + 1, new Event.JobFinished(1));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(state(3)).isEqualTo(JobState.WAITING);
        at(T + 2, new Event.JobFailed(2));
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void jobsOfNearlyAHundredYearsEndTheirPlanBeforeTimeDoes(SchedulingPolicy policy) {
        live(policy, Fixture.nodes(1, 2));
        long years = Job.WALL_NANOS_MAX / S - 1;

        at(T, submit(onNodes(1, 1, years)), submit(onNodes(2, 1, years)), submit(onNodes(3, 1, years)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(engine.outlook(T * S).verdict(3)).isInstanceOf(Verdict.Waits.class);
        at(T + 1, new Event.JobFailed(1));
        at(T + 2, new Event.JobFailed(2));
        assertThat(state(3)).as("a row that is too long leaves it a prospect").isEqualTo(JobState.RUNNING);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void jobsWithoutAWallTimeDoNotOvertakeALargeOne(SchedulingPolicy policy) {
        live(policy, Fixture.nodes(3, 2));
        at(T, submit(unknown(1, 1)));

        at(T + 1, submit(unknown(2, 3)), submit(unknown(3, 1)), submit(unknown(4, 1)));
        assertThat(state(3)).isEqualTo(JobState.WAITING);
        at(T + 2, new Event.JobFinished(1));

        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void hundredsOfJobsWithoutAWallTimeFollowOneAnother(SchedulingPolicy policy) {
        live(policy, Fixture.nodes(1, 2));
        List<Event> events = new ArrayList<>();
        for (int id = 1; id <= 300; id++) {
            events.add(submit(unknown(id, 1)));
        }
        at(T, events.toArray(Event[]::new));

        for (int id = 1; id < 300; id++) {
            at(T + id, new Event.JobFinished(id));
            assertThat(state(id + 1)).isEqualTo(JobState.RUNNING);
        }
    }

    @Test
    void theReservationGoesToAJobThatFitsBesideAnEndlessOne() {
        live(new Easy(), Fixture.nodes(3, 2));
        at(T, submit(endless(1, 1)), submit(onNodes(2, 1, 50)));

        at(T + 1, submit(onNodes(3, 3, 100)), submit(onNodes(4, 2, 100)), submit(onNodes(5, 1, 1000)));

        assertThat(planned(3)).as("has no prospect").isEqualTo(-1);
        assertThat(planned(4)).isEqualTo(50);
        assertThat(state(5)).as("would delay it").isEqualTo(JobState.WAITING);
        assertThat(engine.outlook((T + 1) * S).verdict(3))
                .isInstanceOfSatisfying(
                        Verdict.Waits.class,
                        waits -> assertThat(waits.reason().code()).isEqualTo(ReasonCode.RESOURCES));
    }

    @Test
    void anEndlessJobThatEndsOrIsStoppedGivesOthersAProspect() {
        live(new Easy(), Fixture.nodes(3, 2));
        at(T, submit(endless(1, 1)), submit(endless(2, 1)), submit(onNodes(3, 1, 50)));
        at(T + 1, submit(onNodes(4, 3, 100)));
        assertThat(planned(4)).isEqualTo(-1);

        at(T + 2, new Event.JobFinished(1));
        assertThat(planned(4)).as("the other one goes on").isEqualTo(-1);
        at(T + 3, new Event.JobCancelled(2));

        assertThat(planned(4)).isEqualTo(50);
    }

    @Test
    void anEndlessJobThatLosesItsPlaceGivesOthersAProspect() {
        live(new Easy(), Fixture.nodes(2, 2));
        at(T, submit(endless(1, 1)), submit(onNodes(2, 1, 50)));
        at(T + 1, submit(onNodes(3, 2, 100)));
        assertThat(planned(3)).isEqualTo(-1);

        at(T + 2, new Event.JobLost(1, List.of(), List.of()));

        assertThat(planned(3)).isEqualTo(50);
    }

    @Test
    void aPartThatAnEndlessJobGivesBackGivesOthersAProspect() {
        live(new Easy(), Fixture.nodes(2, 2));
        Jobspec pod = Fixture.nodes(1);
        at(T, submit(Job.of(1, Fixture.nodes(2), Job.WALL_NANOS_MAX).withParts(JobParts.fixed(pod, 2))));
        at(T + 1, submit(onNodes(2, 1, 50)), submit(onNodes(3, 1, 50)));
        assertThat(state(2)).isEqualTo(JobState.WAITING);

        at(T + 2, new Event.PartEnded(1, new NodeUse("/cluster0/node1", Map.of("core", 2L))));

        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(planned(3)).isEqualTo(52);
    }

    @Test
    void jobsBehindAReservationWithoutEndGetAPlaceWhenItIsGone() {
        live(new Conservative(), Fixture.nodes(1, 2));

        at(T, submit(onNodes(1, 1, 50)), submit(endless(2, 1)), submit(onNodes(3, 1, 100)));
        assertThat(planned(2)).isEqualTo(50);
        assertThat(planned(3)).as("there is no time after the reservation").isEqualTo(-1);
        at(T + 1, new Event.JobCancelled(2));

        assertThat(planned(3)).isEqualTo(50);
    }

    @Test
    void aLateConfirmationLeavesTheEndOpen() {
        live(new Easy(), Fixture.nodes(1, 2));
        at(T, submit(endless(1, 1)));
        long before = end(1);

        List<Decision> decisions = at(T + 10, new Event.JobStarted(1));

        assertThat(end(1)).isEqualTo(before).isEqualTo(Long.MAX_VALUE);
        assertThat(decisions).isEmpty();
        assertThat(engine.nextWakeNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aJobWithoutAWallTimeIsNotStoppedWhenItRunsForLongerThanAYear() {
        live(new Easy(), Fixture.nodes(1, 2));
        at(T, submit(unknown(1, 1)));
        at(T, new Event.JobStarted(1));
        long afterAYear = T + (end(1) - T * S) / S;

        assertThat(at(afterAYear, new Event.TimerFired())).noneMatch(Decision.Stop.class::isInstance);
        at(afterAYear + 1, submit(onNodes(2, 1, 100)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(planned(2)).as("behind it").isEqualTo(end(1) / S - T);
    }

    @Test
    void aServiceIsNotPredictedToEndByItsUsersJobs() {
        engine = new Engine(
                EngineOptions.plain(Policies.named("easy++").orElseThrow(), CycleOptions.DEFAULT)
                        .in(WorldOptions.LIVE),
                Fixture.nodes(1, 2),
                true);
        for (int job = 1; job <= 2; job++) {
            at(T + 10L * job, submit(onNodes(job, 1, 100)));
            at(T + 10L * job + 5, new Event.JobFinished(job));
        }

        at(T + 100, submit(endless(3, 1)));

        assertThat(end(3)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anAdoptedJobWithoutAWallTimeIsEndlessToo() {
        live(new Easy(), Fixture.nodes(1, 2));
        NodeUse where = new NodeUse("/cluster0/node0", Map.of("core", 2L));

        at(T, new Event.JobAdopted(endless(1, 1), 1, OptionalLong.of((T - 100) * S), List.of(where)));

        assertThat(end(1)).isEqualTo(Long.MAX_VALUE);
        at(T + 1, submit(onNodes(2, 1, 100)));
        assertThat(planned(2)).isEqualTo(-1);
    }

    @Test
    void aRestartedSchedulerKeepsEndlessJobsAndReservations() {
        live(new Conservative(), Fixture.nodes(2, 2));
        at(T, submit(endless(1, 1)), submit(onNodes(2, 1, 50)), submit(endless(3, 1)), submit(onNodes(4, 1, 100)));
        assertThat(planned(3)).isEqualTo(50);

        Engine replayed = restarted(new Conservative(), Fixture.nodes(2, 2));
        replayed.replay(store.read(0));
        Engine restored = restarted(new Conservative(), Fixture.nodes(2, 2));
        restored.replay(engine.snapshot(T * S));

        assertThat(replayed.image()).isEqualTo(engine.image());
        assertThat(restored.image()).isEqualTo(engine.image());
    }
}

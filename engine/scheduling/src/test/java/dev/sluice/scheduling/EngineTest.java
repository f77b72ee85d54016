package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.limit.QueueWallTimes;
import dev.sluice.scheduling.limit.ResourceAmounts;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.order.WeightedOrder;
import dev.sluice.scheduling.reason.Reason;
import dev.sluice.scheduling.reason.ReasonCode;
import dev.sluice.scheduling.reason.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// The life of jobs: submission, waiting, running, end.
class EngineTest extends EngineExamples {
    @Test
    void jobsThatFitStartAndTheFirstThatDoesNotGetsAReservation() {
        List<Decision> decisions = at(0, submit(job(1, 6, 100)), submit(job(2, 6, 50)));

        assertThat(decisions).singleElement().isInstanceOfSatisfying(Decision.Start.class, start -> {
            assertThat(start.job()).isEqualTo(1);
            assertThat(start.endNanos()).isEqualTo(100 * S);
        });
        assertThat(engine.outlook(0).verdict(2)).isEqualTo(new Verdict.Planned(100 * S, true, List.of(1L), List.of()));
        assertThat(engine.outlook(0).verdict(1)).isEqualTo(new Verdict.Runs(0));
        assertThat(engine.outlook(0).verdict(9)).isEqualTo(new Verdict.Unknown());
    }

    @Test
    void jobsBehindTheReservationAreToldTheirEstimatedStart() {
        at(0, submit(job(1, 6, 100)), submit(job(2, 6, 50)), submit(job(3, 6, 10)));

        assertThat(engine.outlook(0).verdict(3)).isEqualTo(new Verdict.Planned(150 * S, false, List.of(2L), List.of()));
    }

    @Test
    void aJobThatCanNeverRunIsRefusedAtSubmission() {
        List<Decision> decisions = at(0, submit(job(1, 11, 100)));

        assertThat(decisions).singleElement().isInstanceOfSatisfying(Decision.Refuse.class, refusal -> {
            assertThat(refusal.reason().code()).isEqualTo(ReasonCode.NEVER_FITS);
            assertThat(refusal.reason().parameters())
                    .containsEntry("core.needed", "11")
                    .containsEntry("core.there", "10");
            assertThat(refusal.reason().sentence()).isEqualTo("needs 11 cores, 10 there");
        });
        assertThat(state(1)).isEqualTo(JobState.REFUSED);
    }

    @Test
    void aHeldJobLetsOthersPassUntilItIsReleased() {
        at(0, submit(job(1, 10, 100)), submit(job(2, 10, 100)), submit(job(3, 10, 100)));
        at(1, new Event.JobHeld(2));
        at(50, new Event.JobFinished(1));

        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(engine.outlook(50 * S).verdict(2))
                .isInstanceOfSatisfying(
                        Verdict.Waits.class,
                        waits -> assertThat(waits.reason().code()).isEqualTo(ReasonCode.HELD));

        at(60, new Event.JobReleased(2));
        at(70, new Event.JobFinished(3));

        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aCancelledJobFreesItsResources() {
        at(0, submit(job(1, 10, 100)), submit(job(2, 10, 100)));

        List<Decision> decisions = at(5, new Event.JobCancelled(1));

        assertThat(decisions).anyMatch(decision -> decision instanceof Decision.Stop);
        assertThat(state(1)).isEqualTo(JobState.CANCELLED);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void eventsAboutUnknownOrEndedJobsAreIgnored() {
        at(0, submit(job(1, 1, 100)));
        at(5, new Event.JobFinished(1));
        long records = store.durable();

        List<Decision> decisions = at(
                6,
                new Event.JobFinished(1),
                new Event.JobOverran(1),
                new Event.JobCancelled(77),
                new Event.JobHeld(77),
                submit(job(1, 1, 100)));

        assertThat(decisions).isEmpty();
        assertThat(store.durable()).isEqualTo(records);
    }

    @Test
    void jobsWaitForTheirConditions() {
        at(
                0,
                submit(job(1, 1, 100)),
                submit(job(2, 1, 100).waitingFor(new Condition.After(1))),
                submit(job(3, 1, 100).waitingFor(new Condition.AfterOk(1))),
                submit(job(4, 1, 100).waitingFor(new Condition.AfterNotOk(1))),
                submit(job(5, 1, 100).waitingFor(new Condition.AfterAny(4))),
                submit(job(6, 1, 100).waitingFor(new Condition.BeginTime(20 * S))));

        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(state(3)).isEqualTo(JobState.WAITING);
        assertThat(engine.outlook(0).verdict(3))
                .isInstanceOfSatisfying(
                        Verdict.Waits.class,
                        waits -> assertThat(waits.reason().sentence()).isEqualTo("waits for job 1 to end well"));

        at(10, new Event.JobFinished(1));

        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(state(4)).as("can no longer come to pass").isEqualTo(JobState.CANCELLED);
        assertThat(state(5)).isEqualTo(JobState.RUNNING);
        assertThat(state(6)).isEqualTo(JobState.WAITING);

        at(20, new Event.TimerFired());

        assertThat(state(6)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void singletonJobsOfOneNameRunOneAtATime() {
        Job first = nightly(1, "ann");
        Job second = nightly(2, "ann");
        Job another = nightly(3, "bob");

        at(0, submit(first), submit(second), submit(another));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        assertThat(state(3)).as("another user's").isEqualTo(JobState.RUNNING);

        at(5, new Event.JobFinished(1));

        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void priorityGoesBeforeAge() {
        engine = engine(Fixture.pool(10), List.of(), new WeightedOrder(1000, 1, 0), CycleOptions.DEFAULT);
        at(0, submit(job(1, 10, 100)));
        at(1, submit(job(2, 10, 100)));
        at(2, submit(job(3, 10, 100).withQueuePriority(new QueuePriority("default", 5))));

        at(10, new Event.JobFinished(1));

        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(JobState.WAITING);
    }

    @Test
    void aLimitHoldsBackOnlyJobsInItsScope() {
        Limit limit = new Limit(Limit.Scope.USER, new ResourceAmounts(1, Long.MAX_VALUE, 4, Long.MAX_VALUE));
        QueueRules rules = new QueueRules("default", Optional.empty(), List.of(limit));
        engine = engine(Fixture.pool(10), List.of(rules), JobOrder.fifo(), CycleOptions.DEFAULT);
        Owner ada = new Owner("ada", "");
        Owner bob = new Owner("bob", "");

        List<Decision> decisions = at(
                0,
                submit(job(1, 2, 100).ownedBy(ada)),
                submit(job(2, 2, 100).ownedBy(ada)),
                submit(job(3, 2, 100).ownedBy(bob)),
                submit(job(4, 5, 100).ownedBy(bob)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(state(4)).as("asks for more than ever allowed").isEqualTo(JobState.REFUSED);
        assertThat(decisions).anyMatch(decision -> decision instanceof Decision.Refuse);
        assertThat(engine.outlook(0).verdict(2))
                .isInstanceOfSatisfying(
                        Verdict.Waits.class,
                        waits -> assertThat(waits.reason().sentence()).contains("2 jobs of 1"));

        at(10, new Event.JobFinished(1));

        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void limitsOfOneScopeCountAJobOnce() {
        List<Limit> limits = List.of(
                new Limit(Limit.Scope.USER, new ResourceAmounts(2, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE)),
                new Limit(Limit.Scope.USER, new ResourceAmounts(Long.MAX_VALUE, Long.MAX_VALUE, 9, Long.MAX_VALUE)));
        QueueRules rules = new QueueRules("default", Optional.empty(), limits);
        engine = engine(Fixture.pool(10), List.of(rules), JobOrder.fifo(), CycleOptions.DEFAULT);

        at(0, submit(job(1, 2, 100)), submit(job(2, 2, 100)), submit(job(3, 2, 100)));

        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(state(3)).isEqualTo(JobState.WAITING);
    }

    @Test
    void aJobAboveTheWallTimeOfItsQueueIsRefused() {
        QueueWallTimes hour = new QueueWallTimes(OptionalLong.of(3600 * Task.SECOND), OptionalLong.empty());
        QueueRules rules = new QueueRules("short", Optional.empty(), List.of(), hour, 0);
        engine = engine(Fixture.pool(10), List.of(rules), JobOrder.fifo(), CycleOptions.DEFAULT);
        QueuePriority inShort = new QueuePriority("short", 0);

        List<Decision> decisions = at(
                0,
                submit(job(1, 2, 3600).withQueuePriority(inShort)),
                submit(job(2, 2, 5400).withQueuePriority(inShort)),
                submit(job(3, 2, 5400)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(JobState.REFUSED);
        assertThat(state(3)).as("in another queue").isEqualTo(JobState.RUNNING);
        assertThat(decisions)
                .filteredOn(decision -> decision instanceof Decision.Refuse)
                .singleElement()
                .isEqualTo(new Decision.Refuse(
                        2,
                        new Reason(
                                ReasonCode.ABOVE_LIMIT,
                                Map.of("queue", "short", "what", "wall seconds", "amount", "5400.0", "max", "3600.0"),
                                "asks for a wall time of 90m; the queue short allows 1h at most")));
    }

    @Test
    void aWaitingJobChangedToALongerWallTimeThanAllowedIsRefused() {
        QueueWallTimes hour = new QueueWallTimes(OptionalLong.of(3600 * Task.SECOND), OptionalLong.empty());
        QueueRules rules = new QueueRules("default", Optional.empty(), List.of(), hour, 0);
        engine = engine(Fixture.pool(10), List.of(rules), JobOrder.fifo(), CycleOptions.DEFAULT);
        at(0, submit(job(1, 10, 100)), submit(job(2, 10, 100)));

        at(1, new Event.JobChanged(job(2, 10, 7200)));

        assertThat(state(2)).isEqualTo(JobState.REFUSED);
    }

    @Test
    void atTheWallTimeAJobIsKilledOrExtended() {
        at(0, submit(job(1, 10, 100)));
        assertThat(at(100, new Event.JobOverran(1))).containsExactly(new Decision.Stop(1, StopReason.WALL_TIME));
        assertThat(state(1)).isEqualTo(JobState.TIMED_OUT);

        CycleOptions usual = CycleOptions.DEFAULT;
        engine = engine(
                Fixture.pool(10),
                List.of(),
                JobOrder.fifo(),
                new CycleOptions(
                        usual.order(), usual.passes(), false, usual.overdue(), new OverrunPolicy.Grace(30 * S)));
        at(0, submit(job(1, 10, 100)));
        assertThat(at(100, new Event.JobOverran(1))).containsExactly(new Decision.ExpectEnd(1, 130 * S));
        assertThat(at(130, new Event.JobOverran(1))).hasOnlyElementsOfType(Decision.Stop.class);

        engine = engine(
                Fixture.pool(10),
                List.of(),
                JobOrder.fifo(),
                new CycleOptions(
                        usual.order(),
                        usual.passes(),
                        false,
                        usual.overdue(),
                        new OverrunPolicy.ExtendWhileNoneWaits(60 * S)));
        at(0, submit(job(1, 10, 100)));
        assertThat(at(100, new Event.JobOverran(1))).containsExactly(new Decision.ExpectEnd(1, 160 * S));
        at(110, submit(job(2, 10, 100)));
        assertThat(at(160, new Event.JobOverran(1))).hasAtLeastOneElementOfType(Decision.Stop.class);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void holdingsReportedTwiceCountOnce() {
        at(0, foreign("1", 8, 1000 * S));
        at(1, foreign("1", 8, 1000 * S));
        at(2, new Event.WindowCreated("2", "visit", Fixture.cores(2), new Span(50 * S, 60 * S)));
        at(3, new Event.WindowCreated("2", "visit", Fixture.cores(2), new Span(50 * S, 60 * S)));

        at(4, submit(job(1, 2, 46)));
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        at(5, new Event.ForeignGone("1"), submit(job(2, 8, 100)));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }
}

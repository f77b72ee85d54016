package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.Owner;
import dev.sluice.queue.Standing;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.backfill.EasyPlusPlus;
import dev.sluice.scheduling.limit.Amounts;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.order.WeightedOrder;
import dev.sluice.scheduling.reason.ReasonCode;
import dev.sluice.scheduling.reason.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The engine by example, on ten cores or four nodes; times in seconds.
class EngineTest {
    private static final long S = Task.SECOND;

    private final InMemoryQueueStore store = new InMemoryQueueStore();
    private Engine engine = engine(Fixture.pool(10), List.of(), JobOrder.fifo(), CycleOptions.DEFAULT);

    private Engine engine(ResourceModel machine, List<QueueRules> queues, JobOrder order, CycleOptions cycle) {
        return new Engine(new EngineOptions(new Easy(), order, queues, cycle), machine, store);
    }

    private List<Decision> at(long second, Event... events) {
        List<Decision> decisions = new ArrayList<>();
        for (Event event : events) {
            decisions.addAll(engine.handle(event, second * S).decisions());
        }
        decisions.addAll(engine.settle(second * S).decisions());
        return decisions;
    }

    private static Event submit(Job job) {
        return new Event.JobSubmitted(job);
    }

    private static Job job(long id, int cores, int wall) {
        return Job.of(id, Fixture.cores(cores), wall * S);
    }

    private JobState state(long id) {
        return engine.table().state(engine.table().indexOf(id));
    }

    @Test
    void whoFitsStartsAndWhoDoesNotIsPlanned() {
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
    void whoeverIsBehindTheReservedOneIsToldWhenTheyWouldStart() {
        at(0, submit(job(1, 6, 100)), submit(job(2, 6, 50)), submit(job(3, 6, 10)));

        assertThat(engine.outlook(0).verdict(3)).isEqualTo(new Verdict.Planned(150 * S, false, List.of(2L), List.of()));
    }

    @Test
    void aJobThatCanNeverRunIsToldSoAtSubmission() {
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
    void aCancelledJobGivesBackWhatItHas() {
        at(0, submit(job(1, 10, 100)), submit(job(2, 10, 100)));

        List<Decision> decisions = at(5, new Event.JobCancelled(1));

        assertThat(decisions).anyMatch(decision -> decision instanceof Decision.Stop);
        assertThat(state(1)).isEqualTo(JobState.CANCELLED);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void newsOfJobsThatAreOverOrUnknownIsWithoutConsequence() {
        at(0, submit(job(1, 1, 100)));
        at(5, new Event.JobFinished(1));
        long records = store.size();

        List<Decision> decisions = at(
                6,
                new Event.JobFinished(1),
                new Event.JobOverran(1),
                new Event.JobCancelled(77),
                new Event.JobHeld(77),
                submit(job(1, 1, 100)));

        assertThat(decisions).isEmpty();
        assertThat(store.size()).isEqualTo(records);
    }

    @Test
    void conditionsAreWaitedFor() {
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
    void ofJobsOfOneNameOnlyOneRunsAtATime() {
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

    private static Job nightly(long id, String user) {
        String text = """
                version: 1
                resources: [{type: slot, count: 1, label: task, with: [{type: core, count: 2}]}]
                tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
                attributes:
                  system: {duration: 10, job: {name: nightly}, dependencies: [{scheme: singleton, value: nightly}]}
                """;
        return Job.of(id, JobspecReader.read(text, "nightly.yaml", Dialect.RFC), 10 * S)
                .ownedBy(new Owner(user, ""));
    }

    @Test
    void priorityGoesBeforeAge() {
        engine = engine(Fixture.pool(10), List.of(), new WeightedOrder(1000, 1, 0), CycleOptions.DEFAULT);
        at(0, submit(job(1, 10, 100)));
        at(1, submit(job(2, 10, 100)));
        at(2, submit(job(3, 10, 100).standingAt(new Standing("default", 5))));

        at(10, new Event.JobFinished(1));

        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(JobState.WAITING);
    }

    @Test
    void aLimitHoldsBackOnlyThoseItIsFor() {
        Limit limit = new Limit(Limit.Scope.USER, new Amounts(1, Long.MAX_VALUE, 4, Long.MAX_VALUE));
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
    void aQueuesJobsStayInItsNodeSet() {
        QueueRules fast = new QueueRules("fast", Optional.of(new Constraint.Properties(List.of("fast"))), List.of());
        engine = engine(Fixture.nodes(4, 2), List.of(fast), JobOrder.fifo(), CycleOptions.DEFAULT);
        Standing inFast = new Standing("fast", 0);

        at(
                0,
                submit(Job.of(1, Fixture.nodes(2), 100 * S).standingAt(inFast)),
                submit(Job.of(2, Fixture.nodes(1), 100 * S).standingAt(inFast)),
                submit(Job.of(3, Fixture.nodes(3), 100 * S).standingAt(inFast)),
                submit(Job.of(4, Fixture.nodes(1), 100 * S)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        assertThat(state(3)).as("the set has two nodes").isEqualTo(JobState.REFUSED);
        assertThat(state(4)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void nobodyStartsWhoWouldRunIntoMaintenance() {
        Jobspec all = Fixture.cores(10);
        at(0, new Event.WindowCreated(1, "maintenance", all, new Span(100 * S, 200 * S)));

        at(10, submit(job(1, 1, 91)), submit(job(2, 1, 90)));

        assertThat(state(1)).isEqualTo(JobState.WAITING);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(engine.outlook(10 * S).verdict(1))
                .isEqualTo(new Verdict.Planned(200 * S, true, List.of(), List.of("maintenance")));

        at(100, new Event.JobFinished(2));
        at(200, new Event.TimerFired());

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aWindowThatIsDeletedIsInNobodysWay() {
        at(0, new Event.WindowCreated(1, "maintenance", Fixture.cores(10), new Span(100 * S, 200 * S)));
        at(10, submit(job(1, 1, 500)));

        at(20, new Event.WindowDeleted(1));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void foreignWorkTakesItsPartAndGivesItBack() {
        at(0, new Event.ForeignAppeared(1, Fixture.cores(8), 1000 * S));
        at(1, submit(job(1, 4, 10)));
        assertThat(state(1)).isEqualTo(JobState.WAITING);

        at(2, new Event.ForeignChanged(1, Fixture.cores(6), 1000 * S));
        assertThat(state(1)).isEqualTo(JobState.RUNNING);

        at(3, submit(job(2, 4, 10)));
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        at(4, new Event.ForeignGone(1));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whoWaitsForItsNodeSetIsToldHowManyOfItAreDown() {
        QueueRules fast = new QueueRules("fast", Optional.of(new Constraint.Properties(List.of("fast"))), List.of());
        engine = engine(Fixture.nodes(4, 2), List.of(fast), JobOrder.fifo(), CycleOptions.DEFAULT);
        at(0, new Event.NodeDown("/cluster0/node0"));
        at(1, submit(Job.of(1, Fixture.nodes(2), 10 * S).standingAt(new Standing("fast", 0))));

        assertThat(engine.outlook(S).verdict(1))
                .isInstanceOfSatisfying(
                        Verdict.Waits.class,
                        waits -> assertThat(waits.reason().sentence())
                                .isEqualTo("needs 2 nodes, 2 in the queue's set (fast); 1 down"));
    }

    @Test
    void nodesThatAreDownTakeNoWork() {
        engine = engine(Fixture.nodes(2, 2), List.of(), JobOrder.fifo(), CycleOptions.DEFAULT);
        at(0, new Event.NodeDown("/cluster0/node0"), new Event.NodeDrained("/cluster0/node1"));
        at(1, submit(Job.of(1, Fixture.nodes(1), 10 * S)));

        assertThat(state(1)).isEqualTo(JobState.WAITING);
        assertThat(engine.outlook(S).verdict(1)).isInstanceOfSatisfying(Verdict.Waits.class, waits -> {
            assertThat(waits.reason().code()).isEqualTo(ReasonCode.NODES_DOWN);
            assertThat(waits.reason().sentence()).isEqualTo("needs 1 node, 2 there; 2 down");
        });

        at(2, new Event.NodeUp("/cluster0/node1"));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(at(3, new Event.NodeUp("/nowhere"))).hasOnlyElementsOfType(Decision.Report.class);
    }

    @Test
    void aMachineGrowsShrinksAndLosesNodes() {
        engine = engine(Fixture.nodes(2, 2), List.of(), JobOrder.fifo(), CycleOptions.DEFAULT);
        at(0, submit(Job.of(1, Fixture.nodes(3), 10 * S)));
        assertThat(state(1)).isEqualTo(JobState.REFUSED);

        at(1, new Event.NodeAdded(Fixture.nodes(3, 2).graph()));
        at(2, submit(Job.of(2, Fixture.nodes(3), 10 * S)));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);

        at(3, new Event.JobFinished(2), new Event.NodeRemoved("/cluster0/node1"));
        at(4, submit(Job.of(3, Fixture.nodes(2), 10 * S)), submit(Job.of(4, Fixture.nodes(3), 10 * S)));
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(state(4)).isEqualTo(JobState.REFUSED);

        assertThat(at(5, new Event.NodeRemoved("/cluster0/node1"))).hasOnlyElementsOfType(Decision.Report.class);
        assertThat(at(5, new Event.NodeRemoved("/cluster0"))).hasOnlyElementsOfType(Decision.Report.class);

        Engine live = engine;
        engine = engine(Fixture.nodes(2, 2), List.of(), JobOrder.fifo(), CycleOptions.DEFAULT);
        engine.replay(store);
        assertThat(engine.image()).isEqualTo(live.image());
    }

    @Test
    void aPoolIsResizedButNotBelowWhatIsHeld() {
        at(0, submit(job(1, 6, 100)), submit(job(2, 6, 100)));

        List<Decision> refused = at(1, new Event.NodeResized("/cluster0/core0", 5));
        assertThat(refused).hasOnlyElementsOfType(Decision.Report.class);
        assertThat(state(2)).isEqualTo(JobState.WAITING);

        at(2, new Event.NodeResized("/cluster0/core0", 12));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void atTheWallTimeAJobIsKilledOrExtended() {
        at(0, submit(job(1, 10, 100)));
        assertThat(at(100, new Event.JobOverran(1))).containsExactly(new Decision.Stop(1, Decision.Stop.Why.WALL_TIME));
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
                        new OverrunPolicy.ExtendWhileNobodyWaits(60 * S)));
        at(0, submit(job(1, 10, 100)));
        assertThat(at(100, new Event.JobOverran(1))).containsExactly(new Decision.ExpectEnd(1, 160 * S));
        at(110, submit(job(2, 10, 100)));
        assertThat(at(160, new Event.JobOverran(1))).hasAtLeastOneElementOfType(Decision.Stop.class);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aChangedJobIsLookedAtAnew() {
        at(0, submit(job(1, 6, 100)), submit(job(2, 10, 50)), submit(job(3, 4, 500)));
        assertThat(state(3)).isEqualTo(JobState.WAITING);

        at(1, new Event.JobChanged(job(3, 4, 90)));

        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aChangedJobWaitsForItsNewConditions() {
        at(0, submit(job(1, 1, 100)), submit(job(2, 10, 100)), submit(job(3, 10, 100)));
        at(1, new Event.JobChanged(job(2, 1, 100).waitingFor(new Condition.AfterOk(1))));
        at(1, new Event.JobChanged(job(3, 1, 100).waitingFor(new Condition.BeginTime(30 * S))));
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        assertThat(state(3)).isEqualTo(JobState.WAITING);

        at(10, new Event.JobFinished(1));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);

        at(30, new Event.TimerFired());
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aChangedBeginTimeTakesTheOldOnesPlace() {
        Job waiting = job(1, 1, 100).waitingFor(new Condition.BeginTime(20 * S));
        at(0, submit(waiting));

        assertThat(at(1, new Event.JobChanged(waiting.waitingFor(new Condition.BeginTime(40 * S)))))
                .contains(new Decision.WakeAt(40 * S));
        at(20, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.WAITING);

        at(40, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void ofSeveralBeginTimesTheLatestCounts() {
        at(0, submit(job(1, 1, 100).waitingFor(new Condition.BeginTime(30 * S), new Condition.BeginTime(20 * S))));

        at(20, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.WAITING);

        at(30, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobThatIsChangedIntoOneThatCanNeverRunIsRefused() {
        at(0, submit(job(1, 10, 100)), submit(job(2, 10, 100)), submit(job(3, 10, 100)));

        List<Decision> decisions = at(
                1,
                new Event.JobChanged(job(2, 11, 100)),
                new Event.JobChanged(job(3, 1, 100).waitingFor(new Condition.AfterOk(77))));

        assertThat(decisions).hasOnlyElementsOfType(Decision.Refuse.class).hasSize(2);
        assertThat(state(2)).isEqualTo(JobState.REFUSED);
        assertThat(state(3)).isEqualTo(JobState.REFUSED);
    }

    @Test
    void aJobThatChangesItsNameLetsTheNextOfTheOldNameGo() {
        at(0, submit(job(9, 9, 100)), submit(nightly(1, "ann")), submit(nightly(2, "ann")));
        at(1, new Event.JobChanged(nightly(1, "bob")));

        at(2, new Event.JobFinished(9));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whatIsReportedTwiceIsHeldOnce() {
        at(0, new Event.ForeignAppeared(1, Fixture.cores(8), 1000 * S));
        at(1, new Event.ForeignAppeared(1, Fixture.cores(8), 1000 * S));
        at(2, new Event.WindowCreated(2, "visit", Fixture.cores(2), new Span(50 * S, 60 * S)));
        at(3, new Event.WindowCreated(2, "visit", Fixture.cores(2), new Span(50 * S, 60 * S)));

        at(4, submit(job(1, 2, 46)));
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        at(5, new Event.ForeignGone(1), submit(job(2, 8, 100)));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobWhoseNodeIsRemovedRunsOnUntilItIsSaidToBeOver() {
        CycleOptions usual = CycleOptions.DEFAULT;
        OverrunPolicy grace = new OverrunPolicy.Grace(30 * S);
        engine = engine(
                Fixture.nodes(2, 2),
                List.of(),
                JobOrder.fifo(),
                new CycleOptions(usual.order(), usual.passes(), false, usual.overdue(), grace));
        at(0, submit(Job.of(1, Fixture.nodes(1), 10 * S)));
        at(1, new Event.NodeRemoved("/cluster0/node0"));

        assertThat(at(10, new Event.JobOverran(1))).containsExactly(new Decision.ExpectEnd(1, 40 * S));
        at(11, new Event.JobFailed(1));

        assertThat(state(1)).isEqualTo(JobState.FAILED);
    }

    @Test
    void nobodyIsExtendedIntoMaintenance() {
        CycleOptions usual = CycleOptions.DEFAULT;
        for (OverrunPolicy policy :
                List.of(new OverrunPolicy.Grace(60 * S), new OverrunPolicy.ExtendWhileNobodyWaits(60 * S))) {
            engine = engine(
                    Fixture.nodes(2, 2),
                    List.of(),
                    JobOrder.fifo(),
                    new CycleOptions(usual.order(), usual.passes(), false, usual.overdue(), policy));
            at(0, submit(Job.of(1, Fixture.nodes(1), 100 * S)), submit(Job.of(2, Fixture.nodes(1), 100 * S)));
            at(1, new Event.JobFinished(1));
            at(2, new Event.WindowCreated(1, "maintenance", Fixture.nodes(1), new Span(130 * S, 200 * S)));
            at(3, submit(Job.of(3, Fixture.nodes(1), 100 * S)));

            assertThat(at(100, new Event.JobOverran(2)))
                    .as("on another node, with %s", policy)
                    .containsExactly(new Decision.ExpectEnd(2, 160 * S));
            assertThat(at(103, new Event.JobOverran(3)))
                    .as("on the window's node, with %s", policy)
                    .containsExactly(new Decision.ExpectEnd(3, 130 * S));
            assertThat(at(130, new Event.JobOverran(3)))
                    .containsExactly(new Decision.Stop(3, Decision.Stop.Why.WALL_TIME));
        }
    }

    @Test
    void aPredictionLetsNobodyStartWhoMayRunIntoMaintenance() {
        engine = new Engine(EngineOptions.plain(new EasyPlusPlus(), CycleOptions.DEFAULT), Fixture.pool(10), store);
        at(0, submit(job(1, 1, 100)), submit(job(2, 1, 100)));
        at(5, new Event.JobFinished(1), new Event.JobFinished(2));
        at(10, submit(job(3, 1, 100)));
        assertThat(engine.table().endNanos(engine.table().indexOf(3)))
                .as("predicted")
                .isEqualTo(15 * S);

        at(11, new Event.WindowCreated(1, "maintenance", Fixture.cores(9), new Span(50 * S, 60 * S)));
        at(12, submit(job(4, 2, 100)), submit(job(5, 1, 38)));

        assertThat(state(4)).as("takes 5 s, but may take 100").isEqualTo(JobState.WAITING);
        assertThat(state(5)).isEqualTo(JobState.RUNNING);
    }
}

package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.queue.Condition;
import dev.sluice.queue.Holder;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.backfill.Fcfs;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.reason.ReasonCode;
import dev.sluice.scheduling.reason.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A cluster does not obey at once: stopped jobs take time to end, nodes come and go, and starts fail.
class LiveClusterTest extends EngineExamples {
    private static final long GRACE = WorldOptions.LIVE.stopNanos();

    LiveClusterTest() {
        engine = live(Fixture.nodes(2, 2));
    }

    private Engine live(ResourceModel machine) {
        return live(new Easy(), machine);
    }

    private Engine live(SchedulingPolicy policy, ResourceModel machine) {
        return new Engine(EngineOptions.plain(policy, CycleOptions.DEFAULT).in(WorldOptions.LIVE), machine, true);
    }

    private static Event submitNodes(long id, int nodes, int wall) {
        return submit(Job.of(id, Fixture.nodes(nodes), wall * S));
    }

    private String nodeOf(long id) {
        int job = engine.table().indexOf(id);
        var placement =
                engine.state().machine().occupancy().holding(job).orElseThrow().placement();
        for (int i = 0; i < placement.entryCount(); i++) {
            if (engine.state().machine().graph().isNode(placement.entryVertex(i))) {
                return engine.state().machine().graph().path(placement.entryVertex(i));
            }
        }
        throw new AssertionError("no node");
    }

    @Test
    void aCancelledJobKeepsItsPlaceUntilItsEndIsReported() {
        at(0, submitNodes(1, 2, 1000), submitNodes(2, 1, 10));

        assertThat(at(5, new Event.JobCancelled(1))).contains(new Decision.Stop(1, StopReason.CANCELLED));
        assertThat(state(1)).isEqualTo(JobState.STOPPING);
        assertThat(state(2)).as("its node is not free yet").isEqualTo(JobState.WAITING);
        assertThat(engine.outlook(5 * S).verdict(2))
                .isEqualTo(new Verdict.Planned(5 * S + GRACE, true, List.of(1L), List.of()));
        assertThat(at(6, new Event.JobCancelled(1))).as("once is enough").isEmpty();

        at(8, new Event.JobFailed(1));

        assertThat(state(1)).isEqualTo(JobState.CANCELLED);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobAtItsWallTimeIsStoppedAndKeepsItsPlaceUntilItsEndIsReported() {
        at(0, submitNodes(1, 2, 10), submitNodes(2, 1, 10), submitNodes(3, 1, 10));
        at(0, new Event.JobStarted(1));

        assertThat(at(10, new Event.JobOverran(1))).contains(new Decision.Stop(1, StopReason.WALL_TIME));
        at(11, new Event.JobOverran(1));
        assertThat(state(1)).isEqualTo(JobState.STOPPING);
        assertThat(state(2)).isEqualTo(JobState.WAITING);

        at(12, new Event.JobLost(1));

        assertThat(state(1)).as("a stopped job does not run again").isEqualTo(JobState.TIMED_OUT);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        at(13, new Event.JobCancelled(2));
        at(14, new Event.JobFinished(2));
        assertThat(state(2)).as("it was faster").isEqualTo(JobState.COMPLETED);
    }

    @Test
    void aJobThatNoNodeCanRunWaitsUntilTheMachineGrows() {
        for (SchedulingPolicy policy : List.of(new Easy(), new Fcfs())) {
            engine = live(policy, Fixture.nodes(2, 2));
            at(0, submitNodes(1, 3, 100), submitNodes(2, 1, 100));

            assertThat(state(1)).isEqualTo(JobState.WAITING);
            assertThat(engine.outlook(0).verdict(1)).isInstanceOfSatisfying(Verdict.Waits.class, waits -> {
                assertThat(waits.reason().code()).isEqualTo(ReasonCode.NEVER_FITS);
                assertThat(waits.reason().sentence()).isEqualTo("needs 3 nodes, 2 there");
            });
            assertThat(state(2)).as("it blocks no other job, %s", policy.name()).isEqualTo(JobState.RUNNING);

            at(
                    1,
                    new Event.JobFinished(2),
                    new Event.NodeAdded(Fixture.nodes(3, 2).graph()));

            assertThat(state(1)).as(policy.name()).isEqualTo(JobState.RUNNING);
        }
    }

    @Test
    void overdueJobsWriteNoRecordsAndHoldTheirPlace() {
        at(0, submitNodes(1, 2, 10), submitNodes(2, 1, 10));
        at(0, new Event.JobStarted(1));
        at(10, new Event.JobOverran(1));
        long late = 10 * S + GRACE + 500 * S;

        engine.handle(new Event.TimerFired(), late);
        List<QueueRecord> records = List.copyOf(engine.settle(late).records());

        assertThat(records).noneMatch(record -> record instanceof QueueRecord.EndMoved);
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        assertThat(engine.outlook(late).verdict(2))
                .as("planned right behind it")
                .isEqualTo(new Verdict.Planned(late + 1, true, List.of(1L), List.of()));
    }

    @Test
    void aJobThatHasNotStartedIsNotStoppedAtItsWallTime() {
        at(0, submitNodes(1, 2, 4), submitNodes(2, 1, 10));

        assertThat(at(5, new Event.TimerFired())).noneMatch(decision -> decision instanceof Decision.Stop);
        assertThat(at(60, new Event.TimerFired())).noneMatch(decision -> decision instanceof Decision.Stop);
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).as("its place is held").isEqualTo(JobState.WAITING);

        assertThat(at(70, new Event.JobStarted(1))).contains(new Decision.ExpectEnd(1, 74 * S));
        assertThat(at(74, new Event.TimerFired())).contains(new Decision.Stop(1, StopReason.WALL_TIME));
    }

    @Test
    void aJobThatWasStoppedBeforeItStartedWaitsAgain() {
        at(0, submitNodes(1, 2, 4));
        // As earlier versions recorded it.
        engine.replay(List.of(new QueueRecord.Stopping(1, StopReason.WALL_TIME, 40 * S, 5 * S)));
        assertThat(state(1)).isEqualTo(JobState.STOPPING);

        at(6, new Event.JobLost(1));
        assertThat(state(1)).isEqualTo(JobState.WAITING);
        at(60, new Event.TimerFired());

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        at(61, new Event.JobStarted(1), new Event.JobFailed(1));
        assertThat(state(1)).isEqualTo(JobState.FAILED);
    }

    @Test
    void aJobThatVanishedMeetsAfterAnyOnly() {
        at(
                0,
                submitNodes(1, 2, 10),
                submit(Job.of(2, Fixture.nodes(1), S).waitingFor(new Condition.AfterOk(1))),
                submit(Job.of(3, Fixture.nodes(1), S).waitingFor(new Condition.AfterNotOk(1))),
                submit(Job.of(4, Fixture.nodes(1), S).waitingFor(new Condition.AfterAny(1))));

        at(5, new Event.JobVanished(1));

        assertThat(state(1)).isEqualTo(JobState.UNKNOWN);
        assertThat(state(2)).isEqualTo(JobState.CANCELLED);
        assertThat(state(3)).isEqualTo(JobState.CANCELLED);
        assertThat(state(4)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void theWallTimeCountsFromTheConfirmedStart() {
        at(0, submitNodes(1, 2, 10));

        assertThat(at(7, new Event.JobStarted(1))).containsExactly(new Decision.ExpectEnd(1, 17 * S));
        assertThat(at(10, new Event.JobOverran(1))).isEmpty();
        assertThat(at(17, new Event.JobOverran(1))).contains(new Decision.Stop(1, StopReason.WALL_TIME));
    }

    @Test
    void aRequeuedJobAvoidsTheNodeThatFailedIt() {
        at(0, submitNodes(1, 1, 1000));
        String first = nodeOf(1);

        at(1, new Event.JobLost(1, List.of(first)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(nodeOf(1)).isNotEqualTo(first);
        assertThat(engine.table().lostCount(engine.table().indexOf(1))).isEqualTo(1);
    }

    @Test
    void aRequeuedJobGetsTheNodeThatFailedItOnlyAfterTheBackoff() {
        at(0, submitNodes(1, 1, 1000), submitNodes(2, 1, 1000));
        String first = nodeOf(1);

        List<Decision> decisions = at(1, new Event.JobLost(1, List.of(first)));
        assertThat(state(1)).isEqualTo(JobState.WAITING);
        at(2, submitNodes(3, 1, 5));
        assertThat(state(3)).as("the node takes others").isEqualTo(JobState.RUNNING);
        at(7, new Event.JobFinished(3));
        assertThat(state(1)).isEqualTo(JobState.WAITING);

        assertThat(decisions).contains(new Decision.WakeAt(11 * S));
        at(11, new Event.TimerFired());

        assertThat(nodeOf(1)).isEqualTo(first);
    }

    @Test
    void afterTheBackoffARequeuedJobStillPrefersAnotherNode() {
        at(0, submitNodes(1, 1, 1000), submitNodes(2, 1, 1000));
        String first = nodeOf(1);
        String second = nodeOf(2);
        at(1, new Event.JobLost(1, List.of(first)), submitNodes(3, 1, 1000));

        at(11, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.WAITING);
        at(12, new Event.JobFinished(2), new Event.JobFinished(3));

        assertThat(nodeOf(1)).isEqualTo(second);
    }

    @Test
    void aJobLostForAnUnknownReasonWaitsForItsBackoffWhichDoubles() {
        at(0, submitNodes(1, 1, 1000));

        assertThat(at(1, new Event.JobLost(1))).contains(new Decision.WakeAt(11 * S));
        assertThat(state(1)).isEqualTo(JobState.WAITING);
        at(11, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(at(12, new Event.JobLost(1))).contains(new Decision.WakeAt(32 * S));
    }

    @Test
    void aNodeThatFailsManyJobsIsQuarantinedForAWhile() {
        engine = live(Fixture.nodes(1, 2));
        String node = "/cluster0/node0";
        for (int i = 0; i < 2; i++) {
            at(i, submitNodes(i, 1, 1000));
            at(i, new Event.JobLost(i, List.of(node)), new Event.JobCancelled(i));
        }
        at(2, submitNodes(2, 1, 1000));

        List<Decision> decisions = at(2, new Event.JobLost(2, List.of(node)), new Event.JobCancelled(2));

        long until = 2 * S + WorldOptions.LIVE.quarantine().lastsNanos();
        assertThat(decisions)
                .anySatisfy(decision -> assertThat(decision).isInstanceOfSatisfying(Decision.Quarantine.class, it -> {
                    assertThat(it.node()).isEqualTo(node);
                    assertThat(it.untilNanos()).isEqualTo(until);
                    assertThat(it.score()).isBetween(2.9, 3.0);
                }));
        at(3, submitNodes(3, 1, 1000));
        assertThat(state(3)).isEqualTo(JobState.WAITING);

        at(until / S, new Event.TimerFired());

        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void rareFailuresOfANodeAreForgotten() {
        engine = live(Fixture.nodes(1, 2));
        long halfHour = 1800;
        for (int i = 0; i < 10; i++) {
            at(i * halfHour, submitNodes(i, 1, 1000));
            List<Decision> decisions =
                    at(i * halfHour, new Event.JobLost(i, List.of("/cluster0/node0")), new Event.JobCancelled(i));

            assertThat(decisions).noneMatch(Decision.Quarantine.class::isInstance);
        }
    }

    private static Event pod(String id, String node, long cores) {
        return new Event.ForeignHeld(new ForeignUse(id, node, Map.of("core", cores), ForeignUse.OPEN));
    }

    @Test
    void otherSchedulersWorkIsEnteredAsReportedEvenIfItOvercommitsTheNode() {
        at(0, submitNodes(1, 2, 100));

        assertThat(at(1, pod("a", "/cluster0/node0", 2), pod("b", "/cluster0/node0", 1)))
                .as("never refused")
                .isEmpty();
        at(2, new Event.JobFinished(1), submitNodes(2, 1, 100), submitNodes(3, 1, 100));

        assertThat(nodeOf(2)).isEqualTo("/cluster0/node1");
        assertThat(state(3)).isEqualTo(JobState.WAITING);
        at(3, new Event.ForeignGone("a"));
        assertThat(state(3)).as("one pod is left").isEqualTo(JobState.WAITING);
        at(4, new Event.ForeignGone("b"));
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void otherSchedulersWorkHoldsItsPlacePastItsExpectedEnd() {
        engine = live(Fixture.nodes(1, 2));
        at(0, new Event.ForeignHeld(new ForeignUse("a", "/cluster0/node0", Map.of("core", 2L), 10 * S)));
        at(1, submitNodes(1, 1, 100));
        assertThat(engine.outlook(S).verdict(1)).isEqualTo(new Verdict.Planned(10 * S, true, List.of(), List.of("")));

        at(50, new Event.TimerFired());

        assertThat(state(1)).isEqualTo(JobState.WAITING);
        assertThat(engine.outlook(50 * S).verdict(1))
                .isEqualTo(new Verdict.Planned(50 * S + 1, true, List.of(), List.of("")));
        at(60, new Event.ForeignGone("a"));
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aWindowIsEnteredWhereWorkStillRunsAndNamesTheHolders() {
        at(0, submitNodes(1, 1, 1000), pod("a", "/cluster0/node1", 1));

        List<Decision> decisions =
                at(1, new Event.WindowCreated("w", "maintenance", Fixture.nodes(2), new Span(10 * S, 20 * S)));

        assertThat(decisions)
                .anySatisfy(decision -> assertThat(decision)
                        .isInstanceOfSatisfying(
                                Decision.WindowInUse.class,
                                it -> assertThat(it.holders())
                                        .containsExactlyInAnyOrder(new Holder.OfJob(1), new Holder.Foreign("a"))));
        at(2, new Event.JobFinished(1), submitNodes(2, 1, 9));
        assertThat(state(2)).as("would run into it").isEqualTo(JobState.WAITING);
        at(20, new Event.TimerFired());
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aWindowThatHasBegunAddsToWorkThatIsOverdue() {
        engine = live(Fixture.pool(10));
        at(0, foreign("a", 4, 5 * S));
        at(1, new Event.WindowCreated("w", "maintenance", Fixture.cores(3), new Span(10 * S, 20 * S)));

        at(12, submit(job(1, 4, 5)), submit(job(2, 3, 5)));

        assertThat(state(1)).as("3 of 10 cores are free").isEqualTo(JobState.WAITING);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        at(15, new Event.JobFinished(2));
        assertThat(state(1)).isEqualTo(JobState.WAITING);
        at(20, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aNodeShrinksBelowWhatIsHeldAndItsOtherResourcesStayUsable() {
        SmallMachine machine = new SmallMachine(
                List.of(List.of(new SmallMachine.Node(4, 0, List.of()), new SmallMachine.Node(4, 0, List.of()))));
        engine = live(machine.model("low"));
        at(0, submit(Job.of(1, memory(1, 6), 100 * S)), submit(Job.of(2, memory(1, 6), 100 * S)));

        at(1, new Event.NodeResized(machine.path(0) + "/memory0", 0));
        at(2, submit(Job.of(3, memory(1, 1), 100 * S)), submit(Job.of(4, memory(1, 2), 100 * S)));
        at(3, submit(Job.of(5, memory(1, 1), 100 * S)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(nodeOf(3)).as("the other node has two left").isEqualTo(machine.path(1));
        assertThat(state(4)).isEqualTo(JobState.WAITING);
        assertThat(nodeOf(5)).isEqualTo(machine.path(1));
        at(4, submit(Job.of(6, Fixture.cores(3), 100 * S)));
        assertThat(nodeOf(6)).as("cores need no memory").isEqualTo(machine.path(0));
    }

    private static Jobspec memory(long cores, long amount) {
        ResourceRequest slot = ResourceRequest.slot(
                "task",
                Count.exactly(1),
                ResourceRequest.of(VertexKind.CORE, Count.exactly(cores)),
                ResourceRequest.of("memory", Count.exactly(amount)));
        return new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), Attributes.NONE);
    }

    @Test
    void whatIsHeldOnARemovedNodeReturnsWithIt() {
        at(0, submitNodes(1, 1, 1000), pod("a", "/cluster0/node1", 1));
        ResourceGraph all = engine.state().machine().graph().copy();

        at(1, new Event.NodeRemoved("/cluster0/node0"), new Event.NodeRemoved("/cluster0/node1"));
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        at(2, new Event.NodeAdded(all), submitNodes(2, 1, 10));

        assertThat(state(2)).as("both nodes are in use").isEqualTo(JobState.WAITING);
        assertThat(nodeOf(1)).isEqualTo("/cluster0/node0");
        at(3, new Event.ForeignGone("a"));
        assertThat(nodeOf(2)).isEqualTo("/cluster0/node1");
        at(4, new Event.JobFinished(1), submitNodes(3, 1, 10));
        assertThat(nodeOf(3)).isEqualTo("/cluster0/node0");
    }

    @Test
    void whatEndsWhileItsNodeIsAwayDoesNotReturn() {
        at(0, submitNodes(1, 1, 1000), pod("a", "/cluster0/node1", 1));
        ResourceGraph all = engine.state().machine().graph().copy();
        at(1, new Event.NodeRemoved("/cluster0/node0"), new Event.NodeRemoved("/cluster0/node1"));

        at(2, new Event.JobFailed(1), new Event.ForeignGone("a"));
        at(3, new Event.NodeAdded(all), submitNodes(2, 2, 10));

        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void workThatIsReportedBeforeItsNodeWaitsForIt() {
        ResourceGraph two = Fixture.nodes(2, 2).graph();
        engine = live(Fixture.nodes(1, 2));

        at(0, pod("a", "/cluster0/node1", 1));
        at(1, new Event.NodeAdded(two), submitNodes(1, 2, 10));

        assertThat(state(1)).isEqualTo(JobState.WAITING);
        at(2, new Event.ForeignGone("a"));
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aNodeTakesWorkWhenNoReasonKeepsItClosed() {
        engine = live(Fixture.nodes(1, 2));
        String node = "/cluster0/node0";
        for (ClosedReason reason : ClosedReason.values()) {
            at(0, new Event.NodeClosed(node, reason));
        }
        at(1, submitNodes(1, 1, 10));
        for (ClosedReason reason : ClosedReason.values()) {
            assertThat(state(1)).as("before %s is over", reason).isEqualTo(JobState.WAITING);
            at(2, new Event.NodeOpened(node, reason));
        }

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aNodeThatReturnsHasNoneOfItsOldReasonsButTheQuarantine() {
        engine = live(Fixture.nodes(2, 2));
        ResourceGraph two = Fixture.nodes(2, 2).graph();
        at(
                0,
                new Event.NodeClosed("/cluster0/node0", ClosedReason.CORDONED),
                new Event.NodeClosed("/cluster0/node1", ClosedReason.QUARANTINED));

        at(1, new Event.NodeRemoved("/cluster0/node0"), new Event.NodeRemoved("/cluster0/node1"));
        at(2, new Event.NodeAdded(two), submitNodes(1, 1, 10), submitNodes(2, 1, 10));

        assertThat(nodeOf(1)).isEqualTo("/cluster0/node0");
        assertThat(state(2)).isEqualTo(JobState.WAITING);
    }
}

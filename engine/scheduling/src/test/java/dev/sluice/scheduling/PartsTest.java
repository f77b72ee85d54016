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
import dev.sluice.queue.QueuePriority;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.limit.ResourceAmounts;
import dev.sluice.scheduling.machine.NodeUse;
import dev.sluice.scheduling.order.JobOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Parts of running jobs come and go, on nodes of four cores and eight units of memory.
class PartsTest extends EngineExamples {
    private static final Jobspec POD = pods(1);
    private static final Map<String, Long> POD_AMOUNTS = Map.of("core", 2L, "memory", 3L);

    private final SmallMachine machine = new SmallMachine(
            List.of(List.of(new SmallMachine.Node(4, 0, List.of()), new SmallMachine.Node(4, 0, List.of()))));

    PartsTest() {
        engine = new Engine(
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

    private static Job job(long id, JobParts parts) {
        return Job.of(id, pods(parts.initial()), 100 * S).withParts(parts);
    }

    private List<Share> held(long id) {
        return engine.state().machineState().sharesOf(engine.table().indexOf(id));
    }

    private int parts(long id) {
        return engine.table().parts(engine.table().indexOf(id));
    }

    private NodeUse podOn(int node) {
        return new NodeUse(machine.path(node), POD_AMOUNTS);
    }

    @Test
    void anEndedPartReleasesItsShareAndNothingElse() {
        at(0, submit(job(1, JobParts.fixed(POD, 4))), submit(job(2, JobParts.fixed(POD, 1))));
        assertThat(state(2)).isEqualTo(JobState.WAITING);

        at(1, new Event.PartEnded(1, podOn(1)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(parts(1)).isEqualTo(3);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(held(1))
                .containsExactly(
                        share(0, "core0", 1, Share.Use.EXCLUSIVE),
                        share(0, "core1", 1, Share.Use.EXCLUSIVE),
                        share(0, "core2", 1, Share.Use.EXCLUSIVE),
                        share(0, "core3", 1, Share.Use.EXCLUSIVE),
                        share(0, "memory0", 6, Share.Use.SHARED),
                        share(1, "core2", 1, Share.Use.EXCLUSIVE),
                        share(1, "core3", 1, Share.Use.EXCLUSIVE),
                        share(1, "memory0", 3, Share.Use.SHARED));
    }

    private Share share(int node, String vertex, long amount, Share.Use use) {
        return new Share("node" + node + "/" + vertex, amount, use);
    }

    @Test
    void aReplacementGetsANewShare() {
        at(0, submit(job(1, JobParts.fixed(POD, 3))));
        at(1, new Event.PartEnded(1, podOn(0)));

        List<Decision> decisions = at(2, new Event.PartsWanted(1, 1));

        assertThat(decisions).singleElement().isInstanceOf(Decision.Extend.class);
        assertThat(parts(1)).isEqualTo(3);
        assertThat(at(3, new Event.PartsWanted(1, 1)))
                .as("no more than its maximum")
                .isEmpty();
    }

    @Test
    void aLostPartsReplacementAvoidsTheNodeUntilTheBackOffHasPassed() {
        at(0, submit(job(1, JobParts.fixed(POD, 3))));
        assertThat(held(1)).anyMatch(share -> share.isBelow("node0"));
        at(1, submit(job(2, JobParts.fixed(POD, 1))));

        at(2, new Event.PartLost(1, podOn(0)));
        assertThat(at(2, new Event.PartsWanted(1, 1)))
                .as("only the node that failed it has room")
                .noneMatch(Decision.Extend.class::isInstance);

        assertThat(engine.nextWakeNanos())
                .as("the first back-off is ten seconds")
                .isEqualTo(12 * S);
        assertThat(at(12, new Event.TimerFired())).anyMatch(Decision.Extend.class::isInstance);
        assertThat(engine.nextWakeNanos()).as("nothing is wanted any more").isGreaterThan(12 * S);
    }

    @Test
    void theReplacementOfAnUnlikePartIsTriedWhenTheBackOffHasPassed() {
        Optional<Jobspec> part = Optional.of(POD);
        at(0, submit(job(1, JobParts.fixed(POD, 3))), submit(job(2, JobParts.fixed(POD, 1))));

        at(2, new Event.PartLost(1, podOn(0)));
        assertThat(at(2, new Event.PartsWanted(1, 1, part)))
                .as("only the node that failed it has room")
                .noneMatch(Decision.Extend.class::isInstance);

        assertThat(engine.nextWakeNanos()).isEqualTo(12 * S);
        assertThat(at(12, new Event.TimerFired())).anyMatch(Decision.Extend.class::isInstance);
        assertThat(engine.nextWakeNanos()).as("nothing is wanted any more").isGreaterThan(12 * S);
    }

    @Test
    void nothingWakesForAnUnlikePartOfAJobThatHasEnded() {
        at(0, submit(job(1, JobParts.fixed(POD, 3))), submit(job(2, JobParts.fixed(POD, 1))));
        at(2, new Event.PartLost(1, podOn(0)));
        at(2, new Event.PartsWanted(1, 1, Optional.of(POD)));

        at(3, new Event.JobFinished(1));

        assertThat(engine.nextWakeNanos()).isGreaterThan(12 * S);
    }

    @Test
    void afterTheBackOffAPartStillPrefersANodeThatHasNotFailedOne() {
        at(0, submit(job(1, JobParts.fixed(POD, 3))), submit(job(2, JobParts.fixed(POD, 1))));
        at(2, new Event.PartLost(1, podOn(0)));
        at(30, new Event.JobFinished(2));

        at(31, new Event.PartsWanted(1, 1));

        assertThat(held(1)).contains(share(1, "memory0", 6, Share.Use.SHARED));
    }

    @Test
    void aPartThatFindsNoRoomIsNotTriedAgainBeforeSomethingIsFreed() {
        at(0, submit(job(1, JobParts.fixed(POD, 2))), submit(job(2, JobParts.fixed(POD, 2))));
        at(1, new Event.PartEnded(1, podOn(0)), submit(job(3, JobParts.fixed(POD, 1))));
        at(2, new Event.PartsWanted(1, 1), submit(job(4, JobParts.fixed(POD, 2))));

        engine.handle(submit(job(5, JobParts.fixed(POD, 2))), 3 * S);

        assertThat(engine.settle(3 * S).decisions())
                .as("the reservation of job 4 is not made again")
                .isEmpty();
    }

    @Test
    void aNodeThatLosesPartsAgainAndAgainIsQuarantined() {
        at(0, submit(job(1, JobParts.fixed(POD, 4))));

        at(1, new Event.PartLost(1, podOn(0)));
        at(2, new Event.PartLost(1, podOn(0)));
        at(3, submit(job(2, JobParts.fixed(POD, 1))));
        List<Decision> decisions = at(4, new Event.PartLost(2, podOn(0)));

        assertThat(decisions)
                .anyMatch(it -> it instanceof Decision.Quarantine quarantine
                        && quarantine.node().equals(machine.path(0)));
    }

    @Test
    void aPartThatFindsNoRoomGetsTheNextFreePlaceAheadOfTheQueue() {
        at(0, submit(job(1, JobParts.fixed(POD, 2))), submit(job(2, JobParts.fixed(POD, 2))));
        at(1, new Event.PartEnded(1, podOn(0)), submit(job(3, JobParts.fixed(POD, 1))));
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        at(2, submit(job(4, JobParts.fixed(POD, 1))));

        assertThat(at(3, new Event.PartsWanted(1, 1))).noneMatch(Decision.Extend.class::isInstance);
        List<Decision> decisions = at(4, new Event.JobFinished(3));

        assertThat(decisions).anyMatch(it -> it instanceof Decision.Extend extend && extend.job() == 1);
        assertThat(parts(1)).isEqualTo(2);
        assertThat(state(4)).as("it was submitted before, but waits in line").isEqualTo(JobState.WAITING);
        at(5, new Event.JobFinished(2));
        assertThat(parts(1)).as("no more than it wants").isEqualTo(2);
        assertThat(state(4)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void anEndedJobReleasesWhatItGotLater() {
        at(0, submit(job(1, new JobParts(POD, 1, 1, 4))));
        at(1, new Event.PartsWanted(1, 9));
        assertThat(parts(1)).isEqualTo(4);
        at(2, submit(job(2, JobParts.fixed(POD, 4))));

        at(3, new Event.JobFinished(1));

        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobGrowsOnlyIntoWhatIsFree() {
        at(0, submit(job(1, new JobParts(POD, 1, 1, 4))), submit(job(2, JobParts.fixed(POD, 2))));

        assertThat(at(1, new Event.PartsWanted(1, 3))).hasSize(1);
        assertThat(parts(1)).isEqualTo(2);
    }

    private static Job elastic(long id) {
        return Job.of(id, pods(1), 1_000 * S).withParts(new JobParts(POD, 1, 0, 9));
    }

    @Test
    void growthLeavesTheReservedJobItsPlacesAndAReplacementDoesNot() {
        at(0, submit(elastic(1)), submit(job(2, JobParts.fixed(POD, 3))));
        at(1, submit(job(3, JobParts.fixed(POD, 3))));
        at(2, new Event.GrowthWanted(1, 9));

        at(50, new Event.PartEnded(2, podOn(1)));
        assertThat(parts(1)).as("job 3 is reserved").isEqualTo(1);
        at(60, new Event.JobFinished(2));
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(parts(1)).isEqualTo(1);

        at(70, new Event.JobFinished(3));
        assertThat(parts(1)).as("nothing waits").isEqualTo(4);
    }

    @Test
    void growthFillsWhatNoReservationNeedsBeforeTheJobEnds() {
        at(0, submit(job(1, new JobParts(POD, 1, 0, 9))), submit(job(2, JobParts.fixed(POD, 2))));
        at(0, submit(job(3, JobParts.fixed(POD, 4))));

        List<Decision> decisions = at(1, new Event.GrowthWanted(1, 9));

        assertThat(decisions).anyMatch(it -> it instanceof Decision.Extend extend && extend.job() == 1);
        assertThat(parts(1)).as("job 3 waits for the ends of both").isEqualTo(2);
    }

    @Test
    void growthWaitsForTheLineIfThereAreNoReservations() {
        engine = new Engine(
                EngineOptions.plain(Policies.named("fcfs").orElseThrow(), CycleOptions.DEFAULT)
                        .in(WorldOptions.LIVE),
                machine.model("low"),
                true);
        at(0, submit(elastic(1)), submit(job(2, JobParts.fixed(POD, 2))), submit(job(3, JobParts.fixed(POD, 2))));
        at(1, new Event.GrowthWanted(1, 9));
        assertThat(parts(1)).isEqualTo(1);

        at(2, new Event.JobCancelled(3));

        assertThat(parts(1)).isEqualTo(2);
    }

    @Test
    void aJobThatWantsToGrowNoMoreStaysAsItIs() {
        at(0, submit(elastic(1)), submit(job(2, JobParts.fixed(POD, 3))));
        at(1, new Event.GrowthWanted(1, 9));
        at(2, new Event.GrowthWanted(1, 0), new Event.JobFinished(2));

        assertThat(parts(1)).isEqualTo(1);
    }

    @Test
    void aJobShrinksToItsMinimumWhenItsPartsHaveEnded() {
        at(0, submit(job(1, new JobParts(POD, 4, 3, 4))), submit(job(2, JobParts.fixed(POD, 1))));

        assertThat(at(1, new Event.PartsUnwanted(1, 3))).containsExactly(new Decision.Reduce(1, List.of(podOn(1))));
        assertThat(state(2)).as("the part still runs").isEqualTo(JobState.WAITING);
        at(2, new Event.PartEnded(1, podOn(1)));

        assertThat(parts(1)).isEqualTo(3);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobGivesUpAsManyPartsAsAreUnwantedAlsoOfOneNode() {
        at(0, submit(job(1, new JobParts(POD, 4, 1, 4))));

        assertThat(at(1, new Event.PartsUnwanted(1, 2)))
                .containsExactly(new Decision.Reduce(1, List.of(podOn(1), podOn(1))));
        assertThat(at(2, new Event.PartsUnwanted(1, 9)))
                .as("down to its minimum")
                .containsExactly(new Decision.Reduce(1, List.of(podOn(1), podOn(1), podOn(0))));
    }

    @Test
    void aPartThatMayRunIntoAWindowGetsNoPlaceThere() {
        engine = new Engine(
                EngineOptions.plain(Policies.named("easy++").orElseThrow(), CycleOptions.DEFAULT)
                        .in(WorldOptions.LIVE),
                machine.model("low"),
                true);
        for (int job = 1; job <= 2; job++) {
            at(10L * job, submit(job(job, JobParts.fixed(POD, 1))));
            at(10L * job + 5, new Event.JobFinished(job));
        }
        at(100, submit(job(3, new JobParts(POD, 1, 1, 4))));
        at(100, new Event.JobStarted(3));
        assertThat(engine.table().endNanos(engine.table().indexOf(3)))
                .as("predicted")
                .isEqualTo(105 * S);

        at(101, new Event.WindowCreated("w", "maintenance", pods(4), new Span(150 * S, 250 * S)));
        at(102, new Event.PartsWanted(3, 1));

        assertThat(parts(3)).as("its wall time ends in the window").isEqualTo(1);
        at(103, new Event.WindowDeleted("w"));
        assertThat(parts(3)).isEqualTo(2);
    }

    @Test
    void replayKnowsThePartsThatCameAndWent() {
        at(0, submit(job(1, new JobParts(POD, 2, 1, 4))));
        at(1, new Event.PartsWanted(1, 2));
        at(2, new Event.PartEnded(1, podOn(0)));
        at(3, new Event.PartEnded(1, podOn(1)));
        Engine live = engine;

        engine = new Engine(
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE),
                machine.model("low"),
                true);
        engine.replay(store.read(0));

        assertThat(engine.image()).isEqualTo(live.image());
        assertThat(parts(1)).isEqualTo(2);
        assertThat(held(1)).isNotEmpty();
    }

    @Test
    void limitsCountThePartsThatCameAndWent() {
        long any = Long.MAX_VALUE;
        Limit sixCores = new Limit(Limit.Scope.USER, new ResourceAmounts(any, any, 6, any));
        EngineOptions options = new EngineOptions(
                        new Easy(),
                        JobOrder.fifo(),
                        List.of(new QueueRules(QueuePriority.DEFAULT_QUEUE, Optional.empty(), List.of(sixCores))),
                        CycleOptions.DEFAULT)
                .in(WorldOptions.LIVE);
        engine = new Engine(options, machine.model("low"), true);
        at(0, submit(job(1, new JobParts(POD, 1, 1, 4))));

        at(1, new Event.PartsWanted(1, 3));
        assertThat(parts(1)).as("six cores").isEqualTo(3);
        at(2, submit(job(2, JobParts.fixed(POD, 1))));
        assertThat(state(2)).isEqualTo(JobState.WAITING);

        at(3, new Event.PartsWanted(1, 0), new Event.PartEnded(1, podOn(0)));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        List<QueueRecord> snapshot = engine.snapshot(3 * S);
        Engine restored = new Engine(options, machine.model("low"), true);
        restored.replay(snapshot);
        assertThat(used(restored)).isEqualTo(used(engine));
        at(4, new Event.JobFinished(1), new Event.JobFinished(2));
        assertThat(used(engine)).isEmpty();
    }

    private static Map<String, ResourceAmounts> used(Engine engine) {
        return engine.state().limits().used(engine.table());
    }
}

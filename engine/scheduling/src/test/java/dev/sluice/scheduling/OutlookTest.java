package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.model.ResourceModel;
import dev.sluice.queue.Job;
import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.backfill.Fcfs;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.limit.ResourceAmounts;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.reason.Outlook;
import dev.sluice.scheduling.reason.Reason;
import dev.sluice.scheduling.reason.ReasonCode;
import dev.sluice.scheduling.reason.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// When jobs will start, by example, on ten cores; times in seconds.
class OutlookTest {
    private static final long S = Task.SECOND;
    private static final long ANY = Long.MAX_VALUE;

    private static Engine engine(SchedulingPolicy policy) {
        return engine(policy, Fixture.pool(10));
    }

    private static Engine engine(SchedulingPolicy policy, ResourceModel machine) {
        return new Engine(EngineOptions.plain(policy, CycleOptions.DEFAULT), machine, true);
    }

    private static void submit(Engine engine, long id, int cores, int wall, long now) {
        engine.handle(new Event.JobSubmitted(Job.of(id, Fixture.cores(cores), wall * S)), now);
    }

    @Test
    void anOutlookIsMadeAtMostOncePerCycleAndOnlyAfterAChange() {
        Engine engine = engine(new Easy());
        submit(engine, 1, 6, 100, 0);
        engine.settle(0);
        Outlook first = engine.outlook(0);

        engine.settle(S);
        assertThat(engine.outlook(S)).isSameAs(first);
        submit(engine, 2, 6, 100, 2 * S);
        assertThat(engine.outlook(2 * S)).as("the cycle is not over").isSameAs(first);
        engine.settle(2 * S);

        assertThat(first.timeNanos()).isEqualTo(0);
        assertThat(first.verdict(2)).isEqualTo(new Verdict.Unknown());
        assertThat(engine.outlook(2 * S).verdict(2))
                .isEqualTo(new Verdict.Planned(100 * S, true, List.of(1L), List.of()));
    }

    @Test
    void withoutBackfillingAJobThatFitsWaitsForEarlierOnes() {
        Engine engine = engine(new Fcfs());
        submit(engine, 1, 6, 100, 0);
        submit(engine, 2, 6, 50, 0);
        submit(engine, 3, 1, 10, 0);
        engine.settle(0);

        assertThat(engine.outlook(0).verdict(2)).isEqualTo(new Verdict.Planned(100 * S, false, List.of(1L), List.of()));
        assertThat(engine.outlook(0).verdict(3)).isEqualTo(new Verdict.Planned(100 * S, false, List.of(1L), List.of()));
    }

    @Test
    void withoutBackfillingAJobThatFitsNowhereBlocksAllBehindIt() {
        Engine engine = engine(new Fcfs(), Fixture.nodes(2, 2));
        engine.handle(new Event.NodeClosed("/cluster0/node0", ClosedReason.DOWN), 0);
        engine.handle(new Event.JobSubmitted(Job.of(1, Fixture.nodes(2), 10 * S)), 0);
        engine.handle(new Event.JobSubmitted(Job.of(2, Fixture.nodes(1), 10 * S)), 0);
        engine.settle(0);

        assertThat(reason(engine.outlook(0), 1).code()).isEqualTo(ReasonCode.NODES_DOWN);
        assertThat(reason(engine.outlook(0), 2).sentence())
                .isEqualTo("waits behind job 1, for which there is no place");
    }

    @Test
    void onAClusterAJobThatFitsNowhereIsPassedOverWithoutBackfillingToo() {
        Engine engine = live(new Fcfs(), Fixture.nodes(2, 2));
        engine.handle(new Event.NodeClosed("/cluster0/node0", ClosedReason.DOWN), 0);
        engine.handle(new Event.JobSubmitted(Job.of(1, Fixture.nodes(2), 10 * S)), 0);
        engine.handle(new Event.JobSubmitted(Job.of(2, Fixture.nodes(1), 10 * S)), 0);
        engine.handle(new Event.JobSubmitted(Job.of(3, Fixture.nodes(1), 10 * S)), 0);
        engine.settle(0);

        assertThat(reason(engine.outlook(0), 1).code()).isEqualTo(ReasonCode.NODES_DOWN);
        assertThat(engine.outlook(0).verdict(2)).isEqualTo(new Verdict.Runs(0));
        assertThat(engine.outlook(0).verdict(3)).isEqualTo(new Verdict.Planned(10 * S, false, List.of(2L), List.of()));
    }

    @Test
    void aReservationBehindOverdueWorkIsExpectedInTheNextMomentAndNamesIt() {
        Engine engine = live(new Easy(), Fixture.nodes(2, 2));
        Event.ForeignHeld pod =
                new Event.ForeignHeld(new ForeignUse("pod", "/cluster0/node0", Map.of("core", 1L), 5 * S));
        engine.handle(pod, 0);
        engine.handle(new Event.JobSubmitted(Job.of(1, Fixture.nodes(2), 1000 * S)), 0);
        engine.settle(0);
        engine.handle(new Event.TimerFired(), 6 * S);
        engine.settle(6 * S);
        engine.handle(new Event.JobSubmitted(Job.of(2, Fixture.nodes(2), 10 * S)), 500 * S);
        engine.settle(500 * S);

        assertThat(engine.table().plannedNanos(engine.table().indexOf(1))).isLessThan(500 * S);
        assertThat(engine.outlook(500 * S).verdict(1))
                .isEqualTo(new Verdict.Planned(500 * S + 1, true, List.of(), List.of("")));
    }

    @Test
    void onAClusterAnOutlookIsMadeAnewAfterASecondEvenWithoutAChange() {
        Engine engine = live(new Easy(), Fixture.nodes(2, 2));
        engine.settle(0);
        Outlook first = engine.outlook(0);

        assertThat(engine.outlook(S - 1)).isSameAs(first);
        assertThat(engine.outlook(S).timeNanos()).isEqualTo(S);
    }

    @Test
    void anOutlookFollowsChangesWhileTheClockIsBehind() {
        Engine engine = live(new Easy(), Fixture.nodes(2, 2));
        engine.settle(100 * S);
        assertThat(engine.outlook(60 * S).timeNanos()).isEqualTo(100 * S);
        engine.handle(new Event.JobSubmitted(Job.of(1, Fixture.nodes(1), 10 * S)), 61 * S);
        engine.settle(61 * S);

        assertThat(engine.outlook(61 * S).verdict(1)).isEqualTo(new Verdict.Runs(100 * S));
    }

    private static Engine live(SchedulingPolicy policy, ResourceModel machine) {
        return new Engine(EngineOptions.plain(policy, CycleOptions.DEFAULT).in(WorldOptions.LIVE), machine, true);
    }

    @Test
    void startsFarBackInTheQueueAreExtrapolatedAndMarkedSo() {
        Engine engine = engine(new Easy());
        for (int job = 0; job <= 1002; job++) {
            submit(engine, job, 10, 10, 0);
        }
        engine.settle(0);

        assertThat(engine.outlook(0).verdict(1000))
                .isEqualTo(new Verdict.Planned(10_000 * S, false, List.of(999L), List.of()));
        assertThat(engine.outlook(0).verdict(1001)).isEqualTo(new Verdict.Extrapolated(10_010 * S, 1000));
        assertThat(engine.outlook(0).verdict(1002)).isEqualTo(new Verdict.Extrapolated(10_020 * S, 1001));
    }

    @Test
    void jobsAboveALimitAreNotCountedAheadOfOthers() {
        Limit one = new Limit(Limit.Scope.USER, new ResourceAmounts(1, ANY, ANY, ANY));
        QueueRules rules = new QueueRules(QueuePriority.DEFAULT_QUEUE, Optional.empty(), List.of(one));
        Engine engine = new Engine(
                new EngineOptions(new Easy(), JobOrder.fifo(), List.of(rules), CycleOptions.DEFAULT),
                Fixture.pool(10),
                true);
        for (int job = 0; job < 500; job++) {
            engine.handle(new Event.JobSubmitted(ofUser(job, "ada")), 0);
        }
        for (int job = 500; job <= 1501; job++) {
            engine.handle(new Event.JobSubmitted(ofUser(job, "user" + job)), 0);
        }
        engine.settle(0);

        assertThat(reason(engine.outlook(0), 1).code()).isEqualTo(ReasonCode.LIMIT_REACHED);
        assertThat(engine.outlook(0).verdict(1501)).isEqualTo(new Verdict.Extrapolated(10_020 * S, 1001));
    }

    private static Job ofUser(int job, String user) {
        return Job.of(job, Fixture.cores(10), 10 * S).ownedBy(new Owner(user, ""));
    }

    @Test
    void aJobThatBacksOffIsToldSo() {
        EngineOptions options =
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE);
        Engine engine = new Engine(options, Fixture.nodes(1, 2), true);
        for (int job = 1; job <= 2; job++) {
            engine.handle(new Event.JobSubmitted(Job.of(job, Fixture.cores(1), 10 * S)), 0);
        }
        engine.settle(0);

        engine.handle(new Event.JobLost(1), S);
        engine.handle(new Event.JobLost(2, List.of("/cluster0/node0")), S);
        engine.settle(S);

        assertThat(reason(engine.outlook(S), 1).code()).isEqualTo(ReasonCode.BACKS_OFF);
        assertThat(reason(engine.outlook(S), 1).sentence()).isEqualTo("waits a while, as attempt 1 was lost");
        assertThat(reason(engine.outlook(S), 2).code()).isEqualTo(ReasonCode.BACKS_OFF);
        assertThat(reason(engine.outlook(S), 2).sentence())
                .isEqualTo("avoids the nodes that failed attempt 1 for a while, and fits on no others");
    }

    @Test
    void aJobThatNoLongerFitsTheMachineIsToldSo() {
        Engine engine = engine(new Easy(), Fixture.nodes(2, 2));
        engine.handle(new Event.JobSubmitted(Job.of(1, Fixture.nodes(2), 10 * S)), 0);
        engine.settle(0);
        engine.handle(new Event.JobSubmitted(Job.of(2, Fixture.nodes(2), 10 * S)), S);
        engine.handle(new Event.NodeRemoved("/cluster0/node1"), S);
        engine.settle(S);

        assertThat(reason(engine.outlook(S), 2).code()).isEqualTo(ReasonCode.NEVER_FITS);
    }

    private static Reason reason(Outlook outlook, long job) {
        assertThat(outlook.verdict(job)).isInstanceOf(Verdict.Waits.class);
        return ((Verdict.Waits) outlook.verdict(job)).reason();
    }
}

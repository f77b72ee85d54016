package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.QueuePriority;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.backfill.EasyPlusPlus;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.OtherHolders;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.reason.ReasonCode;
import dev.sluice.scheduling.reason.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Machines that change, node sets and windows.
class EngineMachineTest extends EngineExamples {
    @Test
    void aQueuesJobsStayInItsNodeSet() {
        QueueRules fast = new QueueRules("fast", Optional.of(new Constraint.Properties(List.of("fast"))), List.of());
        engine = engine(Fixture.nodes(4, 2), List.of(fast), JobOrder.fifo(), CycleOptions.DEFAULT);
        QueuePriority inFast = new QueuePriority("fast", 0);

        at(
                0,
                submit(Job.of(1, Fixture.nodes(2), 100 * S).withQueuePriority(inFast)),
                submit(Job.of(2, Fixture.nodes(1), 100 * S).withQueuePriority(inFast)),
                submit(Job.of(3, Fixture.nodes(3), 100 * S).withQueuePriority(inFast)),
                submit(Job.of(4, Fixture.nodes(1), 100 * S)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        assertThat(state(3)).as("the set has two nodes").isEqualTo(JobState.REFUSED);
        assertThat(state(4)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void noJobStartsThatWouldRunIntoMaintenance() {
        Jobspec all = Fixture.cores(10);
        at(0, new Event.WindowCreated("1", "maintenance", all, new Span(100 * S, 200 * S)));

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
    void aWindowGetsWhatWillBeFreeInItsTime() {
        engine = engine(Fixture.nodes(2, 2), List.of(), JobOrder.fifo(), CycleOptions.DEFAULT);
        at(0, submit(Job.of(1, Fixture.nodes(1), 1000 * S)), submit(Job.of(2, Fixture.nodes(1), 5 * S)));

        List<Decision> decisions =
                at(1, new Event.WindowCreated("w", "repair", Fixture.nodes(1), new Span(10 * S, 20 * S)));

        assertThat(decisions).noneMatch(Decision.WindowInUse.class::isInstance);
        OtherHolders.Window window =
                Objects.requireNonNull(engine.state().machineState().others().window("w"));
        assertThat(engine.state().machineState().sharesOf(window.number()))
                .extracting(Share::path)
                .isNotEmpty()
                .noneMatch(path -> path.contains("node0"));
    }

    @Test
    void aDeletedWindowBlocksNoJob() {
        at(0, new Event.WindowCreated("1", "maintenance", Fixture.cores(10), new Span(100 * S, 200 * S)));
        at(10, submit(job(1, 1, 500)));

        at(20, new Event.WindowDeleted("1"));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void otherSchedulersWorkHoldsItsResourcesUntilItEnds() {
        at(0, foreign("1", 8, 1000 * S));
        at(1, submit(job(1, 4, 10)));
        assertThat(state(1)).isEqualTo(JobState.WAITING);

        at(2, foreign("1", 6, 1000 * S));
        assertThat(state(1)).isEqualTo(JobState.RUNNING);

        at(3, submit(job(2, 4, 10)));
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        at(4, new Event.ForeignGone("1"));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobWaitingForItsNodeSetIsToldHowManyNodesAreDown() {
        QueueRules fast = new QueueRules("fast", Optional.of(new Constraint.Properties(List.of("fast"))), List.of());
        engine = engine(Fixture.nodes(4, 2), List.of(fast), JobOrder.fifo(), CycleOptions.DEFAULT);
        at(0, new Event.NodeClosed("/cluster0/node0", ClosedReason.DOWN));
        at(1, submit(Job.of(1, Fixture.nodes(2), 10 * S).withQueuePriority(new QueuePriority("fast", 0))));

        assertThat(engine.outlook(S).verdict(1))
                .isInstanceOfSatisfying(
                        Verdict.Waits.class,
                        waits -> assertThat(waits.reason().sentence())
                                .isEqualTo("needs 2 nodes, 2 in the queue's set (fast); 1 down"));
    }

    @Test
    void nodesThatAreDownTakeNoWork() {
        engine = engine(Fixture.nodes(2, 2), List.of(), JobOrder.fifo(), CycleOptions.DEFAULT);
        at(
                0,
                new Event.NodeClosed("/cluster0/node0", ClosedReason.DOWN),
                new Event.NodeClosed("/cluster0/node1", ClosedReason.DRAINED));
        at(1, submit(Job.of(1, Fixture.nodes(1), 10 * S)));

        assertThat(state(1)).isEqualTo(JobState.WAITING);
        assertThat(engine.outlook(S).verdict(1)).isInstanceOfSatisfying(Verdict.Waits.class, waits -> {
            assertThat(waits.reason().code()).isEqualTo(ReasonCode.NODES_DOWN);
            assertThat(waits.reason().sentence()).isEqualTo("needs 1 node, 2 there; 1 down; 1 drained");
        });

        at(2, new Event.NodeOpened("/cluster0/node1", ClosedReason.DRAINED));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(at(3, new Event.NodeOpened("/nowhere", ClosedReason.DRAINED)))
                .hasOnlyElementsOfType(Decision.Report.class);
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
        engine = engine(Fixture.sameMachine(live), List.of(), JobOrder.fifo(), CycleOptions.DEFAULT);
        engine.replay(store.read(0));
        assertThat(engine.image()).isEqualTo(live.image());
    }

    @Test
    void aPoolGrows() {
        at(0, submit(job(1, 6, 100)), submit(job(2, 6, 100)));
        assertThat(state(2)).isEqualTo(JobState.WAITING);

        at(2, new Event.NodeResized("/cluster0/core0", 12));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobOnARemovedNodeRunsUntilItsEndIsReported() {
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
    void noJobIsExtendedIntoMaintenance() {
        CycleOptions usual = CycleOptions.DEFAULT;
        for (OverrunPolicy policy :
                List.of(new OverrunPolicy.Grace(60 * S), new OverrunPolicy.ExtendWhileNoneWaits(60 * S))) {
            engine = engine(
                    Fixture.nodes(2, 2),
                    List.of(),
                    JobOrder.fifo(),
                    new CycleOptions(usual.order(), usual.passes(), false, usual.overdue(), policy));
            at(0, submit(Job.of(1, Fixture.nodes(1), 100 * S)), submit(Job.of(2, Fixture.nodes(1), 100 * S)));
            at(1, new Event.JobFinished(1));
            at(2, new Event.WindowCreated("1", "maintenance", Fixture.nodes(1), new Span(130 * S, 200 * S)));
            at(3, submit(Job.of(3, Fixture.nodes(1), 100 * S)));

            assertThat(at(100, new Event.JobOverran(2)))
                    .as("on another node, with %s", policy)
                    .containsExactly(new Decision.ExpectEnd(2, 160 * S));
            assertThat(at(103, new Event.JobOverran(3)))
                    .as("on the window's node, with %s", policy)
                    .containsExactly(new Decision.ExpectEnd(3, 130 * S));
            assertThat(at(130, new Event.JobOverran(3))).containsExactly(new Decision.Stop(3, StopReason.WALL_TIME));
        }
    }

    @Test
    void aPredictionDoesNotLetAJobRunIntoMaintenance() {
        engine = new Engine(EngineOptions.plain(new EasyPlusPlus(), CycleOptions.DEFAULT), Fixture.pool(10), true);
        at(0, submit(job(1, 1, 100)), submit(job(2, 1, 100)));
        at(5, new Event.JobFinished(1), new Event.JobFinished(2));
        at(10, submit(job(3, 1, 100)));
        assertThat(engine.table().endNanos(engine.table().indexOf(3)))
                .as("predicted")
                .isEqualTo(15 * S);

        at(11, new Event.WindowCreated("1", "maintenance", Fixture.cores(9), new Span(50 * S, 60 * S)));
        at(12, submit(job(4, 2, 100)), submit(job(5, 1, 38)));

        assertThat(state(4)).as("takes 5 s, but may take 100").isEqualTo(JobState.WAITING);
        assertThat(state(5)).isEqualTo(JobState.RUNNING);
    }
}

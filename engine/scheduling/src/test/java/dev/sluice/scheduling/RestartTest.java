package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.JobState;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A scheduler of a cluster restarts: it reads its records while no node is there yet, and then the nodes are reported.
class RestartTest extends EngineExamples {
    private static final Jobspec POD = pods(1);

    /// More than are remembered.
    private static final int MANY_ENDS = 10_001;

    private static final LiveNode NODE = LiveNode.of("n", "rack1", 4);

    RestartTest() {
        engine = newEngine();
    }

    private static Engine newEngine() {
        return new Engine(
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE),
                LiveNode.emptyCluster(),
                true);
    }

    private static Jobspec pods(int count) {
        ResourceRequest slot = ResourceRequest.slot(
                "task",
                Count.exactly(count),
                ResourceRequest.of(VertexKind.CORE, Count.exactly(1)),
                ResourceRequest.of("pods", Count.exactly(1)));
        return new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), Attributes.NONE);
    }

    private static Job job(long id, JobParts parts) {
        return Job.of(id, pods(parts.initial()), 1000 * S).withParts(parts);
    }

    private static NodeUse use(LiveNode node, Map<String, Long> amounts) {
        return new NodeUse(node.path(), amounts);
    }

    private void restart(long second, LiveNode... nodes) {
        engine = newEngine();
        engine.replay(store.read(0));
        for (LiveNode node : nodes) {
            engine.handle(node.added(), second * S);
        }
    }

    private long free(LiveNode node, String pool) {
        int vertex =
                engine.state().machineState().vertex(node.path() + "/" + pool).orElseThrow();
        return engine.state().machine().occupancy().availability().notAllocated(vertex);
    }

    @Test
    void aPartOnTheSameNodeIsHeldBesideTheOthers() {
        at(0, NODE.added(), submit(job(1, new JobParts(POD, 1, 1, 4))));
        at(1, new Event.PartsWanted(1, 1));
        assertThat(free(NODE, "core0")).isEqualTo(2);

        restart(2, NODE);

        assertThat(free(NODE, "core0")).isEqualTo(2);
        assertThat(free(NODE, "pods0")).isEqualTo(LiveNode.PODS - 2);
    }

    @Test
    void timeGoesOnWhereTheLastRecordEndedIfTheClockIsBehind() {
        at(100, NODE.added(), submit(job(1, JobParts.fixed(POD, 3))), submit(job(2, JobParts.fixed(POD, 3))));

        restart(60, NODE);
        List<Decision> decisions = at(60, new Event.JobCancelled(1));

        assertThat(decisions).contains(new Decision.Stop(1, StopReason.CANCELLED));
        assertThat(engine.table().endNanos(engine.table().indexOf(1))).isEqualTo(130 * S);
        at(61, new Event.JobVanished(1));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(engine.table().startedNanos(engine.table().indexOf(2))).isEqualTo(100 * S);
        at(101, new Event.JobStarted(2));
        assertThat(engine.table().confirmedNanos(engine.table().indexOf(2))).isEqualTo(101 * S);
    }

    @Test
    void waitingSharesAreReducedByAllThatIsReleased() {
        at(0, NODE.added(), submit(job(1, new JobParts(POD, 1, 1, 4))));
        at(1, new Event.PartsWanted(1, 2));
        at(2, new Event.PartEnded(1, use(NODE, Map.of("core", 2L, "pods", 2L))));
        assertThat(free(NODE, "core0")).isEqualTo(3);

        restart(3, NODE);

        assertThat(free(NODE, "core0")).isEqualTo(3);
        assertThat(free(NODE, "pods0")).isEqualTo(LiveNode.PODS - 1);
    }

    @Test
    void aNodeWhoseMoveIsRefusedStaysWhereItIsWithItsJobs() {
        ResourceGraph elsewhere = new ResourceGraph();
        int other = elsewhere.addVertex(new VertexKind("cluster", "cluster", "", 1), 1, 0, ResourceGraph.NO_RANK);
        elsewhere.setRoot(ResourceGraph.CONTAINMENT, other);
        at(0, NODE.added(), submit(job(1, JobParts.fixed(POD, 3))));

        List<Decision> decisions = at(1, new Event.NodeMoved(NODE.path(), "/cluster1/rack1/n", elsewhere));

        assertThat(decisions).contains(new Decision.Report("/cluster1 has no parent in the graph"));
        assertThat(free(NODE, "core0")).isEqualTo(1);
        at(2, new Event.PartEnded(1, use(NODE, Map.of("core", 1L, "pods", 1L))));
        assertThat(free(NODE, "core0")).isEqualTo(2);
    }

    @Test
    void aJobKeepsItsNodeThatMovesToAnotherRack() {
        LiveNode moved = NODE.in("rack2");
        at(0, NODE.added(), submit(job(1, JobParts.fixed(POD, 3))));
        at(1, NODE.movedTo(moved));
        assertThat(free(moved, "core0")).isEqualTo(1);
        at(2, new Event.PartEnded(1, use(moved, Map.of("core", 1L, "pods", 1L))));

        restart(3, moved);

        assertThat(free(moved, "core0")).isEqualTo(2);
    }

    @Test
    void aJobKeepsItsNodeThatMovedWhileTheSchedulerWasDown() {
        LiveNode moved = NODE.in("rack2");
        at(0, NODE.added(), submit(job(1, JobParts.fixed(POD, 3))));

        restart(1, moved);

        assertThat(free(moved, "core0")).isEqualTo(1);
        at(2, new Event.PartEnded(1, use(NODE, Map.of("core", 1L, "pods", 1L))));
        assertThat(free(moved, "core0")).as("reported with its old path").isEqualTo(2);
    }

    @Test
    void aNodeInQuarantineStaysThereWhenItMoves() {
        LiveNode moved = NODE.in("rack2");
        at(0, NODE.added());
        for (int i = 0; i < 3; i++) {
            at(i, submit(job(i, JobParts.fixed(POD, 1))));
            at(i, new Event.JobLost(i, List.of(NODE.path())), new Event.JobCancelled(i));
        }
        assertThat(isOpen(NODE)).isFalse();

        at(4, NODE.movedTo(moved));
        assertThat(isOpen(moved)).as("live").isFalse();
        restart(5, NODE.in("rack3"));
        assertThat(isOpen(NODE.in("rack3"))).as("restarted").isFalse();
        at(2 + WorldOptions.LIVE.quarantine().lastsNanos() / S, new Event.TimerFired());

        assertThat(isOpen(NODE.in("rack3"))).isTrue();
    }

    private boolean isOpen(LiveNode node) {
        int vertex = engine.state().machineState().vertex(node.path()).orElseThrow();
        return !engine.state().machine().graph().isDown(vertex);
    }

    @Test
    void recordsWithFullPathsAreUnderstood() {
        Job job = job(1, JobParts.fixed(POD, 3));
        Share old = new Share(NODE.path() + "/core0", 3, Share.Use.SHARED);
        Share now = new Share("n/core0", 1, Share.Use.SHARED);
        store.append(
                0,
                List.of(
                        new QueueRecord.Submitted(job, 1000 * S, 0),
                        new QueueRecord.Started(1, 1000 * S, List.of(old), false, 0),
                        new QueueRecord.Reduced(1, 1, List.of(now), S),
                        new QueueRecord.Quarantined(NODE.path(), 10 * S, S)));

        restart(2, NODE);

        assertThat(free(NODE, "core0")).isEqualTo(2);
        assertThat(isOpen(NODE)).isFalse();
    }

    @Test
    void partsThatAreWantedAndNodesThatAreAvoidedSurvive() {
        at(0, NODE.added(), submit(job(1, JobParts.fixed(POD, 2))));
        at(2, new Event.PartLost(1, use(NODE, Map.of("core", 1L, "pods", 1L))), new Event.PartsWanted(1, 1));
        assertThat(free(NODE, "core0")).isEqualTo(3);
        List<QueueRecord> snapshot = engine.snapshot(3 * S);

        restart(3, NODE);
        assertThat(at(4)).as("the node is avoided").noneMatch(Decision.Extend.class::isInstance);
        assertThat(engine.nextWakeNanos()).isEqualTo(12 * S);
        assertThat(at(12, new Event.TimerFired())).anyMatch(Decision.Extend.class::isInstance);

        engine = newEngine();
        engine.replay(snapshot);
        assertThat(engine.snapshot(3 * S)).isEqualTo(snapshot);
        at(4, NODE.added());
        assertThat(engine.nextWakeNanos()).as("from a snapshot").isEqualTo(12 * S);
    }

    @Test
    void aDependencyThatWasMetStaysMetHoweverManyJobsEndLater() {
        at(0, NODE.added(), submit(job(1, JobParts.fixed(POD, 1))));
        at(1, new Event.JobFinished(1));
        Job dependent = job(2, JobParts.fixed(POD, 5)).waitingFor(new Condition.AfterOk(1));
        at(2, submit(dependent));
        assertThat(isInLine(2)).isTrue();
        for (int id = 3; id < 3 + MANY_ENDS; id++) {
            at(3, submit(job(id, JobParts.fixed(POD, 5))), new Event.JobCancelled(id));
        }

        List<QueueRecord> snapshot = engine.snapshot(4 * S);
        engine = newEngine();
        engine.replay(snapshot);
        assertThat(isInLine(2)).isTrue();
        at(5, new Event.JobChanged(dependent.lasting(500 * S)));

        assertThat(isInLine(2)).isTrue();
        assertThat(engine.snapshot(5 * S))
                .as("ends that are remembered")
                .contains(new QueueRecord.Finished(1, JobState.COMPLETED, true, 5 * S));
        at(6, new Event.JobCancelled(2), submit(job(1 + 2 * MANY_ENDS, JobParts.fixed(POD, 5))));
        assertThat(engine.snapshot(6 * S))
                .as("nothing depends on it any more")
                .doesNotContain(new QueueRecord.Finished(1, JobState.COMPLETED, true, 6 * S));
    }

    private boolean isInLine(long id) {
        return engine.state().isInLine(engine.table().indexOf(id));
    }

    @Test
    void aRemovedNodeConcernsItsHoldersOnly() {
        LiveNode other = new LiveNode("other", "rack1", 2, 4, 0);
        at(0, NODE.added(), submit(job(1, JobParts.fixed(POD, 4))));
        at(1, other.added(), submit(job(2, JobParts.fixed(POD, 3))));
        int vertex = engine.state().machineState().vertex(other.path()).orElseThrow();

        assertThat(engine.state().machine().occupancy().holdersBelow(vertex))
                .containsExactly((long) engine.table().indexOf(2));
        at(2, new Event.NodeRemoved(other.path()));
        at(3, other.in("rack2").added());
        assertThat(free(other.in("rack2"), "core0")).isEqualTo(1);
        assertThat(free(NODE, "core0")).isZero();
    }

    /// Takes minutes if each node that appears costs as much as waits for all others.
    @Test
    @Timeout(30)
    void aNodeThatAppearsCostsWhatIsHeldOfItOnly() {
        int nodes = 2000;
        List<QueueRecord> records = new ArrayList<>();
        for (int i = 0; i < 10 * nodes; i++) {
            LiveNode node = LiveNode.of("n" + i % nodes, "rack" + i % nodes / 40, 16);
            records.add(new QueueRecord.Submitted(job(i, JobParts.fixed(POD, 1)), 1000 * S, 0));
            List<Share> shares = List.of(
                    new Share(node.path() + "/core0", 1, Share.Use.SHARED),
                    new Share(node.path() + "/pods0", 1, Share.Use.SHARED));
            records.add(new QueueRecord.Started(i, 1000 * S, shares, false, 0));
        }
        engine.replay(records);

        for (int i = 0; i < nodes; i++) {
            engine.handle(new LiveNode("n" + i, "rack" + i / 40, i, 16, 0).added(), S);
        }

        assertThat(free(LiveNode.of("n7", "rack0", 16), "core0")).isEqualTo(6);
    }
}

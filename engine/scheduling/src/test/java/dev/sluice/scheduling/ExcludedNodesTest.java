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
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Jobs that are kept off nodes for reasons that the engine does not know.
class ExcludedNodesTest extends EngineExamples {
    private static final LiveNode FIRST = LiveNode.of("n1", "rack1", 4);
    private static final LiveNode SECOND = LiveNode.of("n2", "rack1", 4);

    /// As many as would be quarantined for failures.
    private static final int MANY = 10;

    ExcludedNodesTest() {
        engine = newEngine();
        at(0, FIRST.added(), SECOND.added());
    }

    private static Engine newEngine() {
        return new Engine(
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE),
                LiveNode.emptyCluster(),
                true);
    }

    private static Jobspec pod() {
        ResourceRequest slot = ResourceRequest.slot(
                "task",
                Count.exactly(1),
                ResourceRequest.of(VertexKind.CORE, Count.exactly(3)),
                ResourceRequest.of("pods", Count.exactly(1)));
        return new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), Attributes.NONE);
    }

    private static Event job(long id) {
        return submit(Job.of(id, pod(), 1000 * S).withParts(JobParts.fixed(pod(), 1)));
    }

    private static NodeUse part(LiveNode node) {
        return new NodeUse(node.path(), Map.of("core", 3L, "pods", 1L));
    }

    /// The node's name.
    private String whereIs(long id) {
        List<Share> shares =
                engine.state().machineState().sharesOf(engine.table().indexOf(id));
        return shares.isEmpty() ? "" : shares.getFirst().path().replaceAll(".*(n[12])/.*", "$1");
    }

    private void exclude(long second, LiveNode... nodes) {
        List<String> paths = Arrays.stream(nodes).map(LiveNode::path).toList();
        at(second, new Event.NodesExcluded(1, paths));
    }

    @Test
    void aJobGetsNoExcludedNodeHoweverLongItWaits() {
        at(0, job(1));
        assertThat(whereIs(1)).isEqualTo("n1");
        at(
                1,
                new Event.JobLost(1, List.of(), List.of(FIRST.path())),
                new Event.NodesExcluded(1, List.of(FIRST.path())));
        assertThat(whereIs(1)).as("at once").isEqualTo("n2");

        at(2, new Event.NodesExcluded(1, List.of(FIRST.path(), SECOND.path())));
        at(3, new Event.JobLost(1));
        at(5000, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.WAITING);

        at(5001, new Event.NodesExcluded(1, List.of(SECOND.path())));
        assertThat(whereIs(1)).isEqualTo("n1");
    }

    @Test
    void theReplacementOfAPartGetsNoExcludedNode() {
        at(0, job(1));
        exclude(1, FIRST);
        at(1, new Event.PartEnded(1, part(FIRST)), job(2), new Event.PartsWanted(1, 1));
        assertThat(whereIs(1)).isEqualTo("n2");

        exclude(2, FIRST, SECOND);
        at(2, new Event.PartEnded(1, part(SECOND)), new Event.PartsWanted(1, 1));
        at(500, new Event.TimerFired());
        assertThat(whereIs(1)).isEmpty();

        exclude(501);
        assertThat(whereIs(1)).isNotEmpty();
    }

    @Test
    void exclusionsSurviveRestarts() {
        at(0, job(1));
        exclude(1, FIRST, SECOND);
        at(1, new Event.JobLost(1));
        List<QueueRecord> snapshot = engine.snapshot(2 * S);

        engine = newEngine();
        engine.replay(store.read(0));
        at(100, FIRST.added(), SECOND.added(), new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.WAITING);
        exclude(101, SECOND);
        assertThat(whereIs(1)).isEqualTo("n1");

        engine = newEngine();
        engine.replay(snapshot);
        at(100, FIRST.added(), SECOND.added(), new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.WAITING);
        exclude(101, SECOND);
        assertThat(whereIs(1)).isEqualTo("n1");
    }

    @Test
    void noNodeIsBlamedForWhatIsNotItsFault() {
        for (int i = 0; i < MANY; i++) {
            at(i, job(i));
            at(i, new Event.JobLost(i, List.of(), List.of(FIRST.path(), SECOND.path())), new Event.JobCancelled(i));
        }

        assertThat(engine.state().quarantined()).isEmpty();
        at(MANY, job(MANY));
        assertThat(whereIs(MANY)).isEqualTo("n1");
    }
}

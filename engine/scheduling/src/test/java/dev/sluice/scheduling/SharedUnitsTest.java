package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.VertexKind;
import dev.sluice.queue.Job;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.machine.ForeignUse;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Pods of other schedulers over-commit the GPUs of a node.
class SharedUnitsTest extends EngineExamples {
    private static final LiveNode CROWDED = new LiveNode("crowded", "rack0", 1, 4, 3);
    private static final LiveNode OTHER = new LiveNode("other", "rack0", 0, 4, 2);

    SharedUnitsTest() {
        engine = new Engine(
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE),
                LiveNode.emptyCluster(),
                true);
        at(0, CROWDED.added(), OTHER.added());
        at(1, pod("a", CROWDED, 2), pod("b", CROWDED, 2), pod("c", CROWDED, 2));
    }

    private static Event pod(String id, LiveNode node, long gpus) {
        return new Event.ForeignHeld(
                new ForeignUse(id, node.path(), Map.of(VertexKind.GPU, gpus, VertexKind.CORE, 1L), ForeignUse.OPEN));
    }

    private long numberOf(String id) {
        return Objects.requireNonNull(engine.state().machineState().others().foreign(id))
                .number();
    }

    private long freeGpus(LiveNode node) {
        long free = 0;
        for (int i = 0; i < node.gpus(); i++) {
            int gpu = engine.state()
                    .machineState()
                    .vertex(node.path() + "/gpu" + i)
                    .orElseThrow();
            free += engine.state().machine().occupancy().availability().notAllocated(gpu);
        }
        return free;
    }

    @Test
    void releasedUnitsGoToThePodsThatShareThem() {
        at(2, new Event.ForeignGone("a"));
        assertThat(freeGpus(CROWDED)).as("four are wanted").isZero();

        at(3, new Event.ForeignGone("b"));
        assertThat(freeGpus(CROWDED)).isEqualTo(1);
    }

    @Test
    void unitsThatTheNodeGainsGoToThePodsThatShareSome() {
        at(2, CROWDED.withGpus(4).added());
        assertThat(freeGpus(CROWDED.withGpus(4))).as("six are wanted").isZero();

        at(3, CROWDED.withGpus(7).added());
        assertThat(freeGpus(CROWDED.withGpus(7))).isEqualTo(1);
    }

    @Test
    void podsHoldOtherUnitsOfTheirNodeWhenTheirsAreRemoved() {
        at(2, pod("x", OTHER, 1));

        at(3, new Event.NodeRemoved(OTHER.path() + "/gpu0"));
        assertThat(isFree(OTHER, 1)).as("one is held, and one is left").isFalse();
        at(4, new Event.NodeRemoved(OTHER.path() + "/gpu1"));
        at(5, OTHER.added());

        assertThat(freeGpus(OTHER)).isEqualTo(1);
        at(6, new Event.ForeignGone("x"));
        assertThat(freeGpus(OTHER)).isEqualTo(2);
    }

    private boolean isFree(LiveNode node, int gpu) {
        int vertex =
                engine.state().machineState().vertex(node.path() + "/gpu" + gpu).orElseThrow();
        return engine.state().machine().occupancy().availability().notAllocated(vertex) > 0;
    }

    @Test
    void aReleaseOnAnotherNodeDoesNotEnterThemAgain() {
        long before = numberOf("c");
        at(2, pod("x", OTHER, 1), submit(Job.of(1, Fixture.gpuNode(1, 1), 100 * S)));

        at(3, new Event.ForeignGone("x"), new Event.JobFinished(1));

        assertThat(numberOf("c")).isEqualTo(before);
    }
}

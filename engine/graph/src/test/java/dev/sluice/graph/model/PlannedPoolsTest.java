package dev.sluice.graph.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.GraphBuilder;
import dev.sluice.graph.Jobs;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.Jobspec;
import org.junit.jupiter.api.Test;

/// Memory is counted in bytes, and a search in the future skips what has too little of it.
class PlannedPoolsTest {
    private static final long GIB = 1L << 30;

    private final ResourceModel model = new ResourceModel(
            GraphBuilder.cluster("lab")
                    .each(
                            "rack",
                            2,
                            rack -> rack.each(
                                    VertexKind.NODE,
                                    2,
                                    node -> node.pool(VertexKind.CORE, "m", 4000)
                                            .pool("memory", "B", 64 * GIB)))
                    .build(),
            MatchPolicy.named("low").orElseThrow());
    private final ResourceGraph graph = model.graph();
    private final Occupancy occupancy = model.occupancy();
    private final int memory = occupancy.layout().counted(graph.typeNumber("memory"));

    @Test
    void memoryIsPlannedFromTheFirstSearchInTheFutureOn() {
        hold(1, pod(100, 60 * GIB), 100);
        assertThat(occupancy.availability().isPlanned(memory)).isFalse();

        model.findFrom(model.prepare(pod(100, 60 * GIB)), 0, 10);

        assertThat(occupancy.availability().isPlanned(memory)).isTrue();
        assertThat(occupancy.availability().freeOf(memory, graph.root(), 0, 10)).isEqualTo(4 * 64 * GIB - 60 * GIB);
        assertThat(occupancy.availability().freeOf(memory, graph.nodeOfRank(0), 0, 10))
                .isEqualTo(4 * GIB);
        assertThat(occupancy.availability().freeOf(memory, graph.nodeOfRank(0), 100, 110))
                .isEqualTo(64 * GIB);
    }

    @Test
    void aPodThatNeedsMuchMemoryWaitsForTheFirstNodeThatHasIt() {
        for (long job = 0; job < 4; job++) {
            hold(job, pod(100, 60 * GIB), 100 - 10 * job);
        }

        Outcome.Placed placed =
                model.findFrom(model.prepare(pod(100, 5 * GIB)), 0, 10).orElseThrow();

        assertThat(placed.start()).isEqualTo(70);
        assertThat(placed.placement().vertex(0))
                .isEqualTo(graph.findByPath("/lab0/rack1/node3/core0").orElseThrow());
    }

    private void hold(long job, Jobspec jobspec, long end) {
        Outcome.Placed placed = model.findAt(model.prepare(jobspec), 0, end).orElseThrow();
        model.hold(new Occupancy.Holding(job, placed.placement(), 0, end, false));
    }

    private static Jobspec pod(long milliCores, long bytes) {
        return Jobs.job(10, Jobs.node(1, Jobs.slot(1, Jobs.core(milliCores), Jobs.some("memory", bytes))));
    }
}

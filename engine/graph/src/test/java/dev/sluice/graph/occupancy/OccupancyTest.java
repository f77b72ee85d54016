package dev.sluice.graph.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.runtime.fault.InvariantViolation;
import org.junit.jupiter.api.Test;

class OccupancyTest {
    private final ResourceGraph graph = Machine.ofNodes(1).withMemory(2, 8).build();
    private final Occupancy occupancy = new Occupancy(graph);
    private final int node = graph.findByPath("/cluster0/node0").orElseThrow();
    private final int bank = graph.findByPath("/cluster0/node0/memory0").orElseThrow();
    private final int otherBank = graph.findByPath("/cluster0/node0/memory1").orElseThrow();

    @Test
    void unallocatedVerticesAreFreeAndUnused() {
        assertThat(occupancy.availability().free(bank, 0, 100)).isEqualTo(8);
        assertThat(occupancy.availability().isUnused(bank, 0, 100)).isTrue();
        assertThat(occupancy.holdings()).isEmpty();
    }

    @Test
    void exclusiveVerticesAreTakenFromStartToEnd() {
        occupancy.hold(bankFrom(1, 10, 20));

        assertThat(occupancy.availability().free(bank, 0, 10)).isEqualTo(8);
        assertThat(occupancy.availability().free(bank, 9, 11)).isZero();
        assertThat(occupancy.availability().free(bank, 19, 30)).isZero();
        assertThat(occupancy.availability().free(bank, 20, 30)).isEqualTo(8);
    }

    @Test
    void sharedVerticesStayFreeButAreUsed() {
        occupancy.hold(bankFrom(1, 10, 20));

        assertThat(occupancy.availability().free(node, 10, 20)).isEqualTo(1);
        assertThat(occupancy.availability().isUnused(node, 10, 20)).isFalse();
        assertThat(occupancy.availability().isUnused(node, 20, 30)).isTrue();
        assertThat(occupancy.availability().isUnused(otherBank, 10, 20)).isTrue();
    }

    @Test
    void aSecondHoldingOfTheSameJobIsRefusedAndChangesNothing() {
        occupancy.hold(bankFrom(1, 10, 20));

        assertThatThrownBy(() -> occupancy.hold(bankFrom(1, 30, 40))).isInstanceOf(InvariantViolation.class);

        assertThat(occupancy.availability().free(bank, 30, 40)).isEqualTo(8);
    }

    @Test
    void aReleaseAtAVertexConcernsThePartsThatHoldItAndNotWhatTheyShare() {
        ResourceGraph shared = new ResourceGraph();
        int cluster = shared.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        shared.setRoot(ResourceGraph.CONTAINMENT, cluster);
        int rack0 = below(shared, cluster, new VertexKind("rack", "rack", "", 1), 0);
        int rack1 = below(shared, cluster, new VertexKind("rack", "rack", "", 1), 1);
        int pool = below(shared, rack0, VertexKind.pool("memory", "", 8), 0);
        int edge = shared.addEdge(rack1, pool, ResourceGraph.CONTAINMENT);
        Occupancy its = new Occupancy(shared);
        for (int rack : new int[] {rack0, rack1}) {
            Placement.Builder part = Placement.builder();
            part.add(pool, rack == rack0 ? shared.firstOut(rack0) : edge, 2, false, 3);
            part.add(rack, shared.edgeTo(rack), 1, false, 2);
            part.add(cluster, ResourceGraph.NO_EDGE, 1, false, 1);
            its.force(new Holding(1, part.build(), 0, 10, false));
        }

        assertThat(its.releaseAt(1, rack0)).isTrue();

        assertThat(its.holdings(1)).hasSize(1);
        assertThat(its.availability().free(pool, 0, 10)).isEqualTo(6);
        assertThat(its.availability().isUnused(rack0, 0, 10)).isTrue();
        assertThat(its.availability().isUnused(rack1, 0, 10)).isFalse();
    }

    private static int below(ResourceGraph to, int above, VertexKind kind, long id) {
        int vertex = to.addVertex(kind, id, to.vertexCount(), ResourceGraph.NO_RANK);
        to.addEdge(above, vertex, ResourceGraph.CONTAINMENT);
        return vertex;
    }

    @Test
    void releasingRestoresThePreviousState() {
        occupancy.hold(bankFrom(1, 10, 20));
        occupancy.hold(bankFrom(2, 20, 30));

        assertThat(occupancy.release(1)).isTrue();

        assertThat(occupancy.availability().free(bank, 0, 20)).isEqualTo(8);
        assertThat(occupancy.availability().free(bank, 0, 21)).isZero();
        assertThat(occupancy.holding(1)).isEmpty();
        assertThat(occupancy.holding(2)).isPresent();
        assertThat(occupancy.release(1)).isFalse();
    }

    @Test
    void releasingLeavesNoUserBehind() {
        occupancy.hold(bankFrom(1, 10, 20));

        occupancy.release(1);

        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            assertThat(occupancy.availability().isUnused(vertex, 0, 100)).isTrue();
        }
    }

    @Test
    void coresAreCountedBelowEachVertex() {
        ResourceGraph cores = Machine.ofNodes(2).withCores(3).build();
        Occupancy ofCores = new Occupancy(cores);
        int parent = cores.findByPath("/cluster0/node0").orElseThrow();
        int edge = cores.firstOut(parent);
        Placement.Builder oneCore = Placement.builder();
        oneCore.add(cores.target(edge), edge, 1, true, 3);
        oneCore.add(parent, cores.firstOut(cores.root()), 1, false, 2);
        oneCore.add(cores.root(), ResourceGraph.NO_EDGE, 1, false, 1);

        ofCores.hold(new Holding(1, oneCore.build(), 10, 20, false));

        assertThat(ofCores.availability().cores(parent)).isEqualTo(3);
        assertThat(ofCores.availability().freeCores(parent, 0, 10)).isEqualTo(3);
        assertThat(ofCores.availability().freeCores(parent, 0, 11)).isEqualTo(2);
        assertThat(ofCores.availability().freeCores(cores.root(), 15, 16)).isEqualTo(5);
        ofCores.release(1);
        assertThat(ofCores.availability().freeCores(cores.root(), 15, 16)).isEqualTo(6);
    }

    @Test
    void theNextEndIsInTheFuture() {
        occupancy.hold(bankFrom(1, 20, 30));
        occupancy.hold(bankFrom(2, 0, 10));
        occupancy.hold(bankFrom(3, 10, 20));

        assertThat(occupancy.availability().nextEndAfter(0)).isEqualTo(10);
        assertThat(occupancy.availability().nextEndAfter(10)).isEqualTo(20);
        assertThat(occupancy.availability().nextEndAfter(30)).isEqualTo(Timelines.NEVER);
    }

    @Test
    void holdingsAreListedInInsertionOrder() {
        occupancy.hold(bankFrom(7, 20, 30));
        occupancy.hold(bankFrom(2, 0, 10));

        assertThat(occupancy.holdings()).extracting(Holding::job).containsExactly(7L, 2L);
    }

    @Test
    void aJobHoldsOnce() {
        occupancy.hold(bankFrom(1, 0, 10));

        assertThatThrownBy(() -> occupancy.hold(bankFrom(1, 20, 30)))
                .hasMessageContaining("job (1) already holds resources");
    }

    @Test
    void verticesAddedLaterAreTracked() {
        occupancy.hold(bankFrom(1, 0, 10));
        int added = graph.addVertex(new VertexKind("memory", "memory", "GB", 4), 2, 99, ResourceGraph.NO_RANK);
        int edge = graph.addEdge(node, added, ResourceGraph.CONTAINMENT);
        occupancy.added(added);
        Placement.Builder placement = Placement.builder();
        placement.add(added, edge, 4, true, 3);

        assertThat(occupancy.availability().free(added, 0, 10)).isEqualTo(4);
        occupancy.hold(new Holding(2, placement.build(), 0, 10, false));

        assertThat(occupancy.availability().free(added, 0, 10)).isZero();
        assertThat(occupancy.availability().free(bank, 0, 10)).isZero();
        assertThat(occupancy.availability().free(otherBank, 0, 10)).isEqualTo(8);
    }

    /// Bank 0 exclusively, node and cluster shared.
    private Holding bankFrom(long job, long start, long end) {
        Placement.Builder placement = Placement.builder();
        placement.add(bank, graph.firstOut(node), 8, true, 3);
        placement.add(node, graph.firstOut(graph.root()), 1, false, 2);
        placement.add(graph.root(), ResourceGraph.NO_EDGE, 1, false, 1);
        return new Holding(job, placement.build(), start, end, false);
    }
}

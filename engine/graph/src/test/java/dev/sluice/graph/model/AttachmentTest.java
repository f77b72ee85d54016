package dev.sluice.graph.model;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.exclusive;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.graph.GraphBuilder;
import dev.sluice.graph.GraphException;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.jobspec.Jobspec;
import org.junit.jupiter.api.Test;

class AttachmentTest {
    private final ResourceModel model = new ResourceModel(
            GraphBuilder.cluster("lab")
                    .each("node", 2, node -> node.each("core", 2).pool("memory", "GB", 16))
                    .build(),
            MatchPolicy.named("low").orElseThrow());
    private final ResourceGraph graph = model.graph();
    private long nextJob = 1;

    @Test
    void attachedVerticesCanBeMatched() {
        allocate(job(60, exclusive(node(2))));

        assertThat(model.attach(part(2, "node2"))).isEqualTo(3);

        assertThat(graph.path(graph.nodeOfRank(2))).isEqualTo("/lab0/node2");
        assertThat(allocate(job(60, node(1, slot(1, core(2)))))).isInstanceOf(Outcome.Placed.class);
        assertThat(allocate(job(60, slot(1, core(1))))).isInstanceOf(Outcome.Busy.class);
    }

    @Test
    void aRankInUseIsRefusedAndNothingChanges() {
        int vertices = graph.vertexCount();

        assertThatThrownBy(() -> model.attach(part(1, "node2")))
                .isInstanceOf(GraphException.class)
                .hasMessage("rank (1) of /lab0/node2 is already used by /lab0/node1");
        assertThat(graph.vertexCount()).isEqualTo(vertices);
    }

    @Test
    void aPathInUseIsRefused() {
        assertThatThrownBy(() -> model.attach(part(7, "node1")))
                .isInstanceOf(GraphException.class)
                .hasMessage("/lab0/node1 already exists with rank (1), not (7)");
    }

    @Test
    void verticesWithoutAParentAreRefused() {
        ResourceGraph lost = JgfReader.readPart("""
                {"graph": {"nodes": [{"id": "5", "metadata": {"type": "node", "id": 5, "rank": 5,
                 "paths": {"containment": "/lab0/rack9/node5"}}}], "edges": []}}""", "lost.json");

        assertThatThrownBy(() -> model.attach(lost))
                .isInstanceOf(GraphException.class)
                .hasMessage("/lab0/rack9/node5 has no parent in the graph");
    }

    @Test
    void attachingExistingVerticesChangesNothing() {
        long version = graph.version();

        assertThat(model.attach(GraphBuilder.cluster("lab")
                        .each("node", 2, node -> node.each("core", 2))
                        .build()))
                .isZero();
        assertThat(graph.version()).isEqualTo(version);
    }

    @Test
    void removedVerticesAreNotMatched() {
        model.remove(graph.nodeOfRank(0));

        assertThat(allocate(job(60, exclusive(node(1))))).isInstanceOf(Outcome.Placed.class);
        assertThat(allocate(job(60, exclusive(node(1))))).isInstanceOf(Outcome.Busy.class);
        assertThat(model.match(MatchOperation.SATISFIABILITY, job(60, node(2)), 9, 0))
                .isInstanceOf(Outcome.Unsatisfiable.class);
    }

    @Test
    void jobsLoseRemovedVerticesAndKeepTheRest() {
        allocate(job(60, exclusive(node(2))));

        model.remove(graph.nodeOfRank(0));

        assertThat(model.occupancy().holding(1).orElseThrow().placement().size())
                .isEqualTo(5);
        model.remove(graph.nodeOfRank(1));
        assertThat(model.occupancy().holding(1)).isEmpty();
    }

    @Test
    void removedVerticesCanBeAttachedAgain() {
        model.attach(part(2, "node2"));
        model.remove(graph.nodeOfRank(2));
        assertThat(model.attach(part(2, "node2"))).isEqualTo(3);

        assertThat(allocate(job(60, exclusive(node(3))))).isInstanceOf(Outcome.Placed.class);
    }

    @Test
    void theRootCannotBeRemoved() {
        assertThatThrownBy(() -> model.remove(graph.root())).hasMessage("/lab0 is the root, which cannot be removed");
    }

    @Test
    void aPoolShrinksBelowWhatJobsHoldDownToZero() {
        int pool = graph.findByPath("/lab0/node0/memory0").orElseThrow();
        hold(1, pool, 10);

        model.resize(pool, 12);
        assertThat(model.occupancy().availability().free(pool, 0, 60)).isEqualTo(2);
        assertThat(model.occupancy().availability().free(pool, 60, 120)).isEqualTo(12);

        model.resize(pool, 9);
        assertThat(model.occupancy().availability().free(pool, 0, 60)).isZero();
        assertThat(model.occupancy().availability().free(pool, 60, 120)).isEqualTo(9);
        assertThat(model.occupancy().availability().notAllocated(pool)).isZero();

        model.resize(pool, 0);
        assertThat(model.occupancy().availability().free(pool, 60, 120)).isZero();

        model.resize(pool, 12);
        assertThat(model.occupancy().availability().free(pool, 0, 60)).isEqualTo(2);
        model.cancel(1);
        assertThat(model.occupancy().availability().free(pool, 0, 60)).isEqualTo(12);
    }

    /// What is missing on one node must not hide what another has.
    @Test
    void aPoolThatShrankDoesNotHideItsNeighbours() {
        int pool = graph.findByPath("/lab0/node0/memory0").orElseThrow();
        int other = graph.findByPath("/lab0/node1/memory0").orElseThrow();
        hold(1, pool, 10);
        model.resize(pool, 0);

        int memory = model.occupancy().layout().counted(graph.typeNumber("memory"));
        assertThat(model.occupancy().availability().stock().free(graph.root(), memory))
                .isEqualTo(graph.size(other));
    }

    @Test
    void aVertexThatIsAllocatedWholeIsResizedWhileItIsHeld() {
        int core = graph.findByPath("/lab0/node0/core0").orElseThrow();
        model.resize(core, 2);
        Placement.Builder some = Placement.builder();
        some.add(core, graph.edgeTo(core), 2, true, 3);
        some.add(graph.parent(core), graph.edgeTo(graph.parent(core)), 1, false, 2);
        some.add(graph.root(), ResourceGraph.NO_EDGE, 1, false, 1);
        model.adopt(new Holding(1, some.build(), 0, 60, false));

        model.resize(core, 3);

        assertThat(model.occupancy().availability().free(core, 0, 60)).isZero();
        assertThat(model.occupancy().availability().free(core, 60, 120)).isEqualTo(3);
        int cores = model.occupancy().layout().counted(graph.typeNumber("core"));
        assertThat(model.occupancy().availability().stock().free(graph.root(), cores))
                .isEqualTo(3);
        model.cancel(1);
        assertThat(model.occupancy().availability().stock().free(graph.root(), cores))
                .isEqualTo(6);
    }

    private void hold(long job, int pool, long amount) {
        Placement.Builder some = Placement.builder();
        some.add(pool, graph.edgeTo(pool), amount, false, 3);
        some.add(graph.parent(pool), graph.edgeTo(graph.parent(pool)), 1, false, 2);
        some.add(graph.root(), ResourceGraph.NO_EDGE, 1, false, 1);
        model.adopt(new Holding(job, some.build(), 0, 60, false));
    }

    @Test
    void nothingInAVertexThatIsDownIsGivenAway() {
        model.setDown(graph.nodeOfRank(0), true);

        assertThat(graph.isDown(graph.findByPath("/lab0/node0/core1").orElseThrow()))
                .isFalse();
        assertThat(allocate(job(60, exclusive(node(2))))).isInstanceOf(Outcome.Busy.class);
        model.setDown(graph.nodeOfRank(0), false);
        assertThat(allocate(job(60, exclusive(node(2))))).isInstanceOf(Outcome.Placed.class);
    }

    private static ResourceGraph part(int rank, String name) {
        return JgfReader.readPart("""
                {"graph": {"nodes": [
                  {"id": "0", "metadata": {"type": "cluster", "basename": "lab", "id": 0, "paths": {"containment": "/lab0"}}},
                  {"id": "100", "metadata": {"type": "node", "name": "%s", "id": 9, "rank": %d,
                    "paths": {"containment": "/lab0/%s"}}},
                  {"id": "101", "metadata": {"type": "core", "id": 0, "paths": {"containment": "/lab0/%s/core0"}}},
                  {"id": "102", "metadata": {"type": "core", "id": 1, "paths": {"containment": "/lab0/%s/core1"}}}],
                 "edges": [{"source": "0", "target": "100"}, {"source": "100", "target": "101"},
                  {"source": "100", "target": "102"}]}}""".formatted(name, rank, name, name, name), "part.json");
    }

    private Outcome allocate(Jobspec jobspec) {
        return model.match(MatchOperation.ALLOCATE, jobspec, nextJob++, 0);
    }
}

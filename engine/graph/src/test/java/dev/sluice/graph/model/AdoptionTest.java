package dev.sluice.graph.model;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.exclusive;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.JgfListing;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.io.JgfWriter;
import dev.sluice.graph.io.RWriter;
import dev.sluice.graph.io.SimpleWriter;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.rset.ResourceSetReader;
import org.junit.jupiter.api.Test;

class AdoptionTest {
    private static final Machine MACHINE =
            Machine.ofNodes(4).withSockets(2).withCores(2).withGpus(1);

    private final ResourceModel before = model();
    private final ResourceModel after = model();

    @Test
    void aPlacementIsAdoptedFromJgf() {
        Placement placed = place(job(60, slot(3, core(1))));

        Placement adopted = adopt(JgfReader.readListing(JgfWriter.write(before.graph(), placed), "r"));

        assertThat(simple(adopted)).isEqualTo(simple(placed));
    }

    @Test
    void shorthandIsExpandedFromTheGraph() {
        Placement placed = place(job(60, exclusive(node(2))));
        String text = JgfWriter.writeShorthand(before.graph(), placed);

        JgfListing listing = JgfReader.readListing(text, "r");

        assertThat(listing.shorthand()).isTrue();
        assertThat(listing.part().vertexCount()).isEqualTo(3);
        assertThat(simple(adopt(listing))).isEqualTo(simple(placed));
    }

    @Test
    void aResourceSetIsAdoptedFromItsSchedulingKey() {
        Placement placed = place(job(60, exclusive(node(1))));
        String text = RWriter.rv1WithShorthand(before.graph(), placed, 0, 60);

        JgfListing listing = JgfReader.readScheduling(text, "r").orElseThrow();

        assertThat(simple(adopt(listing))).isEqualTo(simple(placed));
        assertThat(JgfReader.readScheduling(RWriter.rv1(before.graph(), placed, 0, 60), "r"))
                .isEmpty();
    }

    @Test
    void aResourceSetNamesCoresByRankAndId() {
        Placement placed = place(job(60, slot(3, core(1))));
        String text = RWriter.rv1(before.graph(), placed, 0, 60);

        Placement adopted = Adoption.of(after.graph(), ResourceSetReader.read(text, "r"));

        assertThat(simple(adopted)).isEqualTo(simple(placed));
    }

    @Test
    void freeRanksAreSkipped() {
        Placement placed = place(job(60, exclusive(node(2))));
        String text = JgfWriter.write(before.graph(), placed).replaceFirst("\\{", "{\"free_ranks\": \"1\", ");

        Placement adopted = adopt(JgfReader.readListing(text, "r"));

        assertThat(simple(adopted)).contains("node0[1:x]").doesNotContain("node1");
    }

    @Test
    void allocatedVerticesAreRefusedByName() {
        Placement placed = place(job(60, slot(3, core(1))));
        after.match(MatchOperation.ALLOCATE, job(100, slot(1, core(1))), 7, 0);
        JgfListing listing = JgfReader.readListing(JgfWriter.write(before.graph(), placed), "r");

        assertThatThrownBy(() -> adopt(listing))
                .isInstanceOf(GraphException.class)
                .hasMessage("/cluster0/node0/socket0/core0 (vertex 3) is not free from 0 to 60");
        after.adopt(new Holding(1, Adoption.of(after.graph(), listing), 100, 160, true));
        assertThat(after.occupancy().holding(1)).isPresent();
    }

    @Test
    void unknownVerticesAreRefusedByName() {
        Placement placed = place(job(60, exclusive(node(4))));
        String jgf = JgfWriter.write(before.graph(), placed);
        String set = RWriter.rv1(before.graph(), placed, 0, 60);
        ResourceGraph smaller =
                Machine.ofNodes(2).withSockets(2).withCores(2).withGpus(1).build();

        assertThatThrownBy(() -> Adoption.of(smaller, JgfReader.readListing(jgf, "r")))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("/cluster0/node2/socket0/core0 (vertex")
                .hasMessageContaining("is not in the graph");
        assertThatThrownBy(() -> Adoption.of(smaller, ResourceSetReader.read(set, "r")))
                .isInstanceOf(GraphException.class)
                .hasMessage("ranks (0-3) are more than the 2 nodes of the graph");
    }

    @Test
    void aVertexWithAnotherRankIsRefused() {
        Placement placed = place(job(60, exclusive(node(1))));
        String text = JgfWriter.write(before.graph(), placed).replace("\"rank\": 0", "\"rank\": 3");

        assertThatThrownBy(() -> Adoption.of(after.graph(), JgfReader.readListing(text, "r")))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("/cluster0/node0 (vertex 1) has rank 0, not 3");
    }

    @Test
    void aJobCannotBeAdoptedTwiceOrForAnEmptyInterval() {
        Placement placed = place(job(60, exclusive(node(1))));
        after.adopt(new Holding(1, placed, 0, 60, false));

        assertThatThrownBy(() -> after.adopt(new Holding(1, placed, 60, 120, false)))
                .hasMessage("job (1) already holds resources");
        assertThatThrownBy(() -> after.adopt(new Holding(2, placed, 60, 60, false)))
                .hasMessage("job (2): start (60) must not be negative, and end (60) must be after it");
    }

    private Placement place(Jobspec jobspec) {
        Outcome outcome = before.match(MatchOperation.ALLOCATE, jobspec, 1, 0);
        return ((Outcome.Placed) outcome).placement();
    }

    private Placement adopt(JgfListing listing) {
        Placement placement = Adoption.of(after.graph(), listing);
        after.adopt(new Holding(1, placement, 0, 60, false));
        return placement;
    }

    private String simple(Placement placement) {
        return SimpleWriter.simple(before.graph(), placement);
    }

    private static ResourceModel model() {
        return new ResourceModel(MACHINE.build(), MatchPolicy.named("low").orElseThrow());
    }
}

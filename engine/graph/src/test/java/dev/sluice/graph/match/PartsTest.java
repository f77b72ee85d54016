package dev.sluice.graph.match;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.exclusive;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Requests of unlike parts, such as a launcher and its workers.
class PartsTest {
    private final ResourceGraph graph = Machine.ofNodes(2).withCores(4).build();
    private final ResourceModel model =
            new ResourceModel(graph, MatchPolicy.named("lonode").orElseThrow());

    @Test
    void everyPartGetsResourcesOfItsOwn() {
        assertThat(match(slot(1, core(1)), slot(2, core(3))))
                .contains(List.of(
                        "/node0/core0",
                        "/node0/core1",
                        "/node0/core2",
                        "/node0/core3",
                        "/node1/core0",
                        "/node1/core1",
                        "/node1/core2"));
    }

    @Test
    void ifOnePartDoesNotFitNoneIsPlaced() {
        assertThat(match(slot(1, core(2)), slot(2, core(3)))).isEmpty();
        assertThat(model.occupancy().holdings()).isEmpty();
        assertThat(match(slot(2, core(4)))).isPresent();
    }

    @Test
    void aNodeOfOwnIsNotSharedWithAnotherPart() {
        assertThat(match(slot(1, core(1)), exclusive(node(1))))
                .contains(List.of(
                        "/node0/core0", "/node1/core0", "/node1/core1", "/node1/core2", "/node1/core3", "/node1"));
        assertThat(match(slot(1, core(1)), exclusive(node(2)))).isEmpty();
    }

    @Test
    void slotsBesideEachOtherInANodeComeFromThatNode() {
        assertThat(match(node(1, slot(1, core(1)), slot(1, core(3)))))
                .contains(List.of("/node0/core0", "/node0/core1", "/node0/core2", "/node0/core3"));
        assertThat(match(node(1, slot(1, core(2)), slot(1, core(3))))).isEmpty();
    }

    @Test
    void allPartsStartTogether() {
        model.match(MatchOperation.ALLOCATE, job(10, slot(1, core(4))), 1, 0);
        model.match(MatchOperation.ALLOCATE, job(20, slot(1, core(2))), 2, 0);

        Outcome outcome =
                model.match(MatchOperation.ALLOCATE_ORELSE_RESERVE, job(5, slot(1, core(1)), slot(1, core(4))), 3, 0);

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Placed.class,
                        placed -> assertThat(placed.start()).isEqualTo(20));
    }

    /// The exclusive vertices as paths below the cluster.
    private Optional<List<String>> match(ResourceRequest... parts) {
        return model.findAt(model.prepare(job(60, parts)), 0, 60)
                .map(Outcome.Placed::placement)
                .map(this::exclusives);
    }

    private List<String> exclusives(Placement placement) {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < placement.size(); i++) {
            if (placement.isExclusive(i)) {
                paths.add(graph.path(placement.vertex(i)).substring("/cluster0".length()));
            }
        }
        return paths;
    }
}

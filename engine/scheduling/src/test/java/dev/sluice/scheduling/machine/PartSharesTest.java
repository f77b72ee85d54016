package dev.sluice.scheduling.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.queue.record.Share;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which shares belong to a part, on nodes that are not there: the names of vertices tell their types.
class PartSharesTest {
    private static final List<Share> HELD = List.of(
            new Share("n/core0", 2000, Share.Use.SHARED),
            new Share("n/gpu.intel.com:i9150", 1, Share.Use.EXCLUSIVE),
            new Share("n/gpu.intel.com:i9151", 1, Share.Use.EXCLUSIVE),
            new Share("n/nvidia.com:gpu2", 1, Share.Use.EXCLUSIVE),
            new Share("n/nvidia.com:gpu3", 1, Share.Use.EXCLUSIVE));

    private final PartShares shares = ofNothing();

    private static PartShares ofNothing() {
        ResourceGraph graph = new ResourceGraph();
        int root = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, root);
        ResourceModel model = new ResourceModel(graph, MatchPolicy.named("low").orElseThrow());
        return new PartShares(graph, new SharePaths(model), HELD);
    }

    @Test
    void unitsOfTypesWithSlashesAndDigitsAreFound() {
        Map<String, Long> amounts = Map.of("core", 1000L, "nvidia.com/gpu", 1L, "gpu.intel.com/i915", 2L);

        assertThat(shares.of(new NodeUse("n", amounts)))
                .containsExactly(new Share("n/core0", 1000, Share.Use.SHARED), HELD.get(1), HELD.get(2), HELD.get(3));
    }

    @Test
    void nodesWithThemAreFound() {
        assertThat(shares.nodesOfParts(Map.of("nvidia.com/gpu", 2L))).containsExactly("n");
        assertThat(shares.nodesOfParts(Map.of("gpu.intel.com/i915", 2L))).containsExactly("n");
        assertThat(shares.nodesOfParts(Map.of("gpu.intel.com/i915", 3L))).isEmpty();
    }
}

package dev.sluice.graph.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.graph.Machine;
import dev.sluice.graph.ResourceGraph;
import org.junit.jupiter.api.Test;

class PruningFiltersTest {
    private final ResourceGraph graph =
            Machine.ofNodes(2).withCores(2).withMemory(1, 8).build();

    @Test
    void aNodeDoesNotCountItself() {
        PruningFilters filters = PruningFilters.parse(PruningFilters.DEFAULT);

        assertThat(filters.countedBy("node", graph)).containsExactly("core");
        assertThat(filters.countedBy("rack", graph)).containsExactly("core", "node");
    }

    @Test
    void theClusterAlsoCountsTheLeavesThatNoFilterCounts() {
        assertThat(PruningFilters.parse("").countedBy("cluster", graph)).containsExactly("memory", "core", "node");
        assertThat(PruningFilters.parse("node:memory").countedBy("cluster", graph))
                .containsExactly("core");
    }

    @Test
    void theOrderIsThatOfFluxSchedNotThatOfTheText() {
        PruningFilters filters = PruningFilters.parse("ALL:pony,ALL:memory,ALL:node,ALL:core,rack:ssd,rack:gpu");

        assertThat(filters.countedBy("rack", graph)).containsExactly("gpu", "ssd", "core", "node", "memory", "pony");
    }

    @Test
    void whatAllCountIsNotCountedAgainByOneType() {
        assertThat(PruningFilters.parse("ALL:core,rack:core").countedBy("rack", graph))
                .containsExactly("core");
        assertThat(PruningFilters.parse("rack:core,ALL:core").countedBy("rack", graph))
                .containsExactly("core");
        assertThat(PruningFilters.parse("node:node,ALL:core").countedBy("node", graph))
                .containsExactly("node", "core");
    }

    @Test
    void aPairNeedsBothSides() {
        for (String text : new String[] {"core", "ALL:", ":core", "ALL:core,"}) {
            assertThatThrownBy(() -> PruningFilters.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not a pair such as ALL:core");
        }
    }
}

package dev.sluice.graph.io;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static dev.sluice.graph.Jobs.some;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import org.junit.jupiter.api.Test;

class SimpleWriterTest {
    private final WriterFixture placed = WriterFixture.placing(
            Machine.ofNodes(2).withSockets(1).withCores(2).withMemory(2, 8),
            node(1, some("socket", 1, slot(1, core(2), some("memory", 4)))));

    @Test
    void simpleHasChildrenBeforeParentsAndOneLetterForTheMode() {
        assertThat(SimpleWriter.simple(placed.graph(), placed.placement())).isEqualTo("""
                      ------------core0[1:x]
                      ------------core1[1:x]
                      ------------memory0[8:x]
                      ---------socket0[1:s]
                      ------node0[1:s]
                      ---cluster0[1:s]
                """);
    }

    @Test
    void prettyHasParentsBeforeChildrenAndAWordForTheMode() {
        assertThat(SimpleWriter.pretty(placed.graph(), placed.placement())).isEqualTo("""
                      ---cluster0[1:shared]
                      ------node0[1:shared]
                      ---------socket0[1:shared]
                      ------------memory0[8:exclusive]
                      ------------core1[1:exclusive]
                      ------------core0[1:exclusive]
                """);
    }

    @Test
    void anEmptyPlacementIsAnEmptyString() {
        Placement nothing = Placement.builder().build();

        assertThat(SimpleWriter.simple(new ResourceGraph(), nothing)).isEmpty();
        assertThat(SimpleWriter.pretty(new ResourceGraph(), nothing)).isEmpty();
    }
}

package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachinePictureTest {
    private final ResourceModel model = new ResourceModel(
            ModelDemoCommand.machine(), MatchPolicy.named("lonode").orElseThrow());
    private final MachinePicture picture = new MachinePicture(model.graph());

    @Test
    void aFreeMachineIsAllDots() {
        assertThat(picture.rows(List.of(), 0)).hasSize(8).allMatch(row -> row.endsWith("  ........ ........  .."));
        assertThat(picture.cores()).isEqualTo(128);
    }

    @Test
    void anExclusiveSocketIncludesItsCores() {
        place('Z', "with: [{type: socket, count: 1}]");

        assertThat(rows(0).getFirst()).isEqualTo("node0  ZZZZZZZZ ........  Z.");
    }

    @Test
    void holdingsAreShownFromTheirStartToTheirEnd() {
        place('Z', "with: [{type: core, count: 3}]");

        assertThat(rows(0).getFirst()).isEqualTo("node0  ZZZ..... ........  ..");
        assertThat(rows(59).getFirst()).contains("ZZZ");
        assertThat(rows(60).getFirst()).doesNotContain("Z");
        assertThat(picture.coresInUse(model.occupancy().holdings(), 0)).isEqualTo(3);
    }

    @Test
    void theChartDistinguishesRunningFromReserved() {
        place('Y', "with: [{type: core, count: 3}]");

        assertThat(TimeChart.rows(model.occupancy().holdings(), 0))
                .containsExactly(
                        "  0:00  1:00  2:00  3:00  4:00  5:00  6:00", "Y " + " ".repeat(36) + "  0:00 to 0:01");
        assertThat(TimeChart.rows(model.occupancy().holdings(), -1))
                .last()
                .asString()
                .endsWith(", reserved");
    }

    private void place(char letter, String with) {
        DemoJob job = new DemoJob(letter, """
                resources: [{type: slot, count: 1, label: task, %s}]
                attributes: {system: {duration: 60}}
                """.formatted(with));
        model.match(MatchOperation.ALLOCATE, job.jobspec(), letter, 0);
    }

    private List<String> rows(long moment) {
        return picture.rows(model.occupancy().holdings(), moment);
    }
}

package dev.sluice.kube.cluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.Durations;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class NodeShapeTest {

    @Test
    void shapesMayHaveShortResourceNames() {
        NodeShape shape = NodeShape.parse("cpu=64,memory=256Gi,gpu=4");

        assertThat(shape.resources().keySet()).containsExactly("cpu", "memory", "nvidia.com/gpu", "pods");
        assertThat(shape.resources().get("pods")).hasToString("110");
    }

    @Test
    void errorsNameTheirPart() {
        assertThatThrownBy(() -> NodeShape.parse("cpu=64,memory"))
                .hasMessage("(memory) in the node shape (cpu=64,memory) is no resource with its amount."
                        + " Maybe cpu=64,memory=256Gi,gpu=4.");
        assertThatThrownBy(() -> NodeShape.parse("cpu=64")).hasMessageContaining("no (memory)");
        assertThatThrownBy(() -> NodeShape.parse("cpu=x,memory=1Gi")).hasMessageContaining("(x) for (cpu)");
        assertThatThrownBy(() -> NodeShape.parse("cpu=1,cpu=2,memory=1Gi")).hasMessageContaining("twice");
    }

    @Test
    void durationsAreParsed() {
        assertThat(Durations.parse("1h30m")).isEqualTo(OptionalLong.of(5_400_000_000_000L));
        assertThat(Durations.parse("90")).isEqualTo(OptionalLong.of(90_000_000_000L));
        assertThat(Durations.parse("1.5s")).isEqualTo(OptionalLong.of(1_500_000_000L));
        assertThat(Durations.parse("500ms")).isEqualTo(OptionalLong.of(500_000_000L));
        assertThat(Durations.parse("")).isEmpty();
        assertThat(Durations.parse("5 parsecs")).isEmpty();
        assertThatThrownBy(() -> Delay.parse("soon")).hasMessageContaining("Maybe 2s");
        assertThat(Delay.parse("1s-5s")).isEqualTo(new Delay.Between(1_000_000_000L, 5_000_000_000L));
    }
}
